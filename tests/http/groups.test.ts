import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { outgoing } from '../../src/applications/outgoing/outgoing.ts'
import type { Applications } from '../../src/server/records/applications/port.ts'
import type { FormType } from '../../src/shared/form-types.ts'
import { type App, type AppOptions, openApp, startOfTest } from '../support/app.ts'
import { type Json, json } from '../support/desk.ts'
import { type Running, startServer } from '../support/server.ts'
import { hold, submission } from '../support/submissions.ts'

let app: App

async function open(options: AppOptions = {}): Promise<void> {
  app = await openApp({ settings: { DECISION_HOLD_S: '10' }, ...options })
  onTestFinished(() => app.remove())
}

/** Adds applications, and returns their ids. */
async function add(count: number, formType: FormType = 'Accelerator', dueAt?: Date): Promise<readonly string[]> {
  const all = Array.from({ length: count }, () =>
    submission({ formType, submittedAt: startOfTest, outbox: [], ...(dueAt !== undefined && { dueAt }) }),
  )
  for (let from = 0; from < count; from += 20)
    await Promise.all(all.slice(from, from + 20).map((added) => app.storage.applications.add(added)))
  return all.map(({ change }) => change.application.id)
}

const seen = (ids: readonly string[]) => ids.map((id) => ({ id, from: 'pending', answers_revision: 0 }))
/** Calls a route, and returns what it answers. */
const post = async (path: string, body: Json, headers = {}): Promise<Json> => (await app.call(path, 'POST', body, headers)).body
const decide = (ids: readonly string[], body: Json) => post('/api/applications/decide', { applications: seen(ids), ...body })
const undo = (applications: readonly Json[]) =>
  post('/api/applications/undo', { changes: applications.map(({ id, revision }) => ({ id, revision })) })
const later = (s: number): string => new Date(startOfTest.getTime() + s * 1000).toISOString()
const letters = async (id: string): Promise<Json[]> =>
  ((await app.call(`/api/applications/${id}`)).body.messages as Json[]).filter(({ topic }) => topic === 'mail.letter')
const stats = async (): Promise<Json> => (await app.call('/api/stats')).body.stats

/** Lets `before` run before each save of applications. */
const beforeSave = (before: (real: Applications, ...args: Parameters<Applications['save']>) => Promise<unknown>): AppOptions => ({
  wrap: (storage) => ({
    ...storage,
    applications: {
      ...storage.applications,
      save: async (...args) => {
        await before(storage.applications, ...args)
        return storage.applications.save(...args)
      },
    },
  }),
})

it('one call decides 120, a hundred in one transaction, and names each refusal', async () => {
  const saves: number[] = []
  await open(beforeSave(async (_, ...changes) => saves.push(changes.length)))
  const ids = await add(120)
  const [invited = '', changed = ''] = ids
  await app.call(`/api/applications/${invited}`, 'PATCH', { status: 'pitch' })
  const answer = await decide([...ids, 'unknown'], { act: 'rejected', reason: 'too_early', sentence: 'Write again in May.' })
  expect(answer).toMatchObject({ success: true, undoFor: 80, heldUntil: later(80) })
  expect(answer.refused).toEqual([
    { id: invited, code: 'CONFLICT', error: 'It was decided in another window: it is pitch now.' },
    { id: 'unknown', code: 'RECORD_NOT_FOUND', error: expect.stringContaining('not found') },
  ])
  expect(answer.applications.map(({ id, status, revision }: Json) => [id, status, revision])).toEqual(
    ids.slice(1).map((id) => [id, 'rejected', 1]),
  )
  expect(saves).toEqual([1, 99, 20])
  expect(await stats()).toMatchObject({ total: 120, rejected: 119, pitch: 1, pending: 0 })
  expect(await letters(changed)).toMatchObject([
    {
      letter: 'rejection',
      state: 'waiting',
      due_at: later(80),
      reason: expect.stringMatching(/^It is too early/),
      sentence: 'Write again in May.',
    },
  ])
})

it('one call undoes all of them until the hold ends, and none after it', async () => {
  await open()
  const ids = await add(120)
  const { applications } = await decide(ids, { act: 'approved' })
  app.clock.ms += 79_000
  await app.call(`/api/applications/${ids[0]}/undo`, 'POST', { revision: 1 })
  const undone = await undo(applications)
  expect(undone.refused).toEqual([
    { id: ids[0], code: 'INVALID_STATUS_TRANSITION', error: 'It has been changed again since then, so it stays as it is.' },
  ])
  expect(undone.applications.map(({ id, status, revision }: Json) => [id, status, revision])).toEqual(
    ids.slice(1).map((id) => [id, 'pending', 2]),
  )
  expect(await stats()).toMatchObject({ pending: 120, approved: 0 })
  expect((await letters(ids[119] ?? '')).map(({ state }) => state)).toEqual(['cancelled'])
  expect((await app.call('/api/outbox')).body.held).toBe(0)

  const again = await decide(ids.slice(0, 30), { act: 'approved' })
  expect(again).toMatchObject({ undoFor: 70 })
  app.clock.ms += 70_000
  expect((await undo(again.applications)).refused.map(({ error }: Json) => error)).toEqual(
    Array(30).fill('It is too late to undo this: the time for it has passed.'),
  )
  expect(await stats()).toMatchObject({ pending: 90, approved: 30 })
})

it.each([
  [20, 10],
  [21, 70],
])('the hold of %i without a letter is %i seconds', async (count, seconds) => {
  await open()
  const ids = await add(count)
  const { undoFor, applications } = await decide(ids, { act: 'rejected', letter: 'none' })
  expect([undoFor, await letters(ids[0] ?? '')]).toEqual([seconds, []])
  app.clock.ms += seconds * 1000 - 1
  expect((await undo(applications.slice(1))).refused).toEqual([])
  app.clock.ms += 1
  expect((await undo(applications.slice(0, 1))).refused).toMatchObject([{ code: 'INVALID_STATUS_TRANSITION' }])
})

it('letters that wait until they are sent are all taken back an hour later', async () => {
  await open()
  await app.call('/api/outbox/hold', 'PUT', { hold: { kind: 'by_hand' }, revision: 0 })
  const ids = await add(50)
  const { undoFor, waitsUntil, applications } = await decide(ids, { act: 'rejected' })
  expect([undoFor, waitsUntil, (await app.call('/api/outbox')).body.held]).toEqual([70, null, 50])
  app.clock.ms += 3_600_000
  expect((await undo(applications)).applications).toHaveLength(50)
  expect([(await stats()).pending, (await app.call('/api/outbox')).body.held]).toEqual([50, 0])
})

it('further calls of a group end with the first; a late one decides nothing', async () => {
  await open()
  const ids = await add(150)
  const first = await decide(ids.slice(0, 100), { act: 'rejected', of: 150 })
  app.clock.ms += 20_000
  const second = await decide(ids.slice(100, 149), { act: 'rejected', of: 150, held_until: first.heldUntil })
  expect([first.undoFor, second.undoFor, second.heldUntil]).toEqual([80, 60, first.heldUntil])
  expect((await letters(ids[120] ?? ''))[0]?.due_at).toBe(later(80))
  app.clock.ms += 1
  const third = await decide(ids.slice(149), { act: 'rejected', of: 150, held_until: first.heldUntil })
  expect([third.applications, third.refused]).toMatchObject([[], [{ id: ids[149], code: 'APPLICATION_UPDATE_FAILED' }]])
  expect(await stats()).toMatchObject({ rejected: 149, pending: 1 })
})

it('when it takes too long, the others are refused, and the hold is whole', async () => {
  await open(
    beforeSave(async () => {
      app.clock.ms += 25_000
    }),
  )
  const ids = await add(101)
  const { applications, refused, undoFor } = await decide(ids, { act: 'approved' })
  expect([applications.length, refused, undoFor]).toEqual([
    100,
    [{ id: ids[100], code: 'APPLICATION_UPDATE_FAILED', error: 'It took too long to come to this one. Please try it again.' }],
    55,
  ])
})

it('a note meanwhile does not prevent the decision, another decision does', async () => {
  let isFirst = true
  await open(
    beforeSave(async (real, { application }, second) => {
      if (!isFirst || second === undefined) return
      isFirst = false
      const note = { at: startOfTest, by: 'b', event: { what: 'noted', from: '', to: 'x' } } as const
      await real.save({ application: { ...application, status: 'pending', notes: 'x' }, entry: note, outbox: [] })
      const moved = { at: startOfTest, by: 'b', event: { what: 'moved', from: 'pending', to: 'pitch' } } as const
      const other = { ...second.application, status: 'pitch' } as const
      await real.save({ application: other, entry: moved, ...outgoing(other, moved, hold(10)) })
    }),
  )
  const ids = await add(30)
  const { applications, refused } = await decide(ids, { act: 'approved' })
  expect([applications.length, refused]).toMatchObject([29, [{ code: 'CONFLICT' }]])
  expect(applications.filter(({ notes }: Json) => notes === 'x')).toMatchObject([{ status: 'approved', revision: 2 }])
  expect(await stats()).toMatchObject({ approved: 29, pitch: 1, pending: 0 })
})

it('a change that is always stale is given up after twenty tries', async () => {
  let tries = 0
  await open({
    wrap: (storage) => ({
      ...storage,
      applications: {
        ...storage.applications,
        save: async () => {
          tries += 1
          return 'stale'
        },
      },
    }),
  })
  const [id = ''] = await add(1)
  const patched = await app.call(`/api/applications/${id}`, 'PATCH', { status: 'approved' })
  expect([patched.status, patched.body.code, tries]).toEqual([409, 'CONFLICT', 20])
  expect((await decide([id], { act: 'approved' })).refused).toMatchObject([{ id, code: 'CONFLICT' }])
})

it('answers are delayed together; a reason counts only where the form has it', async () => {
  await open()
  const late = await add(2, 'Contact', startOfTest)
  const early = await add(1)
  const delayed = await decide([...late, ...early], { act: 'delay', sentence: 'We are slow.' })
  expect(delayed.applications.map(({ id, status }: Json) => [id, status])).toEqual(late.map((id) => [id, 'pending']))
  expect(delayed.refused).toMatchObject([{ id: early[0], error: 'An answer can be delayed from two days before it is due.' }])
  expect((await undo(delayed.applications)).refused).toEqual([])
  const { refused } = await decide([...late, ...early], { act: 'rejected', reason: 'too_early' })
  expect(refused.map(({ id, code }: Json) => [id, code])).toEqual(late.map((id) => [id, 'FORM_VALIDATION_FAILED']))
})

it.each([
  [{ act: 'pending' }, 'act'],
  [{}, 'act'],
  [{ act: 'approved', applications: [] }, 'applications'],
  [{ act: 'approved', applications: 'all' }, 'applications'],
  [{ act: 'approved', applications: [{ id: 5 }] }, 'applications'],
  [{ act: 'approved', applications: Array(1001).fill({ id: 'a' }) }, 'applications'],
  [{ act: 'approved', applications: [{ id: 'a', from: 'gone' }] }, 'from'],
  [{ act: 'approved', applications: [{ id: 'a', answers_revision: -1 }] }, 'applications'],
  [{ act: 'approved', reason: 'too_early' }, 'reason'],
  [{ act: 'approved', sentence: 'x'.repeat(2001) }, 'sentence'],
  [{ act: 'delay', letter: 'none' }, 'letter'],
  [{ act: 'approved', of: 0 }, 'of'],
  [{ act: 'approved', of: 1001 }, 'of'],
  [{ act: 'approved', held_until: 'soon' }, 'held_until'],
] as const)('refuses a call with a fault (%#)', async (body, field) => {
  await open()
  const [id = ''] = await add(1)
  const sent = { applications: seen([id]), ...body }
  const refused = await app.call('/api/applications/decide', 'POST', sent)
  expect([refused.status, Object.keys(refused.body.details)]).toEqual([400, [field]])
  for (const changes of [undefined, [], [{ id }], [{ id, revision: 1, upTo: 0 }]])
    expect((await app.call('/api/applications/undo', 'POST', { changes })).status).toBe(400)
  expect(await stats()).toMatchObject({ pending: 1 })
})

describe('a call that is repeated because it was not answered', () => {
  const seenAt = (ids: readonly string[], revision = 0) => seen(ids).map((member) => ({ ...member, revision }))
  const decideAgain = (ids: readonly string[], body: Json) =>
    post('/api/applications/decide', { applications: seenAt(ids), again: true, ...body })
  const undoAgain = (changes: readonly Json[]) => post('/api/applications/undo', { changes, again: true })

  it('decides what is not decided, and has the revisions of the decisions that are', async () => {
    await open()
    const ids = await add(120)
    const first = await decide(ids.slice(0, 100), { act: 'rejected', of: 120 })
    // A star is no decision: its revision must not be undone in place of one.
    await app.call(`/api/applications/${ids[0]}`, 'PATCH', { starred: true })
    app.clock.ms += 30_000
    const again = await decideAgain(ids, { act: 'rejected', of: 120 })
    expect([again.refused, again.changes]).toEqual([[], ids.map((id) => ({ id, revision: 1 }))])
    // Of all of them, so the end of the first ones.
    expect([again.heldUntil, again.undoFor]).toEqual([first.heldUntil, 50])
    for (const id of [ids[0] ?? '', ids[119] ?? '']) expect(await letters(id)).toMatchObject([{ letter: 'rejection' }])
    expect((await undo(again.changes)).refused).toEqual([])
    expect(await stats()).toMatchObject({ pending: 120, rejected: 0 })
  })

  it('refuses what another decision came before, and what is too late to be held', async () => {
    await open()
    const ids = await add(30)
    const first = await decide(ids.slice(0, 28), { act: 'rejected', of: 30 })
    await app.call(`/api/applications/${ids[28]}`, 'PATCH', { status: 'pitch' })
    app.clock.ms += 69_000
    const again = await decideAgain(ids, { act: 'rejected', held_until: first.heldUntil })
    expect([again.changes.length, again.undoFor]).toEqual([28, 1])
    expect(again.refused.map(({ id, code }: Json) => [id, code])).toEqual([
      [ids[28], 'APPLICATION_UPDATE_FAILED'],
      [ids[29], 'APPLICATION_UPDATE_FAILED'],
    ])
    const other = await decideAgain(ids.slice(0, 1), { act: 'approved' })
    expect([other.changes, other.refused]).toMatchObject([[], [{ code: 'CONFLICT' }]])
    const applications = seenAt(ids.slice(0, 1), 1)
    const seenSince = await post('/api/applications/decide', { applications, again: true, act: 'rejected' })
    expect([seenSince.changes, seenSince.refused]).toMatchObject([[], [{ code: 'CONFLICT' }]])
  })

  it('finds a delay done', async () => {
    await open()
    const ids = await add(2, 'Contact', startOfTest)
    await decide(ids.slice(0, 1), { act: 'delay' })
    const again = await decideAgain(ids, { act: 'delay' })
    expect([again.refused, again.changes]).toEqual([[], ids.map((id) => ({ id, revision: 1 }))])
    const { changes } = again
    expect((await undoAgain(changes)).refused).toEqual([])
    expect((await undoAgain(changes)).refused).toEqual([])
  })

  it('undoes decisions, deletions, messages; not what was done again since', async () => {
    await open()
    const ids = await add(5)
    const [rejected = '', deleted = '', written = '', twice = ''] = ids
    const { changes } = await decide([rejected, twice, ids[4] ?? ''], { act: 'rejected' })
    const { body: removed } = await app.call(`/api/applications/${deleted}`, 'DELETE')
    const hello = { subject: 'Hello', text: 'Hello', applications: [{ id: written }] }
    const message = await post('/api/applications/message', hello, { 'idempotency-key': 'one' })
    const all = [...changes, { id: deleted, revision: removed.revision }, ...message.messages]
    // The last one of the decisions stays for the repeat.
    expect((await undo([...changes.slice(0, 2), ...all.slice(3)])).refused).toEqual([])
    await decide([twice], { act: 'rejected' })
    const again = await undoAgain(all)
    expect(again.refused).toEqual([
      { id: twice, code: 'INVALID_STATUS_TRANSITION', error: 'It has been changed again since then, so it stays as it is.' },
    ])
    expect(again.applications.map(({ id }: Json) => id).sort()).toEqual(ids.filter((id) => id !== twice).toSorted())
    expect(await stats()).toMatchObject({ total: 5, pending: 4, rejected: 1 })
    expect((await letters(written)).map(({ state }) => state)).toEqual(['cancelled'])
  })

  it.each([
    ['/api/applications/decide', { act: 'approved', applications: [{ id: 'a' }], again: true }, 'applications'],
    ['/api/applications/decide', { act: 'approved', applications: [{ id: 'a', revision: 'b' }] }, 'applications'],
    ['/api/applications/decide', { act: 'approved', applications: [{ id: 'a', revision: 0 }], again: 1 }, 'again'],
    ['/api/applications/undo', { changes: [{ id: 'a', revision: 0 }], again: 'yes' }, 'again'],
  ])('is refused with a fault: %s %o', async (path, body, field) => {
    await open()
    const refused = await app.call(path, 'POST', body)
    expect([refused.status, Object.keys(refused.body.details)]).toEqual([400, [field]])
  })
})

describe('a call that breaks off in the middle', () => {
  const count = 250
  let server: Running
  let ids: string[]

  beforeAll(async () => {
    server = await startServer({ LOG_LEVEL: 'error', DECISION_HOLD_S: '10' })
    ids = []
    for (let from = 0; from < count; from += 10)
      ids.push(...(await Promise.all(Array.from({ length: 10 }, () => server.apply('Contact')))).map(({ id }) => id))
  })
  afterAll(() => server?.remove())

  const numbers = async (): Promise<Json> => (await server.call('/api/stats')).body.stats
  const members = () => ids.map((id) => ({ id, from: 'pending', revision: 0 }))
  const rejectAll = async (): Promise<Json[]> => {
    const applications = members().map(({ id, from }) => ({ id, from }))
    return (await server.call('/api/applications/decide', 'POST', { act: 'rejected', applications })).body.changes
  }
  /** Posts, and calls `broken` when the first of the applications is as it will be. */
  async function breakOff(path: string, body: Json, isBegun: (stats: Json) => boolean, broken: () => unknown): Promise<void> {
    const ending = new AbortController()
    const sending = { ...json('POST', body, { cookie: await server.session() }), signal: ending.signal }
    const sent = server.request(path, sending).catch(() => undefined)
    await expect.poll(async () => isBegun(await numbers()), { interval: 5 }).toBe(true)
    await broken()
    ending.abort()
    await sent
  }

  it('is finished by the server when the connection is lost', async () => {
    const changes = await rejectAll()
    await breakOff(
      '/api/applications/undo',
      { changes },
      ({ rejected }) => rejected < count,
      () => undefined,
    )
    await expect.poll(numbers).toMatchObject({ pending: count, rejected: 0 })
    const again = (await server.call('/api/applications/undo', 'POST', { changes, again: true })).body
    expect([again.applications.length, again.refused]).toEqual([count, []])
  })

  it('is completed by a repeat when the server is killed: decision and undo', async () => {
    // The revisions are those that the reviewer sees now.
    const { applications } = (await server.call('/api/applications?limit=1')).body
    const group = members().map((member) => ({ ...member, revision: applications[0].revision }))
    const decision = { act: 'rejected', applications: group }
    const restart = async (): Promise<void> => {
      await server.stop('SIGKILL')
      await server.start()
    }
    await breakOff('/api/applications/decide', decision, ({ rejected }) => rejected > 0, restart)
    const { changes, refused } = (await server.call('/api/applications/decide', 'POST', { ...decision, again: true })).body
    expect([changes.length, refused, (await numbers()).rejected]).toEqual([count, [], count])
    await breakOff('/api/applications/undo', { changes }, ({ rejected }) => rejected < count, restart)
    const again = (await server.call('/api/applications/undo', 'POST', { changes, again: true })).body
    expect([again.applications.length, again.refused]).toEqual([count, []])
    expect(await numbers()).toMatchObject({ pending: count, rejected: 0 })
    expect((await server.call('/api/outbox')).body.held).toBe(0)
  })
})
