import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  cohortLine,
  cohortMoments,
  cohortOptions,
  cohortsAt,
  deadlineLine,
  openCohort,
  statusAt,
} from '../../src/content/cohorts.ts'
import { cohorts, promises } from '../../src/content/content.ts'
import { builtFiles } from '../../src/content/files.ts'
import { dueMoment, promiseTexts } from '../../src/content/promises.ts'
import type { Cohort } from '../../src/content/schema/cohort.ts'
import { allForms } from '../../src/forms/definitions/all.ts'
import { acceleratorAt, loadForms } from '../../src/server/pages/content.ts'
import { loadSite } from '../../src/server/pages/load.ts'
import { startRenderer, writePages } from '../../src/server/pages/renderer.ts'
import type { Site } from '../../src/server/pages/site.ts'
import { publicUrlPlaceholder } from '../../src/shared/built-pages.ts'
import { dayAndMonth } from '../../src/shared/dates.ts'
import { answers, submission } from '../support/answers.ts'
import { type App, openApp } from '../support/app.ts'
import { json } from '../support/desk.ts'

// Pages use the cohorts and moments of content/. Applications use the cohorts of the specification, independent of content/.

const specified: readonly Cohort[] = [
  { label: 'Cohort 5', startDate: '2025-11-15', applicationDeadline: '2025-10-15', status: 'Closed' },
  { label: 'Cohort 6', startDate: '2026-01-15', applicationDeadline: '2025-12-15', status: 'Apply Now' },
  { label: 'Cohort 7', startDate: '2026-03-15', applicationDeadline: '2026-02-15', status: 'Coming Soon' },
]
const specifiedForms = allForms({ cohorts: cohortOptions(specified) }, promiseTexts(promises))
/** Each moment at which the pages change, one millisecond before it, and moments long before and after all of them. */
const changeTimes = cohortMoments(cohorts)
const moments = [0, ...changeTimes.flatMap((at) => [at.getTime() - 1, at.getTime()]), Date.parse('2100-01-01')].map(
  (ms) => new Date(ms),
)
let clock = { ms: 0 }
let site: App
let app: App
beforeAll(async () => {
  await renderAll()
  const now = (): Site => pagesAt.get(clock.ms) ?? new Map()
  site = await openApp({ cohorts, site: { get: (page) => now().get(page), has: (page) => now().has(page) } })
  clock = site.clock
  app = await openApp({ cohorts: specified, forms: specifiedForms })
})
afterAll(() => Promise.all([site.remove(), app.remove(), rm(folder, { recursive: true })]))

const folder = mkdtempSync(path.join(tmpdir(), 'kolam-deadlines-'))
/** The pages as rendered for each of the moments. */
const pagesAt = new Map<number, Site>()
async function renderAll(): Promise<void> {
  const renderer = startRenderer(path.resolve('dist/renderer/entry.mjs'))
  for (const at of moments) {
    const { pages } = await renderer.render({ at, paths: ['/', '/apply', '/accelerator', '/opens'] })
    const made = path.join(folder, String(at.getTime()))
    writePages(made, pages)
    pagesAt.set(at.getTime(), loadSite(made, 'https://kolam.example'))
  }
  renderer.end()
}

/** A page, by default the accelerator's, at a moment of the server's clock. */
async function pageAt(at: Date, headers: Record<string, string> = {}, page = '/accelerator') {
  site.clock.ms = at.getTime()
  const answer = await site.request(page, { headers })
  return { answer, html: await answer.text() }
}

/** The cohorts in the page's data for search engines. */
const announced = (html: string): string[] =>
  [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map(([, text = '']) => JSON.parse(text).name)

const choices = (html: string): (string | undefined)[] => {
  const [, select = ''] = /<select[^>]*name="cohortPreference"[^>]*>(.*?)<\/select>/s.exec(html) ?? []
  return [...select.matchAll(/<option value="([^"]+)"/g)].map(([, value]) => value)
}

it.each(moments)('a page follows the clock without a build: %s', async (at) => {
  const { html } = await pageAt(at)
  const open = cohortsAt(cohorts, at).ahead.map(({ label }) => label)
  expect(announced(html)).toHaveLength(1 + open.length)
  expect(open.filter((label) => !announced(html).some((name) => name.endsWith(label)))).toEqual([])
})

it.each(moments)('page, refused form and server offer the same choices: %s', async (at) => {
  const { html } = await pageAt(at)
  const drawn = acceleratorAt(at, { cohorts, forms: loadForms() }).fields.cohortPreference?.options?.map(({ value }) => value)
  const taken = loadForms().Accelerator.fields.cohortPreference?.options?.map(({ value }) => value)
  expect(choices(html)).toEqual(drawn)
  expect(choices(html).toSorted()).toEqual(taken?.toSorted())
})

const text = (html: string): string => html.replaceAll('<!-- -->', '').replaceAll(/<[^>]+>/g, ' ')
const promised = promises.answers.Accelerator.words

/** What the four pages say at a moment agrees: one sentence, once on a page, the form's choices, and what search engines read. None leads with a no. */
function expectAgreement(of: readonly Cohort[], at: Date, page: (path: string) => string): void {
  const { counting, ahead, earlier } = cohortsAt(of, at)
  const line = cohortLine(of, at, promised)
  const times = (path: string): number => text(page(path)).split(line).length - 1
  expect(['/', '/apply'].map(times)).toEqual([1, 1])
  const accelerator = page('/accelerator')
  // among the facts, and over the form in the grace
  expect(times('/accelerator')).toBe(counting === undefined ? 0 : line === deadlineLine(of, at) ? 2 : 1)
  const next = `Sent today, answered by ${dayAndMonth(dueMoment(promises, 'Accelerator', at))}`
  expect(text(accelerator).split(next)).toHaveLength(counting === undefined ? 2 : 1)
  expect(accelerator.split('id="opens"')).toHaveLength(counting === undefined ? 2 : 1)
  const rows = accelerator.slice(
    accelerator.indexOf('id="cohorts"'),
    accelerator.indexOf('</section>', accelerator.indexOf('id="cohorts"')),
  )
  const [upper = '', lower = ''] = rows.split('>Earlier<')
  const labelsIn = (html: string) => [...html.matchAll(/<h4>([^<]*)</g)].map(([, label]) => label)
  expect([labelsIn(upper), labelsIn(lower)]).toEqual([ahead, earlier].map((list) => list.map(({ label }) => label)))
  expect(announced(accelerator)).toHaveLength(1 + ahead.length)
  const [, select = ''] = /<select[^>]*name="cohortPreference"[^>]*>(.*?)<\/select>/s.exec(accelerator) ?? []
  const selected = /<option value="([^"]*)" selected=""/.exec(select)?.[1]
  expect(selected).toBe(ahead.length === 0 ? 'next' : '')
  for (const path of ['/', '/apply', '/accelerator']) {
    expect(page(path)).toContain(`rel="canonical" href="https://kolam.example${path === '/' ? '/' : path}"`)
    expect(text(page(path))).not.toMatch(/No cohort|isn’t set|deadline has passed|not open/)
  }
}

it.each(moments)('home, /apply, /accelerator, its form and its data agree about the cohorts: %s', async (at) => {
  const made = new Map<string, string>()
  for (const path of ['/', '/apply', '/accelerator']) made.set(path, (await pageAt(at, {}, path)).html)
  expectAgreement(cohorts, at, (path) => made.get(path) ?? '')
})

const ofYear = (year: number) => ({ startDate: `${year}-01-15`, applicationDeadline: `${year - 1}-12-15` })

it.each([
  ['none', [{ label: 'Cohort 1', ...ofYear(2020), status: 'Closed' }]],
  ['one that comes', [{ label: 'Cohort 8', ...ofYear(2027), status: 'Coming Soon' }]],
  ['one that is open', [{ label: 'Cohort 8', ...ofYear(2027), status: 'Apply Now' }]],
] as const)('the pages agree with other cohorts: %s', async (_, own) => {
  const renderer = startRenderer(path.resolve('dist/renderer/entry.mjs'))
  const at = new Date('2026-11-28T06:00:00Z')
  const files = { ...builtFiles, 'content/cohorts.yaml': JSON.stringify(own) }
  const { pages } = await renderer.render({ files, at, paths: ['/', '/apply', '/accelerator'] })
  renderer.end()
  const placed = (file: string): string => (pages[file] ?? '').replaceAll(publicUrlPlaceholder, 'https://kolam.example')
  expectAgreement(own, at, (page) => placed(page === '/' ? 'index.html' : `${page.slice(1)}/index.html`))
})

it('a page cached before a change is fetched again after it', async () => {
  for (const moment of changeTimes) {
    const before = new Date(moment.getTime() - 1)
    const etag = (await pageAt(before)).answer.headers.get('etag') ?? ''
    expect((await pageAt(before, { 'if-none-match': etag })).answer.status).toBe(304)
    const { answer } = await pageAt(moment, { 'if-none-match': etag })
    expect([answer.status, answer.headers.get('etag') === etag]).toEqual([200, false])
  }
})

it.each(moments)('each row shows a status, and only Apply Now is a link: %s', async (at) => {
  const { html } = await pageAt(at)
  const from = html.indexOf('id="cohorts"')
  const section = html.slice(from, html.indexOf('</section>', from))
  const rows = [...section.matchAll(/<li[^>]*><(a href="#apply"|div)><h4>([^<]*).*?<strong[^>]*>([^<]*)/gs)]
  const { ahead, earlier } = cohortsAt(cohorts, at)
  expect(rows.map(([, row, label, status]) => [row, label, status])).toEqual(
    [...ahead, ...earlier].map((cohort) => {
      const status = statusAt(cohort, at)
      return [status === 'Apply Now' ? 'a href="#apply"' : 'div', cohort.label, status]
    }),
  )
})

it.each(moments)('a visitor can leave an address while no cohort is open: %s', async (at) => {
  const open = openCohort(cohorts, at)
  site.clock.ms = at.getTime()
  const page = await (await site.request('/opens')).text()
  expect(page).toContain(open === undefined ? 'Leave your address' : `${open.label} is open`)
  if (open === undefined) expect(page).toContain('now is read for that cohort. <a href="/accelerator">Apply now</a>')
})

it.each([
  ['a second before the deadline', '2025-12-15T18:29:59Z', 'cohort-6', {}],
  ['at the deadline', '2025-12-15T18:30:00Z', 'cohort-6', {}],
  ['at the last moment of the grace', '2025-12-15T19:00:00Z', 'cohort-6', {}],
  ['a second after the grace', '2025-12-15T19:00:01Z', 'cohort-6', { late: 'Cohort 6' }],
  ['for a cohort that is still open', '2025-12-15T19:00:01Z', 'cohort-7', {}],
])('an application is accepted, and marked as late only after the grace: %s', async (_, at, cohortPreference, mark) => {
  app.clock.ms = Date.parse(at)
  const { id } = await app.apply('Accelerator', { cohortPreference })
  const history = await app.storage.applications.history(id)
  expect(history.map(({ event }) => event)).toEqual([{ what: 'submitted', ...mark }])
})

/** Applies for Cohort 6 at a moment. Returns the first event of the history. */
async function applyAt(at: string, fields: Readonly<Record<string, unknown>>, headers: Record<string, string> = {}) {
  app.clock.ms = Date.parse(at)
  const body = answers('Accelerator', { cohortPreference: 'cohort-6', ...fields })
  const sent = await app.request('/api/submit-application', submission('Accelerator', body, headers))
  expect(sent.status).toBe(201)
  return (await app.storage.applications.history((await sent.json()).applicationId))[0]?.event
}

/** The token of a form that is started at a moment. */
async function begin(at: string): Promise<string> {
  app.clock.ms = Date.parse(at)
  return (await (await app.request('/api/form-token')).json()).begun
}

describe('an application that was started before the deadline', () => {
  const inTime = (since: string) => ({ what: 'submitted', inTime: { cohort: 'Cohort 6', by: 'begun', since } })
  const late = { what: 'submitted', late: 'Cohort 6' }

  it('is in time within 24 hours after it; the history has the time of the start', async () => {
    const begun = await begin('2025-12-15T18:29:59.999Z')
    expect(await applyAt('2025-12-15T23:30:00Z', { begun })).toEqual(inTime('2025-12-15T18:29:59.999Z'))
    expect(await applyAt('2025-12-16T18:30:00Z', { begun })).toEqual(inTime('2025-12-15T18:29:59.999Z'))
    expect(await applyAt('2025-12-16T18:30:00.001Z', { begun })).toEqual(late)
    expect(await applyAt('2025-12-15T19:00:00Z', { begun })).toEqual({ what: 'submitted' })
  })

  it('is late when started at the deadline, over 30 days ago, or without a valid token', async () => {
    const at = '2025-12-15T23:30:00Z'
    expect(await applyAt(at, { begun: await begin('2025-12-15T18:30:00Z') })).toEqual(late)
    expect(await applyAt(at, { begun: await begin('2025-11-15T23:29:59Z') })).toEqual(late)
    const begun = await begin('2025-12-15T10:00:00Z')
    const [stamp = '', signature = ''] = begun.split('.')
    for (const forged of [
      `${(Number.parseInt(stamp, 36) - 1).toString(36)}.${signature}`,
      `${stamp}.${'A'.repeat(22)}`,
      stamp,
      5,
      {},
    ])
      expect(await applyAt(at, { begun: forged })).toEqual(late)
  })

  it('is marked in every export', async () => {
    await applyAt('2025-12-15T23:30:00Z', { begun: await begin('2025-12-15T10:00:00Z'), email: 'exported@example.in' })
    await applyAt('2025-12-15T23:30:00Z', { email: 'exported-late@example.in' })
    const csv = await (await app.fetch('/api/applications/export?q=exported')).text()
    expect(csv).toContain('in time for Cohort 6: begun 2025-12-15T10:00:00.000Z')
    expect(csv).toContain('late for Cohort 6')
    const { body } = await app.call('/api/applications/export?q=exported&format=json')
    expect(body.map(({ deadline }: { deadline: string }) => deadline).sort()).toEqual([
      'in time for Cohort 6: begun 2025-12-15T10:00:00.000Z',
      'late for Cohort 6',
    ])
  })
})

describe('a late link', () => {
  const inTime = { what: 'submitted', inTime: { cohort: 'Cohort 6', by: 'link' } }
  const late = { what: 'submitted', late: 'Cohort 6' }
  const make = (body: object) => app.call('/api/late-links', 'POST', body)

  it('lets one address apply for one cohort until its moment, with a script or without', async () => {
    app.clock.ms = Date.parse('2025-12-20T00:00:00Z')
    const { link } = (await make({ email: 'Nila@example.in', cohort: 'cohort-6', until: '2025-12-22T12:00:00Z' })).body
    expect(link).toMatch(/^http:\/\/localhost:3000\/accelerator\?late=[0-9a-z]+\.[\w-]{22}$/)
    const token = new URL(link).searchParams.get('late')
    const from = { referer: `http://localhost/accelerator?late=${token}`, host: 'localhost' }
    expect(await applyAt('2025-12-22T12:00:00Z', { email: ' nila@EXAMPLE.in', late: token })).toEqual(inTime)
    expect(await applyAt('2025-12-22T11:00:00Z', { email: 'nila@example.in' }, from)).toEqual(inTime)
    expect(await applyAt('2025-12-22T12:00:00.001Z', { email: 'nila@example.in', late: token })).toEqual(late)
    expect(await applyAt('2025-12-21T00:00:00Z', { email: 'other@example.in', late: token })).toEqual(late)
    // The form shows the cohort as closed, so that the applicant chooses the next one.
    const next = { email: 'nila@example.in', cohortPreference: 'next' }
    expect(await applyAt('2025-12-21T00:00:00Z', { ...next, late: token })).toEqual(inTime)
    expect(await applyAt('2025-12-22T12:00:00.001Z', { ...next, late: token })).toEqual({ what: 'submitted' })
    const foreign = { referer: `https://evil.example/?late=${token}`, host: 'localhost' }
    expect(await applyAt('2025-12-21T00:00:00Z', { email: 'nila@example.in' }, foreign)).toEqual(late)
  })

  it('is created by the admin, for one address, an offered cohort and at most 60 days', async () => {
    app.clock.ms = Date.parse('2025-12-20T00:00:00Z')
    const body = { email: 'a@example.in', cohort: 'cohort-6', until: '2025-12-22T12:00:00Z' }
    expect((await app.request('/api/late-links', json('POST', body))).status).toBe(401)
    for (const [wrong, field] of [
      [{ email: 'nobody' }, 'email'],
      [{ cohort: 'cohort-5' }, 'cohort'],
      [{ cohort: 'next' }, 'cohort'],
      [{ until: '2025-12-19T00:00:00Z' }, 'until'],
      [{ until: '2026-02-19T00:00:00Z' }, 'until'],
      [{ until: 'soon' }, 'until'],
    ] as const) {
      const refused = await make({ ...body, ...wrong })
      expect([refused.status, Object.keys(refused.body.details)]).toEqual([400, [field]])
    }
  })
})
