import { mkdirSync } from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedApplications } from '../../bench/many-applications.ts'
import { second } from '../../src/shared/dates.ts'
import { answers } from '../support/answers.ts'
import { type DeskCalls, type Json, signedIn } from '../support/desk.ts'
import { admin, type DeskHarness, openDesk } from './desk-harness.ts'

// The week after a deadline: many applications arrive at once, and one reviewer reads and decides them by keyboard. It prints keys and seconds, and with
// KOLAM_PICTURES=FOLDER writes pictures of each step.

/** Applications for the cohort, those that are invited, and those that are taken back; a tenth more apply by another form. */
const [total, invited, takenBack] = (process.env.KOLAM_SEASON ?? '540,40,10').split(',').map(Number) as [number, number, number]
const others = Math.round(total / 9)
const perSecond = 20

let harness: DeskHarness
let desk: DeskCalls
let page: Page

beforeAll(async () => {
  harness = await openDesk({ ADMIN_EMAIL: admin, TRUST_PROXY: '1', DECISION_HOLD_S: '10' })
  desk = await signedIn(harness.server)
  page = await harness.page(true)
})
afterAll(() => harness?.close())

const figures: string[] = []
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
async function step(name: string, work: () => Promise<void>): Promise<void> {
  const [from, began] = [keys, performance.now()]
  await work()
  figures.push(`${name}: ${keys - from} keys, ${((performance.now() - began) / second).toFixed(1)} s`)
  console.log(figures.at(-1))
}

async function picture(name: string): Promise<void> {
  const folder = process.env.KOLAM_PICTURES
  if (folder === undefined) return
  mkdirSync(folder, { recursive: true })
  for (const [width, height] of [
    [1440, 900],
    [360, 740],
  ] as const) {
    await page.setViewportSize({ width, height })
    // The pane leaves and enters at this width.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)))
    await page.screenshot({ path: path.join(folder, `${name}-${width}.png`) })
  }
  await page.setViewportSize({ width: 1440, height: 900 })
}

async function post(formType: 'Accelerator' | 'StartupStudio', n: number, values: Json): Promise<void> {
  const response = await fetch(`${harness.server.url}/api/submit-application`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': `198.${51 + Math.floor(n / 250)}.${n % 250}.7` },
    body: JSON.stringify({
      ...answers(formType),
      ...values,
      formType,
      email: `founder${n}@people${n}.example`,
      phone: `+91 98${String(n).padStart(3, '0')} ${String(10_000 + n)}`,
    }),
  })
  expect(response.status).toBe(201)
}

/** The letters that wait, by kind, as the server lists them. */
async function waiting(): Promise<Readonly<Record<string, number>>> {
  const { letters } = (await desk.call('/api/outbox/letters')).body
  const kinds: Record<string, number> = {}
  for (const { letter } of letters as Json[]) kinds[letter] = (kinds[letter] ?? 0) + 1
  return kinds
}
const mails = async (): Promise<number> =>
  (await harness.server.mails()).filter(({ to }) => to?.[0]?.address?.startsWith('founder')).length

test('a season: read, invited, rejected, taken back and sent, by keyboard', async () => {
  await desk.call('/api/outbox/hold', 'PUT', {
    hold: { kind: 'by_hand' },
    revision: (await desk.call('/api/outbox/hold')).body.revision,
  })
  await step(`${total + others} applications over HTTP`, async () => {
    const seeds = await seedApplications()
    const texts = (formType: 'Accelerator' | 'StartupStudio') =>
      seeds.filter(({ application }) => application.formType === formType).map(({ application }) => application)
    const [cohort, studio] = [texts('Accelerator'), texts('StartupStudio')]
    const began = performance.now()
    const sending: Promise<void>[] = []
    for (let n = 0; n < total + others; n += 1) {
      const isStudio = n % 10 === 9
      const {
        answers: own,
        applicantName,
        companyName,
      } = (isStudio ? studio : cohort)[n % (isStudio ? studio : cohort).length] as (typeof cohort)[number]
      const names = { founderName: `${applicantName} ${String.fromCharCode(65 + (n % 26))}`, companyName: `${companyName} ${n}` }
      sending.push(post(isStudio ? 'StartupStudio' : 'Accelerator', n, { ...own, ...names }))
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, began + (n * second) / perSecond - performance.now())))
    }
    await Promise.all(sending)
  })
  await expect.poll(mails, { timeout: 300_000 }).toBe(total + others)
  expect(await waiting()).toEqual({})

  await page.goto('/app/dashboard/Accelerator?status=pending')
  await page.getByText(`${total} applications found`).waitFor()
  await picture('1-arrived')
  await step(`${total} read, ${invited} invited`, async () => {
    const heading = page.locator('[data-pane] h2').first()
    await press('j')
    const each = Math.floor(total / invited)
    for (let n = 0, done = 0; n < total - 1; n += 1) {
      const name = await heading.textContent()
      const invites = done < invited && n % each === 0
      if (invites) done += 1
      await press(invites ? 'p' : 'j')
      await expect.poll(() => heading.textContent(), { interval: 10 }).not.toBe(name)
    }
  })
  await expect.poll(async () => (await desk.call('/api/stats')).body.stats.pitch).toBe(invited)
  expect(await waiting()).toEqual({ pitch_invitation: invited })
  await picture('2-read')

  const rejected = total - invited
  await step(`${rejected} rejected with a reason`, async () => {
    await press('x')
    await tabTo(/^Select all/)
    await press('Enter')
    await page.getByText(`${rejected} selected`).waitFor()
    await press('r')
    await page.getByRole('dialog').waitFor()
    await tabTo(/^Reason/)
    await press('ArrowDown', 2)
    await picture('3-question')
    await tabTo(/^Type \d+ to confirm/)
    await type(String(rejected))
    await press('Enter')
    await page.getByText(`${rejected} applications: rejected successfully`).waitFor({ timeout: 300_000 })
  })
  await picture('4-rejected')
  expect(await waiting()).toEqual({ pitch_invitation: invited, rejection: rejected })

  await press('m')
  await page.getByText(`Rejection, ${rejected} letters`).waitFor()
  await picture('5-outbox')
  await step(`${takenBack} taken back`, async () => {
    await tabTo(new RegExp(`^Send these ${rejected}$`))
    await tabTo(/^Show each/)
    await press('Enter')
    for (let n = 0; n < takenBack; n += 1) {
      await tabTo(/^Take back the letter/)
      // No key acts on a letter that has just come into the list.
      await page.waitForTimeout(450)
      await press('Enter')
      await expect.poll(async () => (await waiting()).rejection).toBe(rejected - n - 1)
      await press('Tab')
    }
  })
  await picture('6-taken-back')
  expect((await desk.call('/api/stats')).body.stats).toMatchObject({
    pending: others + takenBack,
    rejected: rejected - takenBack,
  })

  const sent = invited + rejected - takenBack
  await step(`${sent} letters sent`, async () => {
    await tabTo(/^Send all/, 'Shift+Tab')
    await press('Enter')
    await page.getByText(`${sent} letters were sent`, { exact: true }).waitFor({ timeout: 300_000 })
  })
  await picture('7-sent')
  expect([await waiting(), await mails()]).toEqual([{}, total + others + sent])
  console.log(figures.join('\n'))
}, 1_800_000)
