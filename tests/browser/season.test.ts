import { mkdirSync, readdirSync } from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { seedApplications } from '../../bench/many-applications.ts'
import { deskPages } from '../../src/dashboard/pages.ts'
import { keyGroups } from '../../src/dashboard/ui/keys.ts'
import { second } from '../../src/shared/dates.ts'
import { answers, submission } from '../support/answers.ts'
import type { Json } from '../support/desk.ts'
import { admin, startDesk } from './desk-harness.ts'
import { controls } from './drive.ts'

// A selection season by keyboard: a reviewer scores many applications, invites the best, rejects the others in groups, meets founders and reports to the
// board. It prints keys and seconds of each work, beside those that a review measured in November 2026, before this was built; with KOLAM_PICTURES=FOLDER
// it writes pictures of some steps.

/** Applications, those that are invited to a meeting, and those that are chosen in the end. */
const [total, invited, chosen] = (process.env.KOLAM_SEASON ?? '600,40,12').split(',').map(Number) as [number, number, number]
const perSecond = 20
const list = '/app/dashboard/Accelerator'

const harness = startDesk({ ADMIN_EMAIL: admin, TRUST_PROXY: '1', DECISION_HOLD_S: '10' })
let page: Page

beforeAll(async () => {
  page = await harness.page(true)
})

let keys = 0
async function press(key: string, times = 1): Promise<void> {
  for (let n = 0; n < times; n += 1) await page.keyboard.press(key)
  keys += times
}
async function type(text: string): Promise<void> {
  await page.keyboard.type(text)
  keys += text.length
}
/** Presses Tab until a control has the focus. */
async function tabTo(name: RegExp, key = 'Tab'): Promise<void> {
  for (let n = 0; n < 60; n += 1) {
    const focused = await page.evaluate(() => {
      const element = document.activeElement as HTMLInputElement | null
      return element?.getAttribute('aria-label') ?? element?.labels?.[0]?.textContent ?? element?.textContent ?? ''
    })
    if (name.test(focused)) return
    await press(key)
  }
  throw new Error(`no Tab reaches ${name}`)
}

const figures: string[][] = [['work', 'keys', 'seconds', 'each', 'the review']]
/** Times a work. @param of how many applications it is about; the last column says what the review measured for the same */
async function step(name: string, of: number, review: string, work: () => Promise<string | undefined>): Promise<void> {
  const [from, began] = [keys, performance.now()]
  const note = (await work()) ?? ''
  const [pressed, seconds] = [keys - from, (performance.now() - began) / second]
  const each = of > 1 ? `${(pressed / of).toFixed(1)} keys, ${(seconds / of).toFixed(2)} s` : ''
  figures.push([`${name}${note}`, String(pressed), seconds.toFixed(1), each, review])
  console.log(figures.at(-1)?.join(' | '))
}

async function picture(name: string): Promise<void> {
  const folder = process.env.KOLAM_PICTURES
  if (folder === undefined) return
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: path.join(folder, `${name}.png`) })
}

/** The `n`th application; a letter per address. */
async function post(n: number, values: Json): Promise<void> {
  const own = {
    cohortPreference: 'cohort-6',
    email: `founder${n}@people${n}.example`,
    phone: `+91 98${String(n).padStart(3, '0')} ${String(10_000 + n)}`,
  }
  const from = { 'x-forwarded-for': `198.${51 + Math.floor(n / 250)}.${n % 250}.7` }
  const init = submission('Accelerator', { ...answers('Accelerator'), ...values, ...own }, from)
  expect((await harness.server.request('/api/submit-application', init)).status).toBe(201)
}

const mailCount = (): number => readdirSync(path.join(harness.server.dataDir, 'mail')).length
const searched = async (search: string): Promise<number> =>
  (await harness.server.call(`/api/applications?form_type=Accelerator&limit=1&q=${encodeURIComponent(search)}`)).body.total

/** Types a search in the list, and waits for the number of matches. */
async function search(words: string, found: number): Promise<void> {
  await press('/')
  await press('Control+a')
  await type(words)
  await page.getByText(new RegExp(`^${found.toLocaleString('en')} applications? found`)).waitFor()
  // Out of the field, and to the first of them.
  await press('Escape')
  await press('j')
}

/** Selects all of the list: the open one, then the button that follows. */
async function selectAll(found: number): Promise<void> {
  await press('x')
  if (found > 1) {
    await page.getByRole('button', { name: /^Select all/ }).waitFor()
    await tabTo(/^Select all/, 'Shift+Tab')
    await press('Enter')
  }
  await page.getByText(`${found} selected`).waitFor()
}

/** Confirms the question about a selection; large ones by their number. */
async function confirm(found: number): Promise<void> {
  if (found > 30) {
    await tabTo(/^Type \d+ to confirm/)
    await type(String(found))
  } else await tabTo(/^(Invite|Reject) \d+( to pitch)?$/)
  await press('Enter')
}

/** Sends all letters from the outbox. */
async function sendAll(sent: number): Promise<void> {
  const before = mailCount()
  await press('m')
  await page.getByRole('button', { name: /^Send all/ }).waitFor()
  await tabTo(/^Send all/)
  await press('Enter')
  await page.getByText(`${sent} letters were sent`, { exact: true }).waitFor({ timeout: 300_000 })
  await expect.poll(mailCount, { timeout: 60_000 }).toBe(before + sent)
}

/** Opens a page of the desk by the palette. */
async function goTo(name: string): Promise<void> {
  await press('Control+k')
  await page.getByRole('combobox', { name: /^Go to/ }).waitFor()
  await type(name)
  await page.getByRole('option').first().filter({ hasText: name }).waitFor()
  await press('Enter')
}

/** The digits for the `n`th application: the best are those that are invited, the others fall into five groups. */
const isBest = (n: number): boolean => n % Math.floor(total / invited) === 0 && n < Math.floor(total / invited) * invited
const scoresOf = (n: number): string => (isBest(n) ? '555545' : (['111111', '222222', '333333', '343434', '444444'][n % 5] ?? ''))

/** The searches of the five groups of rejections; each is about those that the ones before left. */
const groups = ['score:<1.5', 'score:<2.5', 'score:<3.3', 'score:<3.9', 'score:<4.4']

test('a season by keyboard: scored, invited, rejected, met, chosen and reported', async () => {
  await harness.server.call('/api/outbox/hold', 'PUT', { hold: { kind: 'by_hand' }, revision: 0 })
  await step(`${total} applications arrive`, total, '', async () => {
    const texts = (await seedApplications()).flatMap(({ application }) =>
      application.formType === 'Accelerator' ? [application] : [],
    )
    const began = performance.now()
    const sending: Promise<void>[] = []
    for (let n = 0; n < total; n += 1) {
      const { answers: own, applicantName, companyName } = texts[n % texts.length] as (typeof texts)[number]
      const names = { founderName: `${applicantName} ${String.fromCharCode(65 + (n % 26))}`, companyName: `${companyName} ${n}` }
      sending.push(post(n, { ...own, ...names }))
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, began + (n * second) / perSecond - performance.now())))
    }
    await Promise.all(sending)
    return undefined
  })
  await expect.poll(mailCount, { timeout: 300_000 }).toBeGreaterThanOrEqual(total)

  await page.goto(list)
  await page.getByText(`${total} applications found`).waitFor()
  const heading = page.locator('[data-pane] h2').first()
  const scroll = page.locator('[data-pane] [data-scroll]')
  await step(`${total} scored, six criteria`, total, '9 keys, 1.38 s, two scrolls of 2,000 px', async () => {
    let [moved, screens] = [0, 0]
    await press('j')
    for (let n = 0; n < total; n += 1) {
      await page.locator('[data-pane] [data-scores] fieldset').nth(5).waitFor()
      const name = await heading.textContent()
      const before = await scroll.evaluate((element) => [element.scrollTop, element.scrollHeight / element.clientHeight] as const)
      screens += before[1]
      await press('s')
      for (const digit of scoresOf(n)) await press(digit)
      moved = Math.max(moved, (await scroll.evaluate((element) => element.scrollTop)) - before[0])
      if (n === 0) await picture('scored')
      await press('j')
      if (n < total - 1) await expect.poll(() => heading.textContent(), { interval: 10 }).not.toBe(name)
    }
    await expect.poll(() => searched('is:scored'), { timeout: 120_000 }).toBe(total)
    return `; the text moves ${moved} px, it is ${(screens / total).toFixed(1)} screens`
  })
  await page.goto(list)
  await page.getByText(`${total} applications found`).waitFor()
  await press('j')
  await page.locator('[data-pane] [data-scores]').waitFor()
  const shown = await controls(page)
  const tools = await controls(page, 'main header [data-print=no]')
  await page.goto(list)
  await page.getByText(`${total} applications found`).waitFor()
  const keyCount = keyGroups.reduce((sum, group) => sum + group.keys.length, 0)

  await step(`${invited} starred by score`, invited, 'no star', async () => {
    await search('score:>=4.5', invited)
    for (let n = 0; n < invited; n += 1) {
      const name = await heading.textContent()
      await press('*')
      if (n === invited - 1) break
      await press('j')
      await expect.poll(() => heading.textContent(), { interval: 10 }).not.toBe(name)
    }
    await expect.poll(() => searched('is:starred')).toBe(invited)
    return undefined
  })

  await step(`${invited} times for meetings opened`, invited, '40 dates typed by hand', async () => {
    await goTo('Meetings')
    await page.getByText('No meetings planned').waitFor()
    await tabTo(/^Later week/)
    await press('Enter')
    await tabTo(/, 08:00$/)
    for (let n = 0; n < invited; n += 1) {
      await press('Enter')
      await expect.poll(() => page.getByRole('button', { name: /, open$/ }).count(), { interval: 10 }).toBe(n + 1)
      // Five days, then the next hour.
      if (n % 5 < 4) await press('ArrowRight')
      else {
        await press('ArrowLeft', 4)
        await press('ArrowDown')
      }
    }
    return undefined
  })

  await page.goto(list)
  await page.getByText(`${total} applications found`).waitFor()
  await step(`${invited} invited`, invited, 'with the next line: 45 keys, 80 s', async () => {
    await search('is:starred', invited)
    await selectAll(invited)
    await press('p')
    await page.getByRole('dialog').waitFor()
    await confirm(invited)
    await page.getByText(`${invited} applications: invited to pitch successfully`).waitFor({ timeout: 120_000 })
    return undefined
  })
  const rejected = total - invited
  await step(
    `${rejected} rejected in five groups, a reason each`,
    rejected,
    '66.9 s without a reason; "hours" with one',
    async () => {
      let done = 0
      for (const [n, words] of groups.entries()) {
        const found = await searched(`is:pending ${words}`)
        await search(`is:pending ${words}`, found)
        await selectAll(found)
        await press('r')
        await page.getByRole('dialog').waitFor()
        await tabTo(/^Reason/)
        await press('ArrowDown', n + 1)
        if (n === 0) await picture('question')
        await confirm(found)
        done += found
        await expect
          .poll(async () => (await harness.server.call('/api/stats')).body.stats.rejected, { timeout: 300_000 })
          .toBe(done)
        await page.getByRole('dialog').waitFor({ state: 'detached' })
      }
      return undefined
    },
  )
  expect((await harness.server.call('/api/stats')).body.stats).toMatchObject({ pending: 0, pitch: invited, rejected })
  await step(`${total} letters sent`, total, '497 left while it ran', () => sendAll(total).then(() => undefined))

  const letters = (await harness.server.mails()).filter(({ subject }) => subject?.startsWith('An invitation to pitch'))
  const links = letters.map(({ text }) => /Book your pitch:?\s+(\S+\/my\/\S+)/.exec(text ?? '')?.[1] ?? '')
  expect(new Set(links).size).toBe(invited)
  await step(`${invited} founders choose, in three zones`, invited, 'agreed elsewhere', async () => {
    const zones = ['Asia/Kolkata', 'America/Los_Angeles', 'Asia/Tokyo']
    const founders = await Promise.all(zones.map((zone) => harness.page(false, { width: 360, height: 740 }, zone)))
    for (const [n, link] of links.entries()) {
      const founder = founders[n % zones.length] as Page
      await founder.context().clearCookies()
      await founder.setExtraHTTPHeaders({ 'x-forwarded-for': `203.0.${n}.7` })
      await founder.goto(link)
      await founder.getByRole('link', { name: 'Choose a time' }).click()
      await founder
        .getByText(
          n % zones.length === 0
            ? /^Times are in/
            : `Your time (${zones[n % zones.length]?.replace(/.*\//, '').replace('_', ' ')})`,
        )
        .waitFor()
      await founder.getByRole('radio').first().check()
      await founder.getByRole('button', { name: 'Choose this time' }).click()
      await founder.getByText('We meet on').waitFor()
    }
    return undefined
  })
  await step('The meetings by day, on one page', 1, 'no list shows them', async () => {
    await page.goto(list)
    await page.getByText(`${total} applications found`).waitFor()
    await goTo('Meetings')
    await expect.poll(() => page.getByRole('article').count()).toBe(invited)
    return undefined
  })
  await picture('meetings')

  await page.goto(`${list}?status=pitch`)
  await page.getByText(`${invited} applications found`).waitFor()
  await step(`${chosen} chosen, ${invited - chosen} rejected`, invited, '2 s each, in the dialog', async () => {
    await press('j')
    for (let n = 0; n < invited; n += 1) {
      const name = await heading.textContent()
      await press(n < chosen ? 'a' : 'r')
      await page.locator('[data-pane] [data-reopen]').waitFor()
      if (n === invited - 1) break
      await press('j')
      await expect.poll(() => heading.textContent(), { interval: 10 }).not.toBe(name)
    }
    return undefined
  })
  await step(`${invited} letters sent`, invited, '', () => sendAll(invited).then(() => undefined))
  const methods = (await harness.server.mails()).flatMap(({ attachments }) =>
    attachments.filter(({ mimeType }) => mimeType === 'text/calendar').map(({ method }) => method),
  )
  // Their meetings are ahead, so the rejections cancel them.
  expect([
    methods.filter((method) => method === 'REQUEST').length,
    methods.filter((method) => method === 'CANCEL').length,
  ]).toEqual([invited, invited - chosen])

  await step('The page for the board', 1, 'counted by hand', async () => {
    await page.goto(list)
    await page.getByText(`${total} applications found`).waitFor()
    await goTo('Cohorts')
    await page.getByRole('heading', { name: 'Cohort 6' }).waitFor()
    return undefined
  })
  const cell = async (name: string) =>
    ((await page.getByRole('row', { name }).first().getByRole('cell').first().textContent()) ?? '').split(' ')[0]
  // The server counts again after a minute.
  await expect
    .poll(
      async () => {
        await page.reload()
        await page.getByRole('row').first().waitFor()
        return [await cell('Received'), await cell('Invited to pitch'), await cell('Chosen')]
      },
      { timeout: 120_000, interval: second },
    )
    .toEqual([total, invited, chosen].map(String))
  await picture('board')
  const pdf = (await page.pdf({ format: 'A4' })).toString('latin1')
  figures.push(
    ['Sheets of paper for the board', String(pdf.match(/\/Type \/Page\b/g)?.length), '', '', 'none'],
    ['Controls in the first window, one open', String(shown.length), '', '', '91'],
    ['Tools in the bar', String(tools.length), '', '', '10, 3 under More'],
    ['Pages of the desk', String(deskPages.length), '', '', '7'],
    ['Lines of the list of keys', String(keyCount), '', '', '29 keys'],
  )
  console.log(figures.map((line) => `| ${line.join(' | ')} |`).join('\n'))
}, 3_600_000)
