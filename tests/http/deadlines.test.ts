import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { cohorts } from '../../src/content/content.ts'
import { acceleratorAt, loadForms } from '../../src/server/content.ts'
import { loadSite } from '../../src/server/pages/load.ts'
import { answers, submission } from '../support/answers.ts'
import { type App, openApp } from '../support/app.ts'

let app: App
beforeAll(async () => {
  app = await openApp({ cohorts, site: loadSite(path.resolve('dist/site'), 'https://kolam.example') })
})
afterAll(() => app.remove())

/** The accelerator's page by the server's clock. */
async function pageAt(at: string, headers: Record<string, string> = {}) {
  app.clock.ms = Date.parse(at)
  const answer = await app.request('/accelerator', { headers })
  return { answer, html: await answer.text() }
}

/** The cohorts that the page tells search engines. */
const announced = (html: string): string[] =>
  [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map(([, text = '']) => JSON.parse(text).name)

const choices = (html: string): (string | undefined)[] => {
  const [, select = ''] = /<select[^>]*name="cohortPreference"[^>]*>(.*?)<\/select>/s.exec(html) ?? []
  return [...select.matchAll(/<option value="([^"]+)"/g)].map(([, value]) => value)
}

const moments = [
  ['a second before', '2025-12-15T18:29:59Z', /Cohort 6: apply by the end of 15 Dec 2025/, 2],
  ['the deadline', '2025-12-15T18:30:00Z', /Cohort 6 has closed\. What arrives by 00:30/, 1],
  ['the last moment of the grace', '2025-12-15T19:00:00Z', /Cohort 6 has closed\. What arrives by 00:30/, 1],
  ['a second after the grace', '2025-12-15T19:00:01Z', /Any day\. We read it for the next cohort\./, 1],
  ['after the last deadline', '2026-02-15T18:30:00Z', /Any day\. We read it for the next cohort\./, 0],
] as const

it.each(moments)('a page follows the clock without a build: %s', async (_, at, sentence, cohorts) => {
  const { html } = await pageAt(at)
  expect(html).toMatch(sentence)
  expect(announced(html)).toHaveLength(1 + cohorts)
  expect(announced(html).some((name) => name.endsWith('Cohort 6'))).toBe(cohorts === 2)
})

it.each(moments)('page, refused form and server have the same choices: %s', async (_, at) => {
  const { html } = await pageAt(at)
  const drawn = acceleratorAt(new Date(at)).fields.cohortPreference?.options?.map(({ value }) => value)
  const taken = loadForms().Accelerator.fields.cohortPreference?.options?.map(({ value }) => value)
  expect(choices(html)).toEqual(drawn)
  expect(choices(html).toSorted()).toEqual(taken?.toSorted())
})

it('a page read before the deadline is fetched again after it', async () => {
  const etag = (await pageAt('2025-12-15T18:29:59Z')).answer.headers.get('etag') ?? ''
  expect((await pageAt('2025-12-15T18:29:59Z', { 'if-none-match': etag })).answer.status).toBe(304)
  const { answer } = await pageAt('2025-12-15T18:30:00Z', { 'if-none-match': etag })
  expect([answer.status, answer.headers.get('etag') === etag]).toEqual([200, false])
})

it('the pages for other moments have no address, and name the page’s own', async () => {
  for (const address of ['/accelerator/from/0', '/accelerator/from/1765823400000', '/accelerator/from/0/'])
    expect((await app.request(address)).status).toBe(404)
  expect((await pageAt('2025-12-15T18:30:00Z')).html).toContain('rel="canonical" href="https://kolam.example/accelerator"')
})

it('the cards say the same at every moment', async () => {
  const cards = async (at: string) => /<ul[^>]*>(?:(?!<\/ul>).)*Cohort 5.*?<\/ul>/s.exec((await pageAt(at)).html)?.[0]
  const [before, after] = [await cards('2025-12-01T00:00:00Z'), await cards('2026-06-01T00:00:00Z')]
  expect(before).toContain('Apply Now')
  expect(after).toBe(before)
})

it.each([
  ['a second before the deadline', '2025-12-15T18:29:59Z', 'cohort-6', {}],
  ['at the deadline', '2025-12-15T18:30:00Z', 'cohort-6', {}],
  ['at the last moment of the grace', '2025-12-15T19:00:00Z', 'cohort-6', {}],
  ['a second after the grace', '2025-12-15T19:00:01Z', 'cohort-6', { late: 'Cohort 6' }],
  ['for a cohort that is still open', '2025-12-15T19:00:01Z', 'cohort-7', {}],
])('an application is taken, and marked only after the grace: %s', async (_, at, cohortPreference, mark) => {
  app.clock.ms = Date.parse(at)
  const sent = await app.request(
    '/api/submit-application',
    submission('Accelerator', answers('Accelerator', { cohortPreference })),
  )
  expect(sent.status).toBe(201)
  const { applicationId } = await sent.json()
  const history = await app.storage.applications.history(applicationId)
  expect(history.map(({ event }) => event)).toEqual([{ what: 'submitted', ...mark }])
})
