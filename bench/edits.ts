import { chromium, type Locator, type Page } from 'playwright-core'
import { launchOptions } from '../tests/browser/chromium.ts'
import { type Running, startServer } from '../tests/support/server.ts'
import { plain, quantile, type Table } from './figures.ts'

/** An edit of a marketing person: a document, what is done in it, and where a visitor reads the words. */
interface Edit {
  readonly what: string
  /** Presses for the like in Ghost, which cannot be installed here: `inGhost` has how they are counted. */
  readonly ghost: string
  readonly document: string
  readonly field?: readonly (string | number)[]
  readonly value: string
  /** In place of typing `value` into `field`. @returns how many folded parts it is in */
  readonly act?: (page: Page) => Promise<number>
  /** The address at which `shown` stands afterwards, `value` by default; `absent`: no more. */
  readonly at: string
  readonly shown?: string
  readonly absent?: boolean
}

const fieldOf = (page: Page, field: readonly (string | number)[]) => page.locator(`[data-field='${JSON.stringify(field)}']`)

/** Opens every part of a form that is folded. @returns in how many of them the field is, which a person would open */
const openTo = (field: Locator): Promise<number> =>
  field.evaluate((element) => {
    let folds = 0
    for (let at = element.parentElement; at !== null; at = at.parentElement)
      if (at instanceof HTMLDetailsElement && !at.open) folds += 1
    for (const part of document.querySelectorAll('details')) part.open = true
    return folds
  })

/**
 * From Ghost's admin to what a visitor reads, counted in the source of its admin: Posts or Pages, the entry, the place in its text, Update
 * (publish-buttons.hbs); what stands on several pages is changed on each. Settings, the field, Save (title-and-description.tsx); Customize before that in
 * design-setting.tsx, and the tab of the second menu in navigation-modal.tsx. It has no forms, and its letters are code.
 */
const inGhost = { text: '4', repeated: '4 a page', name: '3', design: '4', menu: '5', none: 'not in a browser' } as const

/** Twenty edits, each in a document of its own kind or another way of editing. */
const edits: readonly Edit[] = [
  {
    ...{ what: 'a cohort’s deadline', ghost: inGhost.repeated, document: 'cohorts.yaml', field: [1, 'applicationDeadline'] },
    ...{ value: '2026-01-10', at: '/accelerator', shown: '10 Jan 2026' },
  },
  {
    ...{ what: 'an answer of the FAQ', ghost: inGhost.text, document: 'faq.yaml', field: [0, 'answer'], at: '/apply' },
    value: 'Apply eight weeks before the start.',
  },
  {
    what: 'a question',
    ghost: inGhost.text,
    document: 'faq.yaml',
    field: [1, 'question'],
    value: 'Is tea included?',
    at: '/apply',
  },
  {
    what: 'what a person does',
    ghost: inGhost.text,
    document: 'team.yaml',
    field: [0, 'role'],
    value: 'Partner for tea',
    at: '/team',
  },
  {
    ...{ what: 'a person leaves', ghost: inGhost.text, document: 'team.yaml', value: 'Joseph Thayil', at: '/team', absent: true },
    act: async (page) => {
      await page.getByRole('button', { name: 'Remove 2. Joseph Thayil' }).click()
      return 0
    },
  },
  {
    what: 'a company’s stage',
    ghost: inGhost.text,
    document: 'portfolio.yaml',
    field: [0, 'stage'],
    value: 'Series B',
    at: '/portfolio',
  },
  { what: 'a claim', ghost: inGhost.repeated, document: 'claims.yaml', field: ['investors', 'value'], value: '140+', at: '/' },
  {
    what: 'the title of a page',
    ghost: inGhost.text,
    document: 'pages/about.yaml',
    field: ['hero', 'title'],
    value: 'The line we draw',
    at: '/about',
  },
  {
    ...{ what: 'what a programme has', ghost: inGhost.text, document: 'programs/accelerator.yaml', field: ['features', 0] },
    ...{ value: 'A lead mentor and tea', at: '/apply' },
  },
  {
    ...{ what: 'a promise', ghost: inGhost.repeated, document: 'promises.yaml', field: ['answers', 'Contact'] },
    ...{ value: '2 business days', at: '/contact', shown: '2 business days' },
  },
  {
    ...{
      what: 'the title of a post',
      ghost: inGhost.text,
      document: 'posts/remote-first-startup-culture-guide.md',
      field: ['title'],
    },
    ...{ value: 'Together, from afar', at: '/blog' },
  },
  {
    ...{ what: 'a paragraph of a post', ghost: inGhost.text, document: 'posts/complete-guide-startup-fundraising.md' },
    ...{ value: 'A paragraph that was typed.', at: '/blog/complete-guide-startup-fundraising' },
    async act(page) {
      await page.locator('.ProseMirror').click()
      await page.keyboard.press('Control+Home')
      await page.keyboard.type('A paragraph that was typed.')
      await page.keyboard.press('Enter')
      return 0
    },
  },
  {
    ...{ what: 'the subject of a letter', ghost: inGhost.none, document: 'mail/approval.yaml', field: ['subject'] },
    ...{ value: 'Welcome: your {formTitle} ({reference})', at: '/api/letters', shown: 'Welcome: your' },
  },
  {
    ...{
      what: 'the hint of a question',
      ghost: inGhost.none,
      document: 'forms/contact.yaml',
      value: 'In your own words.',
      at: '/contact',
    },
    async act(page) {
      const hint = page.locator(`[data-field$='"hint"]']`).last()
      await hint.waitFor({ state: 'attached' })
      const folds = await openTo(hint)
      await hint.fill('In your own words.')
      return folds
    },
  },
  {
    ...{ what: 'an option of a form', ghost: inGhost.none, document: 'forms/work-for-startups.yaml' },
    ...{ value: 'Something about tea', at: '/work-for-startups' },
    async act(page) {
      const label = page.locator(`[data-field*='"options"'][data-field$='"label"]']`).last()
      await label.waitFor({ state: 'attached' })
      const folds = await openTo(label)
      await label.fill('Something about tea')
      return folds
    },
  },
  {
    what: 'the e-mail address',
    ghost: inGhost.repeated,
    document: 'site.yaml',
    field: ['email'],
    value: 'tea@kolam.example',
    at: '/contact',
  },
  {
    what: 'the opening hours',
    ghost: inGhost.repeated,
    document: 'site.yaml',
    field: ['hours'],
    value: 'Monday to Saturday',
    at: '/contact',
  },
  {
    what: 'the accent colour',
    ghost: inGhost.design,
    document: 'site.yaml',
    field: ['colours', 'accent'],
    value: '#8a2bd2',
    at: '/about',
  },
  {
    ...{ what: 'a link of the footer', ghost: inGhost.menu, document: 'site.yaml', field: ['footer', 0, 'links', 1, 'label'] },
    ...{ value: 'Our story', at: '/contact' },
  },
  { what: 'the name', ghost: inGhost.name, document: 'site.yaml', field: ['name'], value: 'Kolam House', at: '/' },
]

const until = async <T>(what: string, check: () => Promise<T | undefined>): Promise<T> => {
  for (const end = Date.now() + 60_000; Date.now() < end; ) {
    const value = await check()
    if (value !== undefined) return value
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  throw new Error(`${what} did not happen within a minute`)
}

/** Signs in as a person does: the address, the code of the mail. */
async function signIn(page: Page, server: Running): Promise<void> {
  await page.goto(`${server.url}/app`)
  await page.getByLabel('Email address').fill('admin@example.com')
  await page.getByRole('button', { name: 'Send OTP' }).click()
  await page.getByLabel('One-time passcode').waitFor()
  const { text = '' } = await server.mail(({ to }) => to?.[0]?.address === 'admin@example.com')
  await page.getByLabel('One-time passcode').fill(/\b\d{6}\b/.exec(text)?.[0] ?? '')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/app/dashboard**')
}

/** Twenty edits in Chromium: seconds from opening the document, or signing in, until a visitor reads the words; and two steps of that. */
export async function siteEdits(): Promise<readonly Table[]> {
  const server = await startServer({ DATABASE_URL: '', LOG_LEVEL: 'error' })
  const browser = await chromium.launch(launchOptions)
  const rows: string[][] = []
  const steps: { readonly preview: number[]; readonly live: number[] } = { preview: [], live: [] }
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    let began = performance.now()
    await signIn(page, server)
    for (const [at, edit] of edits.entries()) {
      if (at > 0) began = performance.now()
      await page.goto(`${server.url}/app/site#content/${edit.document}`)
      let folds = 0
      if (edit.act) folds = await edit.act(page)
      else {
        const field = fieldOf(page, edit.field ?? [])
        await field.waitFor({ state: 'attached' })
        folds = await openTo(field)
        await field.fill(edit.value)
        // How soon the page beside the form shows what was typed, where it shows the words as they are.
        const typed = performance.now()
        if (edit.document === 'pages/about.yaml') {
          await page.frameLocator('iframe').getByText(edit.value).first().waitFor()
          steps.preview.push(performance.now() - typed)
        }
      }
      await page.getByText('Saved as a draft.').waitFor()
      await page.getByRole('link', { name: 'Publish', exact: true }).click()
      await page.getByRole('button', { name: 'Publish now' }).click()
      const pressed = performance.now()
      const cookie = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
      await until(edit.what, async () => {
        const text = await (await fetch(server.url + edit.at, { headers: { cookie } })).text()
        const faults = await page.locator('[role=alert]').allTextContents()
        if (faults.some((fault) => fault !== '')) throw new Error(`${edit.what} is refused: ${faults.join(' ')}`)
        return text.includes(edit.shown ?? edit.value) !== (edit.absent === true) || undefined
      })
      steps.live.push(performance.now() - pressed)
      // Site, the document, the place in it, Publish, Publish now; by the search of the site, which leads into the folds, always five.
      const presses = String(5 + folds)
      rows.push([`${edit.what}, s`, plain((performance.now() - began) / 1000), '30 at most', presses, edit.ghost])
      await page.getByRole('heading', { name: 'History' }).waitFor()
    }
  } finally {
    await browser.close()
    await server.remove()
  }
  const live = steps.live.toSorted((a, b) => a - b)
  const published = `${plain(quantile(live, 0.5) / 1000)} / ${plain((live.at(-1) ?? 0) / 1000)}`
  rows.push(['from Publish to a visitor: p50 / longest, s', published, '2 at most', '', ''])
  rows.push(['from typing to the page beside the form, ms', plain(steps.preview[0] ?? Number.NaN), '', '', ''])
  return [{ head: ['', 'now', 'goal', 'presses', 'in Ghost'], rows }]
}
