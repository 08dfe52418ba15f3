import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import AxeBuilder from '@axe-core/playwright'
import type { BrowserContext, BrowserContextOptions, Locator, Page, Route } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import type { ApplicationRecord } from '../../src/api/responses.ts'
import { cohortOptionsAt } from '../../src/content/cohorts.ts'
import { cohorts, promises } from '../../src/content/core.ts'
import { promiseTexts } from '../../src/content/promises.ts'
import { allForms } from '../../src/forms/definitions/all.ts'
import { isFileField } from '../../src/forms/fields/file.ts'
import { type Field, type Form, inOrder } from '../../src/forms/form.ts'
import { rows } from '../support/rows.ts'
import { type Running, startServer } from '../support/server.ts'
import { closeProfiles, newProfile } from './chromium.ts'

/** The current forms of the pages. */
export const forms = Object.values(allForms({ cohorts: cohortOptionsAt(cohorts, new Date()) }, promiseTexts(promises)))

export const formOf = (type: Form['type']): Form => forms.find((form) => form.type === type) as Form

export const accelerator = formOf('Accelerator')
export const studio = formOf('StartupStudio')
export const investor = formOf('Investor')
export const early = formOf('EarlyCustomer')
export const internship = formOf('WorkForStartups')
export const contact = formOf('Contact')
export const provider = formOf('ServiceProvider')

/** The forms of a matrix, see `rows`. Each form is posted in tests/http/intake.test.ts in any case. */
export const formRows = (...chosen: readonly Form['type'][]): readonly (readonly [type: Form['type'], form: Form])[] =>
  rows(forms, chosen.map(formOf)).map((form) => [form.type, form])

/** A page and its console output. */
export interface Visit {
  readonly page: Page
  readonly context: BrowserContext
  /** Warnings, errors and exceptions. */
  readonly consoleMessages: string[]
}

/** The axe violations of a page or a part of it, as `rule: html`. Waits for finite animations, because text that fades in lacks contrast. */
export async function axeFaults(page: Page, within?: string): Promise<readonly string[]> {
  await page.evaluate(async () => {
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
    await Promise.allSettled(ending.map(({ finished }) => finished))
  })
  // axe names the elements that pass too, which takes a third of its time and is not read.
  // A frame has a page of its own, which has its own test.
  const axe = new AxeBuilder({ page })
    .setLegacyMode()
    .exclude('iframe')
    .options({ resultTypes: ['violations'] })
  const { violations } = await (within === undefined ? axe : axe.include(within)).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}

/** The built server, a browser, and pages that are closed at the end of a test. */
export function startSite(settings?: Readonly<Record<string, string>>) {
  let server: Running | undefined
  beforeAll(async () => {
    server = await startServer(settings)
  })
  afterEach(closeProfiles)
  afterAll(() => server?.remove())

  const running = (): Running => {
    if (server === undefined) throw new Error('the server does not run yet')
    return server
  }

  const watch = (page: Page): Visit => {
    const consoleMessages: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning')
        consoleMessages.push(`${message.text()} ${message.location().url}`)
    })
    page.on('pageerror', (error) => consoleMessages.push(String(error)))
    return { page, context: page.context(), consoleMessages }
  }

  /** Opens another page of a visitor. */
  const visitIn = async (context: BrowserContext): Promise<Visit> => watch(await context.newPage())

  /** Opens a page for a new visitor. By default without the service worker, because a test cannot intercept its requests. */
  const visit = async (options: BrowserContextOptions = {}): Promise<Visit> => {
    const context = await newProfile({ baseURL: running().url, reducedMotion: 'reduce', ...options })
    // A browser without background sync registers no worker.
    if (options.serviceWorkers !== 'allow') await context.addInitScript(() => Reflect.deleteProperty(window, 'SyncManager'))
    return visitIn(context)
  }

  /** Opens a page and fills in the form. Returns the page, the address and the answers. */
  const visitFilled = async (form: Form, options?: BrowserContextOptions) => {
    const visited = await visit(options)
    const email = someone()
    const answers = answersTo(form, email)
    await openForm(visited.page, form)
    await fill(visited.page, form, answers)
    // The first answer loads what draws the line of the progress.
    await visited.page.locator('nav[aria-label="Parts of this form"] path:not(:last-child)').waitFor({ state: 'attached' })
    return { ...visited, email, answers }
  }

  /** The stored applications of this address. */
  const stored = async (email: string): Promise<readonly ApplicationRecord[]> =>
    (await running().listed(`q=${encodeURIComponent(email)}`)) as ApplicationRecord[]

  /** Expects one stored application of this address with these answers, and returns it. */
  const expectStored = async (
    email: string,
    form: Form,
    answers: Readonly<Record<string, unknown>>,
  ): Promise<ApplicationRecord> => {
    const applications = await stored(email)
    expect(applications).toHaveLength(1)
    const [application] = applications as [ApplicationRecord]
    for (const [name, field] of inOrder(form))
      if (isFileField(field)) expect(application.form_data[name]).toMatchObject({ name: resume.name })
      else expect(application.form_data[name], name).toEqual(answers[name])
    return application
  }

  return { server: running, visit, visitFilled, visitIn, stored, expectStored }
}

/** Resolves when the current state has been painted. */
export const nextPaint = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))

/** Measures layout shifts from the page's start; the returned function gives their sum (Cumulative Layout Shift). */
export async function shifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    Object.assign(window, { shifted: 0 })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        Object.assign(window, { shifted: Reflect.get(window, 'shifted') + Reflect.get(entry, 'value') })
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return () => page.evaluate(() => Reflect.get(window, 'shifted') as number)
}

let people = 0
/** A unique address. */
export function someone(): string {
  people += 1
  return `asha.${process.pid}.${people}@example.in`
}

/** A small PDF, as bytes. */
export const pdf = Buffer.from('%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n')

export const resume = { name: 'my resume.pdf', mimeType: 'application/pdf', buffer: pdf }

/** Answers to every question of a form, with Tamil, emoji and line breaks. */
export function answersTo(form: Form, email: string): Record<string, string | readonly string[] | typeof resume> {
  const answers: Record<string, string | readonly string[] | typeof resume> = {}
  for (const [name, field] of inOrder(form)) answers[name] = answerTo(field, name)
  for (const [, field] of inOrder(form)) if (field.shown !== undefined) answers[field.shown.field] = field.shown.is
  answers[form.applicant.email] = email
  return answers
}

function answerTo(field: Field, name: string): string | readonly string[] | typeof resume {
  switch (field.kind) {
    case 'file':
      return resume
    case 'multiselect':
      return [field.options?.[1]?.value ?? '', field.options?.[4]?.value ?? '']
    case 'select':
    case 'radio':
      return field.options?.findLast(({ closed }) => closed !== true)?.value ?? ''
    case 'tel':
      return '+91 98400 12345'
    case 'url':
      return 'https://www.example.in/கோலம்'
    case 'textarea':
      return `${name}: முதல் வரி\nsecond line 🚀 "quoted" <b>& more</b>`
    default:
      return [...`${name} ஆஷா 🌾`].slice(0, field.limit).join('')
  }
}

/** Opens the page of a form and waits until its script runs. */
export async function openForm(page: Page, form: Form): Promise<void> {
  await page.goto(form.path)
  await awake(page)
}

export async function awake(page: Page): Promise<void> {
  await page.locator('[data-form-place]').scrollIntoViewIfNeeded()
  // A native form in another language has it too.
  await page.locator('form[novalidate]:not(#form)').waitFor()
}

export const input = (page: Page, name: string) => page.locator(`[data-field="${name}"]`).locator(`[name="${name}"]`)

/**
 * Enters answers into a form: files and questions that depend on another one by one, the others at once, because each frame that is drawn between
 * them takes CPU. Each control gets the focus, and the events of an edit. @throws when a visitor could not edit a control
 */
export async function fill(page: Page, form: Form, answers: Readonly<Record<string, unknown>>): Promise<void> {
  const requested = inOrder(form).filter(([name]) => name in answers)
  const isSingle = (field: Field): boolean => field.kind === 'file' || field.shown !== undefined
  const together = requested.filter(([, field]) => !isSingle(field)).map(([name]) => [name, answers[name]] as const)
  const [first] = together[0] ?? []
  if (first !== undefined) await input(page, first).first().waitFor()
  await page.evaluate(enter, together)
  for (const [name, field] of requested) if (isSingle(field)) await put(page, name, field, answers[name])
}

/** Runs in the page: enters answers by name. */
function enter(answers: readonly (readonly [string, unknown])[]): void {
  const write = (control: Element, value: unknown): void => {
    // The setter of the prototype, because React replaces that of the element.
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set?.call(control, value)
    for (const type of ['input', 'change']) control.dispatchEvent(new Event(type, { bubbles: true, composed: true }))
  }
  for (const [name, answer] of answers) {
    const controls = [...document.querySelectorAll<HTMLInputElement>(`[data-field="${name}"] [name="${name}"]`)]
    const isChoice = controls.some(({ type }) => type === 'radio' || type === 'checkbox')
    const chosen = isChoice ? controls.filter(({ value }) => [answer].flat().includes(value)) : controls.slice(0, 1)
    if (chosen.length !== [answer].flat().length) throw new Error(`${name} has no control for ${answer}`)
    for (const control of chosen) {
      const isVisible = control.getClientRects().length > 0 && getComputedStyle(control).visibility === 'visible'
      if (!isVisible || control.matches(':disabled, :read-only:not(select, [type=radio], [type=checkbox])'))
        throw new Error(`${name} cannot be edited`)
      control.focus()
      if (!isChoice) write(control, String(answer))
      else if (!control.checked) control.click()
    }
  }
}

export async function put(page: Page, name: string, field: Field, answer: unknown): Promise<void> {
  const control = input(page, name)
  if (field.kind === 'select') await control.selectOption(String(answer))
  else if (field.kind === 'file') await control.setInputFiles(answer === '' ? [] : (answer as typeof resume))
  else if (field.kind === 'radio') await page.locator(`[name="${name}"][value="${answer}"]`).check()
  else if (field.kind === 'multiselect')
    for (const value of answer as readonly string[]) await page.locator(`[name="${name}"][value="${value}"]`).check()
  else await control.fill(String(answer))
}

/** Waits until the page has loaded what it loads after the first edit, and needs without a connection. To fill in a form takes a visitor longer. */
export async function loadedAfterEdit(page: Page): Promise<void> {
  const scripts = (): Promise<readonly string[]> =>
    page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .map(({ name }) => name)
        .filter((name) => /\/_assets\/(SentView|WaitingList)\./.test(name)),
    )
  await expect.poll(async () => (await scripts()).length).toBeGreaterThanOrEqual(2)
  // Resolves when everything that they import is loaded too. A text, because Vite would replace `import`.
  await page.evaluate(`Promise.all(${JSON.stringify(await scripts())}.map((script) => import(script))).then(() => undefined)`)
  // The styles of the success view.
  await page.waitForFunction(() => {
    const sheets = [...document.querySelectorAll<HTMLLinkElement>('head link[rel=stylesheet]')]
    return sheets.length > 0 && sheets.every(({ sheet }) => sheet !== null)
  })
}

/** Takes the connection away. */
export async function goOffline(page: Page): Promise<void> {
  await loadedAfterEdit(page)
  await page.context().setOffline(true)
}

export const submitButton = (page: Page) => page.locator('form:not(#opens) button[type=submit]')
export const alertOf = (page: Page) => page.getByRole('alert')
export const successOf = (page: Page, form: Form) => page.getByRole('heading', { name: form.texts.success })

/** Whether an element has the focus. */
export const hasFocus = (locator: Locator): Promise<boolean> => locator.evaluate((element) => document.activeElement === element)

export const intake = '**/api/submit-application'

/** Answers posts to the intake with `answer`, without pauses between attempts. Returns the idempotency keys of the posts. */
export async function failing(page: Page, answer: (route: Route) => Promise<unknown>): Promise<string[]> {
  const keys: string[] = []
  await page.clock.install()
  await page.route(intake, async (route) => {
    keys.push(route.request().headers()['idempotency-key'] ?? '')
    await answer(route)
  })
  return keys
}

/** Advances the page's clock until `seen` is visible. */
export async function passTime(page: Page, step: number, seen: () => Promise<boolean>): Promise<void> {
  await expect
    .poll(
      async () => {
        if (await seen()) return true
        await page.clock.runFor(step)
        return false
      },
      { timeout: 45_000, interval: 50 },
    )
    .toBe(true)
}

/** A browser with a profile on disk that survives the browser. */
export async function profile(): Promise<{ readonly folder: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'kolam-profile-'))
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}

/** The controls in the window that can be seen; a group of radio buttons is one, as it is one stop of the Tab key. */
export const controls = (page: Page, within = 'body') =>
  page
    .locator(within)
    .locator('a[href], button, input:not([type=radio]), select, textarea, summary, fieldset:has([type=radio])')
    .evaluateAll((all) =>
      all
        .filter((element) => {
          const { top, bottom, width, height } = element.getBoundingClientRect()
          const isInWindow = width > 1 && height > 1 && top < innerHeight && bottom > 0
          return isInWindow && element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
        })
        .map((element) => element.ariaLabel ?? element.textContent ?? ''),
    )
