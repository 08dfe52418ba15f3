import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { type Field, type Form, inOrder } from '../../src/forms/form.ts'
import { names } from '../support/names.ts'
import {
  answersTo,
  awake,
  contact,
  fill,
  formRows,
  forms,
  goOffline,
  hasFocus,
  input,
  investor,
  openForm,
  resume,
  someone,
  startSite,
  submitButton,
} from './drive.ts'

const { visit, expectStored } = startSite()

const inTamil = (form: Form): Form => ({ ...form, path: `/ta${form.path}` })

async function expectAnswers(page: Page, form: Form, answers: Readonly<Record<string, unknown>>): Promise<void> {
  for (const [field, { kind, options = [] }] of inOrder(form))
    if (kind !== 'multiselect' && kind !== 'radio') expect(await input(page, field).inputValue(), field).toBe(answers[field])
    else
      for (const { value } of options)
        expect(await page.locator(`[name="${field}"][value="${value}"]`).isChecked(), value).toBe(
          [answers[field]].flat().includes(value),
        )
}

test('without script a button of the form changes its language, with every answer', async () => {
  const { page } = await visit({ javaScriptEnabled: false })
  const answers = answersTo(investor, someone())
  await page.goto(investor.path)
  await fill(page, investor, answers)
  expect(await page.getByRole('link', { name: 'தமிழ்' }).isVisible()).toBe(false)
  for (const [name, language] of [
    ['தமிழ்', 'ta'],
    ['English', 'en'],
  ] as const) {
    await page.getByRole('button', { name }).press('Enter')
    await page.locator(`html[lang^=${language}]`).waitFor()
    await expectAnswers(page, investor, answers)
  }
})

test('with a script a link changes the language, with every answer', async () => {
  const { page } = await visit()
  const answers = answersTo(contact, someone())
  await openForm(page, contact)
  await fill(page, contact, answers)
  // At once: what was typed last is not saved yet.
  await page.locator('#form-title ~ p a[hreflang=ta]').click()
  await page.waitForURL('**/ta/contact*')
  await awake(page)
  for (const [field] of inOrder(contact)) expect(await input(page, field).inputValue(), field).toBe(answers[field])
  expect(await page.getByRole('button', { name: 'English' }).count()).toBe(0)
})

/** Tamil in an element that is not marked as Tamil, and English words in one that is: of what is shown or read aloud. */
const misnamed = (page: Page, within = 'body'): Promise<readonly string[]> =>
  page.evaluate(
    ([scope, source]) => {
      const names = new RegExp(source, 'g')
      const elements = [...document.querySelectorAll<HTMLElement>(`${scope}, ${scope} *`)].filter(
        (element) => element.closest('script, style, svg, textarea, noscript, .typed') === null && element.checkVisibility(),
      )
      return elements.flatMap((element) => {
        const isTamil = element.closest('[lang]')?.getAttribute('lang') === 'ta'
        return [
          ...[...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE).map((node) => node.textContent ?? ''),
          ...['aria-label', 'title', 'placeholder', 'alt'].map((name) => element.getAttribute(name) ?? ''),
        ].filter((text) => (isTamil ? /[A-Za-z]{3,}/.test(text.replace(names, '')) : /[\u0b80-\u0bff]/.test(text)))
      })
    },
    [within, names.source] as const,
  )

/** The English words of a page's main part, without what was typed. */
const english = (page: Page): Promise<readonly string[]> => misnamed(page, 'main')

test('each part of a page names the language that it is in', async () => {
  const { page } = await visit()
  for (const path of ['/contact', '/apply', '/ta/contact', '/ta/accelerator', '/ta/apply', '/ta/terms', '/ta/privacy', '/ta/x']) {
    await page.goto(path)
    expect([path, await page.locator('html').getAttribute('lang'), await misnamed(page)]).toEqual([
      path,
      path.startsWith('/ta/') ? 'ta' : 'en-IN',
      [],
    ])
  }
  await page.goto('/contact')
  expect(await page.locator('#form-title ~ p [hreflang=ta]').getAttribute('lang')).toBe('ta')
})

test('pages in Tamil fit a phone, with a font that no English page loads', async () => {
  const { page } = await visit({ viewport: { width: 360, height: 740 } })
  const open = async (path: string) => {
    await page.goto(path)
    return page.evaluate(async () => {
      await document.fonts.ready
      const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
      const { scrollWidth, clientWidth } = document.documentElement
      const sizes = resources.filter(({ name }) => /tamil[^/]*\.woff2/.test(name)).map(({ encodedBodySize }) => encodedBodySize)
      // Words that a line ends in the middle of.
      const broken: string[] = []
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      for (let node = texts.nextNode(); node; node = texts.nextNode())
        if (node.parentElement?.closest('script, style, svg, noscript, option') === null && node.parentElement.checkVisibility())
          for (const { 0: word, index } of (node.textContent ?? '').matchAll(/[\u0b80-\u0bff]{2,}/g)) {
            const range = document.createRange()
            range.setStart(node, index)
            range.setEnd(node, index + word.length)
            if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) broken.push(word)
          }
      return { beyond: scrollWidth - clientWidth, broken, sizes }
    })
  }
  for (const path of ['/contact', '/apply', '/privacy']) expect([path, (await open(path)).sizes]).toEqual([path, []])
  for (const path of [...forms.map(({ path }) => path), '/apply', '/terms', '/privacy', '/my', '/x']) {
    const { beyond, broken, sizes } = await open(`/ta${path}`)
    expect([path, beyond, broken, sizes.length, (sizes[0] ?? 0) < 60_000]).toEqual([path, 0, [], 1, true])
  }
})

test('errors, draft, check of answers, queue and success are in Tamil', async () => {
  const { page } = await visit()
  const tamil = inTamil(investor)
  await openForm(page, tamil)
  await submitButton(page).click()
  await page.getByRole('alert').first().waitFor()
  expect(await english(page)).toEqual([])
  const email = someone()
  const answers = answersTo(investor, email)
  const typed = Object.values(answers).flat().map(String)
  const notTyped = async () =>
    (await english(page)).filter((text) => !typed.some((each) => each.includes(text.trim()) || text.includes(each)))
  await fill(page, tamil, answers)
  await page.getByText('இந்தச் சாதனத்தில் சேமிக்கப்பட்டது', { exact: false }).waitFor()
  expect(await english(page)).toEqual([])
  await page.getByRole('button', { name: 'உங்கள் பதில்களைச் சரிபார்க்க' }).click()
  await page.getByRole('heading', { name: 'உங்கள் பதில்கள்' }).waitFor()
  expect(await notTyped()).toEqual([])
  await page.getByRole('button', { name: 'மூடு' }).click()
  await goOffline(page)
  await submitButton(page).click()
  await page.getByText('இன்னும் எங்களிடம் வரவில்லை.').waitFor()
  expect(await notTyped()).toEqual([])
  await page.context().setOffline(false)
  await page.getByRole('link', { name: '/my/' }).waitFor()
  expect((await notTyped()).filter((text) => !text.includes('/my/'))).toEqual([])
})

test('without script a long form is refused in Tamil, with every answer', async () => {
  const { page } = await visit({ javaScriptEnabled: false })
  const answers: Readonly<Record<string, unknown>> = { ...answersTo(investor, 'no address'), investmentRange: '' }
  await page.goto(inTamil(investor).path)
  await fill(page, investor, answers)
  // The browser would have stopped at the address, in its own language.
  await submitButton(page).press('Enter')
  const links = page.getByRole('alert').getByRole('link')
  await links.first().waitFor()
  const typed = Object.values(answers).flat().map(String)
  expect((await english(page)).filter((text) => !typed.some((each) => each.includes(text.trim())))).toEqual([])
  await expectAnswers(page, investor, answers)
  expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual([
    '#field-email',
    '#field-investmentRange',
  ])
  await links.first().press('Enter')
  await expect.poll(() => hasFocus(input(page, 'email'))).toBe(true)
})

/** Moves the focus on until it is in a control with this selector. */
async function tabTo(page: Page, selector: string): Promise<void> {
  const isThere = () => page.evaluate((selector) => document.activeElement?.matches(selector) === true, selector)
  for (let steps = 0; steps < 40 && !(await isThere()); steps += 1) await page.keyboard.press('Tab')
  expect(await isThere(), selector).toBe(true)
}

/** Answers a question by keys; a file is chosen in the control that has the focus. */
async function type(page: Page, name: string, { kind, options = [] }: Field, answer: unknown): Promise<void> {
  const own = `[data-field="${name}"] [name="${name}"]`
  if (kind === 'multiselect')
    for (const value of [answer].flat()) {
      await tabTo(page, `${own}[value="${value}"]`)
      await page.keyboard.press('Space')
    }
  else {
    await tabTo(page, own)
    const isChosen = () =>
      page.evaluate((answer) => {
        const control = document.activeElement as HTMLInputElement
        return control.value === answer && (control.type !== 'radio' || control.checked)
      }, answer)
    if (kind === 'file') await page.locator(`${own}:focus`).setInputFiles(resume)
    else if (kind !== 'radio' && kind !== 'select') await page.keyboard.insertText(String(answer))
    else {
      if (kind === 'radio') await page.keyboard.press('Space')
      for (let steps = 0; steps < options.length && !(await isChosen()); steps += 1) await page.keyboard.press('ArrowDown')
      expect(await isChosen(), name).toBe(true)
    }
  }
}

test.each(formRows('Contact', 'WorkForStartups'))(
  '%s is found, corrected and sent in Tamil by keyboard alone',
  async (_, form) => {
    const { page } = await visit()
    const email = someone()
    const answers = answersTo(form, email)
    const [[first] = ['']] = inOrder(form)
    await openForm(page, inTamil(form))
    await tabTo(page, `[name="${first}"]`)
    await page.keyboard.press('Enter')
    await page.getByRole('alert').first().waitFor()
    await expect.poll(() => hasFocus(input(page, first))).toBe(true)
    for (const [name, field] of inOrder(form)) await type(page, name, field, answers[name])
    await tabTo(page, '[type=submit]')
    await page.keyboard.press('Enter')
    const success = page.locator('[data-sent] h2')
    await success.waitFor()
    const typed = Object.values(answers).flat().map(String)
    const words = (await english(page)).filter((text) => !text.includes('/my/') && !typed.some((each) => text.includes(each)))
    expect([await hasFocus(success), words]).toEqual([true, []])
    expect((await expectStored(email, form, answers)).language).toBe('ta')
  },
)

test('a draft that is shared in Tamil is opened in Tamil, with its answers', async () => {
  const { page, context } = await visit()
  await openForm(page, inTamil(contact))
  await input(page, 'name').fill('கயல்விழி')
  await page.getByRole('button', { name: 'வேறு சாதனத்தில் தொடர' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'வேறு சாதனத்தில் தொடர' })
  await dialog.getByRole('img', { name: 'இந்த வரைவுக்கான இணைப்பின் QR குறியீடு' }).waitFor()
  const link = (await dialog.getByText('#draft=').textContent()) ?? ''
  expect([new URL(link).pathname, await misnamed(page)]).toEqual(['/ta/contact', []])
  const { page: other } = await visit()
  await other.goto(link)
  await other.getByText('இணைப்பால் பகிரப்பட்டது · புதுப்பித்த நிலையில் உள்ளது').waitFor()
  expect(await input(other, 'name').inputValue()).toBe('கயல்விழி')
  // Both answer one question.
  await page.keyboard.press('Escape')
  await context.setOffline(true)
  await input(page, 'name').fill('கயல்')
  await page.getByText('இணைப்பால் பகிரப்பட்டது · இணையம் இல்லை', { exact: false }).waitFor()
  const saved = other.waitForResponse((response) => response.request().method() === 'PUT' && response.ok())
  await input(other, 'name').fill('விழி')
  await saved
  await context.setOffline(false)
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await page.getByRole('region').getByText('விழி', { exact: true }).waitFor()
  expect(await misnamed(page)).toEqual([])
})
