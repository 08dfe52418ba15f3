import { afterAll, afterEach, expect, test, vi } from 'vitest'
import type { ApplicationRecord, ApplicationResponse } from '../../../api/responses.ts'
import { mergeResponse, type Pages } from '../../../dashboard/applications/cache.ts'
import { applicationQuery } from '../../../dashboard/applications/queries.ts'
import { noFilters } from '../../../dashboard/applications/url-state.ts'
import { makeClient } from '../../../dashboard/query-client.ts'
import { applyLiveEvent } from './live-events.ts'

const response = (revision: number, notes: string): ApplicationResponse => ({
  success: true,
  application: {
    id: 'a',
    form_type: 'Contact',
    applicant_name: 'Nila Raman',
    applicant_email: 'nila@example.in',
    company_name: '',
    form_data: {},
    status: 'pending',
    submitted_at: '2026-11-21T00:00:00.000Z',
    reviewed_at: null,
    reviewed_by: null,
    notes,
    meeting_scheduled_at: null,
    due_at: '2026-11-21T10:00:00.000Z',
    answers_revision: 0,
    seen_revision: 0,
    read_at: null,
    starred: false,
    scores: {},
    revision,
  },
})

const storage = { getItem: () => null, setItem: () => {}, removeItem: () => {} }
vi.stubGlobal('window', { localStorage: storage, sessionStorage: storage })

/** The server's next response; the test decides when it arrives. */
function answering() {
  let answer = (_with: ApplicationResponse): void => {}
  const later = new Promise<ApplicationResponse>((resolve) => {
    answer = resolve
  })
  vi.stubGlobal('fetch', async () => Response.json(await later))
  return answer
}
afterEach(() => {
  vi.stubGlobal('fetch', undefined)
})
afterAll(() => {
  vi.unstubAllGlobals()
})

test('a response from before a change does not restore the earlier notes', async () => {
  const client = makeClient()
  client.setQueryData(['application', 'a'], response(1, 'First'))
  const answer = answering()
  const applied = applyLiveEvent(client, { news: [{ id: 'a', revision: 2, what: 'noted' }], many: false })
  mergeResponse(client, response(3, 'Third'))
  answer(response(2, 'Second'))
  await applied
  expect(client.getQueryData<ApplicationResponse>(['application', 'a'])?.application.notes).toBe('Third')
})

test('a detail requested before a change does not restore the earlier notes', async () => {
  const client = makeClient()
  client.setQueryData(['application', 'a'], response(4, 'Fourth'))
  const answer = answering()
  const loaded = client.fetchQuery({ ...applicationQuery('a'), staleTime: 0 })
  mergeResponse(client, response(6, 'Sixth'))
  answer(response(5, 'Fifth'))
  expect((await loaded).application.notes).toBe('Sixth')
})

test('a change leaves the related applications of others as old as they are', () => {
  const client = makeClient()
  client.setQueryData(['related', 'b'], { success: true, related: [] }, { updatedAt: 1 })
  mergeResponse(client, { ...response(1, ''), application: { ...response(1, '').application, id: 'c' } })
  expect(client.getQueryState(['related', 'b'])?.dataUpdatedAt).toBe(1)
})

test('the newest response is shown, with its history', async () => {
  const client = makeClient()
  client.setQueryData(['application', 'a'], response(6, 'Sixth'))
  const answer = answering()
  const applied = applyLiveEvent(client, { news: [{ id: 'a', revision: 7, what: 'noted' }], many: false })
  const newest = { ...response(7, 'Seventh'), history: [] }
  answer(newest)
  await applied
  expect(client.getQueryData(['application', 'a'])).toEqual(newest)
})

test('details that are loaded before their live event also update the row of the list', async () => {
  const client = makeClient()
  const listKey = ['applications', { formType: undefined, status: undefined, search: '' }]
  const before = { ...response(1, '').application, id: 'polled' }
  client.setQueryData(listKey, {
    pages: [{ success: true, applications: [before], nextCursor: null, total: 1 }],
    pageParams: [undefined],
  })
  const answer = answering()
  const loaded = client.fetchQuery({ ...applicationQuery('polled'), staleTime: 0 })
  answer({ ...response(2, ''), application: { ...before, revision: 2, request_state: 'answered' } })
  await loaded
  await applyLiveEvent(client, { news: [{ id: 'polled', revision: 2, what: 'noted' }], many: false })
  expect(client.getQueryData<Pages>(listKey)?.pages[0]?.applications[0]?.request_state).toBe('answered')
})

test('a withdrawn application moves to the list of withdrawn applications', async () => {
  const client = makeClient()
  const application = { ...response(1, '').application, id: 'withdrawn' }
  const listKey = (status?: 'pending' | 'withdrawn') => ['applications', { formType: undefined, status, search: '' }]
  const pages = { pages: [{ success: true, applications: [application], nextCursor: null, total: 1 }], pageParams: [undefined] }
  for (const status of [undefined, 'pending', 'withdrawn'] as const) client.setQueryData(listKey(status), pages)
  const answer = answering()
  const applied = applyLiveEvent(client, { news: [{ id: 'withdrawn', revision: 2, what: 'withdrawn' }], many: false })
  answer({
    ...response(2, ''),
    application: { ...application, revision: 2, ended: { state: 'withdrawn', at: '2026-11-22T00:00:00.000Z' } },
  })
  expect(await applied).toBe(true)
  const idsIn = (status?: 'pending' | 'withdrawn') =>
    client.getQueryData<typeof pages>(listKey(status))?.pages[0]?.applications.map(({ id }) => id)
  expect([idsIn(), idsIn('pending'), idsIn('withdrawn')]).toEqual([[], [], ['withdrawn']])
})

test('a response from before changed answers were seen does not mark them as new', async () => {
  const client = makeClient()
  const changed = (seen: number): ApplicationResponse => {
    const last = response(90, 'Last')
    return { ...last, application: { ...last.application, answers_revision: 7, seen_revision: seen } }
  }
  client.setQueryData(['application', 'a'], changed(0))
  const answer = answering()
  const loaded = client.fetchQuery({ ...applicationQuery('a'), staleTime: 0 })
  expect(mergeResponse(client, changed(7))).toBe(true)
  answer(changed(0))
  expect((await loaded).application.seen_revision).toBe(7)
  expect([mergeResponse(client, changed(0)), mergeResponse(client, changed(7))]).toEqual([false, true])
  expect(client.getQueryData<ApplicationResponse>(['application', 'a'])?.application.seen_revision).toBe(7)
})

const listKey = ['applications', noFilters]
const page = (applications: readonly ApplicationRecord[]) => ({
  pages: [{ success: true, applications, nextCursor: null, total: applications.length }],
  pageParams: [undefined],
})

test('an application whose deletion was undone before the event stays in the list', async () => {
  const client = makeClient()
  const application = { ...response(1, '').application, id: 'undone' }
  client.setQueryData(listKey, page([application]))
  const answer = answering()
  const news = [
    { id: 'undone', revision: 2, what: 'deleted' },
    { id: 'undone', revision: 3, what: 'undone' },
  ] as const
  const applied = applyLiveEvent(client, { news, many: false })
  answer({ ...response(3, ''), application: { ...application, revision: 3 } })
  expect(await applied).toBe(true)
  expect(client.getQueryData<Pages>(listKey)?.pages[0]?.applications.map(({ revision }) => revision)).toEqual([3])
})
