import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { inOrder } from '../../src/forms/form.ts'
import { rows } from '../support/rows.ts'
import {
  alertOf,
  answersTo,
  awake,
  axeFaults,
  contact,
  early,
  fill,
  forms,
  hasFocus,
  input,
  intake,
  internship,
  investor,
  openForm,
  pdf,
  provider,
  resume,
  someone,
  startSite,
  studio,
  submitButton,
  successOf,
} from './drive.ts'

const { visit, stored, server } = startSite()

test('all answers are shown as a text before sending, each with a way to its question', async () => {
  const { page } = await visit({ viewport: { width: 360, height: 740 } })
  await openForm(page, studio)
  await fill(page, studio, answersTo(studio, 'asha@example.in'))
  await input(page, 'website').fill('')
  await page.getByRole('button', { name: 'Check your answers' }).click()
  const check = page.getByRole('region', { name: 'Your answers' })
  expect(await hasFocus(check.getByRole('heading'))).toBe(true)
  const answered: Record<string, unknown> = { ...answersTo(studio, 'asha@example.in'), website: '' }
  for (const [name, field] of inOrder(studio)) {
    const row = check.locator('dl > div').filter({ has: page.locator(`a[href="#field-${name}"]`) })
    const parsed = field.parse(answered[name])
    expect(await row.locator('dd').textContent(), name).toBe((parsed.ok && field.format(parsed.value)) || 'Not answered')
  }
  await check.getByRole('link', { name: 'Change Solution' }).click()
  expect(await hasFocus(input(page, 'solution'))).toBe(true)
  await input(page, 'solution').fill('Another answer.')
  await check.getByText('Another answer.', { exact: true }).waitFor()
  expect(await axeFaults(page)).toEqual([])
  await check.getByRole('button', { name: 'Close' }).click()
  await check.waitFor({ state: 'detached' })
  // An invalid address is refused.
  await input(page, 'email').fill('asha(at)example.in')
  await submitButton(page).click()
  await page.locator('#fault-email').waitFor()
  expect(await page.locator('#fault-email').textContent()).toBe('Please enter a valid email address')
  const email = someone()
  await input(page, 'email').fill(email)
  await submitButton(page).click()
  await successOf(page, studio).waitFor()
  expect(await stored(email)).toHaveLength(1)
})

test('messages are links to fields, an edit clears one; characters are counted', async () => {
  const { page } = await visit()
  await openForm(page, investor)
  await input(page, 'investorName').fill('   ')
  await submitButton(page).click()
  await alertOf(page).waitFor()
  const faults = page.locator('p[id^="fault-"]')
  expect(await faults.allTextContents()).toEqual([
    'Investor name is required',
    'Organization name is required',
    'Email is required',
    'Investor type is required',
    'Investment range is required',
    'Preferred investment stage is required',
    'Industry focus is required',
    'Investment criteria is required',
  ])
  expect(await alertOf(page).getByRole('link').allTextContents()).toEqual(await faults.allTextContents())
  await alertOf(page).getByRole('link', { name: 'Industry focus is required' }).click()
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('field-industryFocus')
  const red = 'rgb(179, 38, 30)'
  const border = () => input(page, 'investorName').evaluate((field) => getComputedStyle(field).borderTopColor)
  expect(await border()).toBe(red)
  await input(page, 'investorName').fill('A')
  await page.locator('#fault-investorName').waitFor({ state: 'detached' })
  expect(await faults.count()).toBe(7)
  expect(await border()).not.toBe(red)
  // A character of two UTF-16 units counts as one, and so does a line break.
  const paste = (text: string) =>
    input(page, 'investmentCriteria').evaluate((field: HTMLTextAreaElement, pasted) => {
      field.value = pasted
      field.dispatchEvent(new Event('input', { bubbles: true }))
    }, text)
  await paste('🌾\n'.repeat(10_000))
  await page.getByText('20,000 / 20,000').waitFor()
  await paste(`${'🌾\n'.repeat(10_000)}x`)
  await page.getByText('20,001 / 20,000').waitFor()
  await submitButton(page).click()
  await expect
    .poll(() => page.locator('#fault-investmentCriteria').allTextContents())
    .toEqual(['Investment criteria can have 20,000 characters at most; this has 20,001'])
})

test('Early customer: questions for enterprises, sections that are complete', async () => {
  const { page } = await visit()
  const email = someone()
  await openForm(page, early)
  const parts = page.getByRole('navigation', { name: 'Parts of this form' })
  const linkTexts = () => parts.getByRole('link').allTextContents()
  const visible = () =>
    Promise.all(['company', 'jobTitle', 'industry', 'companySize'].map((name) => input(page, name).isVisible()))
  expect([await visible(), await linkTexts()]).toEqual([
    [false, false, false, false],
    ['You', 'What you are looking for', 'Anything else'],
  ])
  // One must be chosen.
  await submitButton(page).click()
  await page.locator('#fault-customerType').waitFor()
  expect(await page.evaluate(() => (document.activeElement as HTMLInputElement).name)).toBe('customerType')
  // An enterprise must name company and job title.
  await fill(page, early, { customerType: 'enterprise', firstName: 'Asha', lastName: 'R', email })
  expect(await visible()).toEqual([true, true, true, true])
  expect(await linkTexts()).toEqual(['You (complete)', 'Your company', 'What you are looking for1 to fix', 'Anything else'])
  await input(page, 'specificNeeds').focus()
  expect(await parts.locator('[aria-current="step"]').textContent()).toContain('What you are looking for')
  await input(page, 'specificNeeds').fill('A ledger')
  await submitButton(page).click()
  await expect
    .poll(() => page.locator('p[id^="fault-"]').evaluateAll((all) => all.map((element) => element.id)))
    .toEqual(['fault-company', 'fault-jobTitle'])
  for (const name of ['industry', 'companySize', 'interests'])
    expect(await page.locator(`[data-field="${name}"]`).textContent()).toContain('(required)')
  // What an enterprise wrote is not sent by an individual.
  await input(page, 'company').fill('Kaveri Mills')
  await page.getByRole('radio', { name: 'Individual' }).check()
  expect(await visible()).toEqual([false, false, false, false])
  await submitButton(page).click()
  await successOf(page, early).waitFor()
  expect((await stored(email))[0]?.form_data).toMatchObject({ customerType: 'individual', company: '', jobTitle: '' })
})

const proxyPage = '<html><h1>No</h1></html>'

describe('the resume', () => {
  test('too large, of another kind, or empty is refused; a good one shows name and size', async () => {
    const { page } = await visit()
    await openForm(page, internship)
    for (const [file, message] of [
      [{ ...resume, buffer: Buffer.alloc(5 * 1024 * 1024 + 1) }, 'Resume can be 5 MB at most'],
      [{ ...resume, name: 'me.png' }, 'Resume must be one of PDF, DOC, DOCX'],
      [{ ...resume, buffer: Buffer.alloc(0) }, 'Resume is an empty file'],
    ] as const) {
      await input(page, 'resume').setInputFiles(file)
      await expect.poll(() => page.locator('#fault-resume').allTextContents()).toEqual([message])
    }

    // The next one is shown with name and size, and can be removed.
    await input(page, 'resume').setInputFiles({ ...resume, buffer: Buffer.alloc(3 * 1024 * 1024) })
    await page.getByText('my resume.pdf 3.0 MB').waitFor()
    await page.getByRole('button', { name: 'Remove my resume.pdf' }).click()
    expect(await input(page, 'resume').evaluate((field: HTMLInputElement) => field.files?.length)).toBe(0)
    await page.getByText('my resume.pdf').waitFor({ state: 'detached' })

    // Too large for a proxy.
    await page.route(intake, (route) => route.fulfill({ status: 413, contentType: 'text/html', body: proxyPage }))
    await fill(page, internship, answersTo(internship, someone()))
    await submitButton(page).click()
    await expect
      .poll(() => page.locator('#fault-resume').allTextContents())
      .toEqual(['This file is too large. Please choose a smaller one.'])
  })

  test('is sent as it was chosen, even if the file is edited or removed before', async () => {
    const { page } = await visit()
    const folder = await mkdtemp(path.join(os.tmpdir(), 'kolam-resume-'))
    const file = path.join(folder, 'resume.pdf')
    await openForm(page, internship)
    for (const change of [() => writeFile(file, 'edited'), () => rm(folder, { recursive: true })]) {
      const email = someone()
      const { resume: _, ...answers } = answersTo(internship, email)
      await fill(page, internship, answers)
      await writeFile(file, pdf)
      await input(page, 'resume').setInputFiles(file)
      await page.getByText(/^Saved on this device/).waitFor()
      await change()
      await submitButton(page).click()
      await successOf(page, internship).waitFor()
      const [application] = await stored(email)
      const sent = await server().fetch(`/api/applications/${application?.id}/resume`)
      expect(Buffer.from(await sent.arrayBuffer()).equals(pdf)).toBe(true)
      await page.getByRole('button', { name: internship.texts.again }).click()
      await awake(page)
    }
  })

  test('that the browser cannot read is reported at once, and is not chosen', async () => {
    const { page } = await visit()
    await page.addInitScript(() => {
      File.prototype.arrayBuffer = () => Promise.reject(new DOMException('gone', 'NotFoundError'))
    })
    await openForm(page, internship)
    await input(page, 'resume').setInputFiles(resume)
    await expect
      .poll(() => page.locator('#fault-resume').allTextContents())
      .toEqual(['Your browser could not read this file. Please choose it again, or a copy of it on this device.'])
    expect(await input(page, 'resume').evaluate((field: HTMLInputElement) => field.files?.length)).toBe(0)
    expect(await page.getByText('my resume.pdf').count()).toBe(0)
  })

  test('that is dropped beside its input opens nothing', async () => {
    const { page } = await visit()
    await openForm(page, internship)
    /** Drops files onto an element. Returns whether the browser would handle them, by opening them or by filling in its own input. */
    const drop = (selector: string, names: readonly string[]): Promise<boolean> =>
      page
        .locator(selector)
        .first()
        .evaluate((element, chosen) => {
          const dataTransfer = new DataTransfer()
          for (const name of chosen) dataTransfer.items.add(new File(['%PDF-1.4'], name, { type: 'application/pdf' }))
          const events = ['dragover', 'drop'].map((type) =>
            element.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true })),
          )
          return events.includes(true)
        }, names)
    const chosen = () =>
      input(page, 'resume').evaluate((field: HTMLInputElement) => [...(field.files ?? [])].map(({ name }) => name))
    for (const selector of ['textarea', 'h1', 'body']) expect(await drop(selector, ['cv.pdf']), selector).toBe(false)
    expect(await chosen()).toEqual([])
    // The browser itself puts one file into the input.
    expect(await drop('[data-field=resume] input', ['cv.pdf'])).toBe(true)
    await input(page, 'resume').setInputFiles(resume)
    await drop('[data-field=resume] input', ['cv.pdf', 'photo.pdf'])
    const text = 'Only one file can be sent here, and you dropped 2. Please drop the one to send.'
    await expect.poll(() => page.locator('#fault-resume').allTextContents()).toEqual([text])
    expect(await chosen()).toEqual(['my resume.pdf'])
    await input(page, 'resume').setInputFiles(resume)
    await page.locator('#fault-resume').waitFor({ state: 'detached' })
    // Dragged text is left to the browser.
    const isText = await input(page, 'motivation').evaluate((element) => {
      const dataTransfer = new DataTransfer()
      dataTransfer.setData('text/plain', 'a word')
      return element.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
    })
    expect(isText).toBe(true)
  })
})

test('while a form is sent, its fields are locked, and the focus is on that message', async () => {
  const { page } = await visit({ viewport: { width: 320, height: 640 } })
  const email = someone()
  const answer = Promise.withResolvers<void>()
  await page.route(intake, async (route) => {
    await answer.promise
    await route.fulfill({ status: 409, json: { success: false, error: 'No.', code: 'X', details: { email: 'Not this one' } } })
  })
  await openForm(page, contact)
  await fill(page, contact, answersTo(contact, email))
  await input(page, 'name').press('Enter')
  const state = page.getByText('If the first attempt fails')
  expect(await hasFocus(state)).toBe(true)
  expect(await state.textContent()).toBe(`${contact.texts.submitting} If the first attempt fails, we try twice more.`)
  expect(await input(page, 'message').isDisabled()).toBe(true)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  answer.resolve()
  await page.locator('#fault-email').waitFor()
  expect(await hasFocus(input(page, 'email'))).toBe(true)
  expect(await input(page, 'message').isEnabled()).toBe(true)
})

/** Opens the internship form with a resume of `bytes` in a page whose connection sends `bytesPerSecond`. */
async function openLongUpload(page: Page, bytes: number, bytesPerSecond: number): Promise<void> {
  await openForm(page, internship)
  const long = Buffer.concat([pdf, Buffer.alloc(bytes)])
  await fill(page, internship, { ...answersTo(internship, someone()), resume: { ...resume, buffer: long } })
  const session = await page.context().newCDPSession(page)
  const wide = { offline: false, latency: 0, downloadThroughput: -1 }
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', { ...wide, uploadThroughput: bytesPerSecond })
}

test('a long upload shows its progress, and is not given up after two minutes', async () => {
  const { page } = await visit()
  await page.clock.install()
  await openLongUpload(page, 900 * 1024, 150 * 1024)
  let attempts = 0
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/submit-application')) attempts += 1
  })
  await page.evaluate(() => {
    const seen: (readonly [number, string])[] = []
    Object.assign(window, { seen })
    new MutationObserver(() => {
      const bar = document.querySelector('progress')
      if (bar !== null) seen.push([bar.value, bar.parentElement?.textContent?.trim() ?? ''])
    }).observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true })
  })
  await submitButton(page).click()
  const bar = page.getByRole('progressbar', { name: 'Upload' })
  await bar.waitFor()
  const value = (): Promise<number> => bar.evaluate((element) => (element as HTMLProgressElement).value)
  for (let stalls = 0; stalls < 3; stalls += 1) {
    await page.clock.fastForward(100_000)
    // Progress after the time has passed, because it starts the wait anew.
    const before = await value()
    await expect.poll(value).toBeGreaterThan(before)
  }
  await successOf(page, internship).waitFor()
  expect(attempts).toBe(1)
  const seen = await page.evaluate(() => (window as unknown as { seen: [number, string][] }).seen)
  const parts = [...new Set(seen.map(([value]) => value))].filter((value) => value > 0 && value < 1)
  expect(parts.length).toBeGreaterThan(1)
  expect(parts).toEqual(parts.toSorted((a, b) => a - b))
  for (const [value, text] of seen) expect(text).toBe(`${Math.floor(value * 100)}% sent`)
})

describe('while writing', () => {
  test('what is pasted is accepted as people write it, cleaned of invisible signs', async () => {
    const { page, context } = await visit()
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await openForm(page, contact)
    const notations = [
      '098400\u00a012345',
      'tel:+919840012345',
      '+91 98400 12345',
      '(044) 2345-6789 ext. 12',
      '9840012345 / 9840054321',
    ]
    // The others go through the same field: their spelling is not read.
    for (const pasted of rows(notations, notations.slice(0, 2))) {
      // An address in another script is accepted as by the server.
      const email = `ஆஷா.${someone()}`
      await fill(page, contact, answersTo(contact, email))
      await input(page, 'name').fill('Nila\u00a0Raman\u200b')
      await input(page, 'email').fill(`\u202amailto:${email}\u202c`)
      await page.evaluate((text) => navigator.clipboard.writeText(text), pasted)
      await input(page, 'phone').fill('')
      await input(page, 'phone').press('ControlOrMeta+v')
      expect(await input(page, 'phone').inputValue()).toBe(pasted)
      await submitButton(page).click()
      await successOf(page, contact).waitFor()
      const phone = pasted.replace('\u00a0', ' ')
      expect((await stored(email))[0]?.form_data).toMatchObject({ name: 'Nila Raman', email, phone })
      await page.getByRole('button', { name: contact.texts.again }).click()
      await awake(page)
    }
  })

  test('every input has the input mode and autocomplete of its kind', async () => {
    for (const form of forms) {
      const html = await (await fetch(server().url + form.path)).text()
      const drawn = (name: string) => new RegExp(`<(input|textarea)[^>]* name="${name}"[^>]*>`).exec(html)?.[0] ?? ''
      const attribute = (name: string, key: string) => new RegExp(` ${key}="([^"]*)"`, 'i').exec(drawn(name))?.[1]
      for (const [name, field] of inOrder(form)) {
        if (!['email', 'tel', 'url'].includes(field.kind)) continue
        expect(attribute(name, 'autocomplete'), name).toBe(field.kind)
        expect(attribute(name, 'inputmode') ?? attribute(name, 'type'), `${form.type} ${name}`).toBe(field.kind)
      }
      for (const name of form.applicant.name)
        expect(attribute(name, 'autocomplete'), name).toMatch(/^(name|given-name|family-name)$/)
    }
  })
})

test('an address without a scheme is completed', async () => {
  const { page } = await visit()
  const email = someone()
  await openForm(page, provider)
  await fill(page, provider, { ...answersTo(provider, email), website: 'www.example.in' })
  await submitButton(page).click()
  await successOf(page, provider).waitFor()
  expect((await stored(email))[0]?.form_data.website).toBe('https://www.example.in')
})

test('413 or 400 of a proxy, without a reason, is not blamed on the fields', async () => {
  const { page } = await visit()
  await openForm(page, contact)
  await fill(page, contact, answersTo(contact, someone()))
  for (const [status, message] of [
    [413, 'This is too large to be sent. Please shorten the longest answers.'],
    [400, 'Our server could not read this. Your answers are still here: please try again, or write to us.'],
  ] as const) {
    await page.route(intake, (route) => route.fulfill({ status, contentType: 'text/html', body: proxyPage }))
    await submitButton(page).click()
    await expect.poll(() => alertOf(page).allTextContents()).toEqual([message])
    await page.unroute(intake)
  }
})

test('a pasted text far beyond the limit is refused without blocking the page', async () => {
  const { page, context } = await visit()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openForm(page, contact)
  await input(page, 'message').fill('Mine')
  await page.evaluate(() => navigator.clipboard.writeText('நீளம் 🌾 '.repeat(11_200)))
  const began = Date.now()
  await input(page, 'message').press('ControlOrMeta+v')
  await page.locator('#fault-message').waitFor()
  expect(await page.locator('#fault-message').textContent()).toMatch(
    /can have 20,000 characters at most\. The text was not pasted, because it has about 100,800/,
  )
  await input(page, 'message').press('End')
  await input(page, 'message').press('!')
  expect(await input(page, 'message').inputValue()).toBe('Mine!')
  expect(Date.now() - began).toBeLessThan(5_000)
})

test('the count of sections appears only when the script runs', async () => {
  const html = await (await fetch(server().url + early.path)).text()
  const nav = /<nav[^>]*aria-label="Parts of this form"[\s\S]*?<\/nav>/.exec(html)?.[0]
  expect(nav).toBeDefined()
  expect(nav?.replace(/<[^>]*>/g, '')).not.toMatch(/\d of \d/)
})
