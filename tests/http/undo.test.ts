import { afterAll, beforeAll, expect, it } from 'vitest'
import { openApp } from '../support/app.ts'
import type { Json } from '../support/desk.ts'
import { type Running, startServer } from '../support/server.ts'

let server: Running

beforeAll(async () => {
  server = await startServer({ DECISION_HOLD_S: '60' })
})
afterAll(() => server.remove())

/** Everything that an undo must restore: the record, its scores, the counters, and the waiting outbox entries. */
async function everything(path: string): Promise<Json> {
  const [details, stats, outbox] = await Promise.all([server.call(path), server.call('/api/stats'), server.call('/api/outbox')])
  const waiting = (details.body.messages ?? []).filter((message: Json) => message.state === 'waiting')
  return {
    // An undo is a change too, so it restores everything except the revision.
    application: { ...details.body.application, revision: undefined },
    stats: stats.body.stats,
    waiting: waiting.map((message: Json) => [message.letter, message.due_at]),
    queued: outbox.body.waiting,
  }
}

/** The revision of a change: in the record, or in the response for a deletion. */
const revisionOf = (body: Json): number => body.application?.revision ?? body.revision

const patch = (path: string, body: unknown) => server.call(path, 'PATCH', body)
const events = async (path: string): Promise<Json[]> => (await server.call(path)).body.history.map((entry: Json) => entry.event)

/** An application of a form without a confirmation, so that no letter waits. */
const quiet = async () => (await server.apply('Contact')).path

/** Each kind of action, with the history entry of its undo. */
const actions: readonly (readonly [string, (path: string) => Promise<Json>, Json])[] = [
  ['an approval', (path) => patch(path, { status: 'approved' }), { undid: 'moved', from: 'approved', to: 'pending' }],
  ['a rejection', (path) => patch(path, { status: 'rejected' }), { undid: 'moved', from: 'rejected', to: 'pending' }],
  ['an invitation', (path) => patch(path, { status: 'pitch' }), { undid: 'moved', from: 'pitch', to: 'pending' }],
  ['a deletion', (path) => server.call(path, 'DELETE'), { undid: 'deleted', from: 'pending', to: 'pending' }],
  ['notes', (path) => patch(path, { notes: 'A second look' }), { undid: 'noted', from: 'A second look', to: '' }],
  [
    'a meeting',
    (path) => patch(path, { meeting_scheduled_at: '2027-01-05T05:00:00Z' }),
    { undid: 'meeting_set', from: '2027-01-05T05:00:00.000Z', to: null },
  ],
]

it.each(actions)('%s is undone: the record is restored, and the history shows it', async (_, act, event) => {
  const path = await quiet()
  const before = await everything(path)
  const { status, body } = await act(path)
  expect(status).toBe(200)
  const undone = await server.call(`${path}/undo`, 'POST', { revision: revisionOf(body) })
  expect([undone.status, undone.body.application]).toEqual([200, { ...before.application, revision: 2 }])
  expect(await everything(path)).toEqual(before)
  expect((await events(path)).at(-1)).toEqual({ what: 'undone', ...event })
  expect(await events(path)).toHaveLength(3)
})

it('a decision with notes is undone by the revision of its response; the notes stay', async () => {
  const path = await quiet()
  const { body } = await patch(path, { status: 'approved', notes: 'Fits cohort 7' })
  const undone = await server.call(`${path}/undo`, 'POST', { revision: revisionOf(body) })
  expect([undone.status, undone.body.application]).toMatchObject([200, { status: 'pending', notes: 'Fits cohort 7' }])
})

it.each(actions.filter(([, , { undid }]) => ['moved', 'deleted'].includes(undid)))(
  '%s as the last change is undone without a revision',
  async (_, act) => {
    const path = await quiet()
    const before = await everything(path)
    await act(path)
    expect((await server.call(`${path}/undo`, 'POST')).status).toBe(200)
    expect(await everything(path)).toEqual(before)
  },
)

const changedSince = 'It has been changed again since then, so it stays as it is.'

it('an earlier decision is not undone in place of a later one', async () => {
  const path = await quiet()
  const first = revisionOf((await patch(path, { status: 'pitch' })).body)
  const second = revisionOf((await patch(path, { status: 'approved' })).body)
  const before = await everything(path)
  const late = await server.call(`${path}/undo`, 'POST', { revision: first })
  expect([late.status, late.body.error]).toEqual([409, changedSince])
  expect(await everything(path)).toEqual(before)
  expect((await server.call(`${path}/undo`, 'POST', { revision: second })).body.application.status).toBe('pitch')
  expect((await server.call(`${path}/undo`, 'POST', { revision: second })).status).toBe(409)
  expect((await everything(path)).application.status).toBe('pitch')
})

it('undoing a deletion does not undo a decision, nor the reverse', async () => {
  const path = await quiet()
  const decision = revisionOf((await patch(path, { status: 'approved' })).body)
  const deletion = revisionOf((await server.call(path, 'DELETE')).body)
  const refused = await server.call(`${path}/undo`, 'POST', { revision: decision })
  expect([refused.status, refused.body.error, (await server.call(path)).status]).toEqual([409, changedSince, 404])
  expect((await server.call(`${path}/undo`, 'POST', { revision: deletion })).body.application.status).toBe('approved')
  expect((await server.call(`${path}/undo`, 'POST', { revision: deletion })).status).toBe(409)
  expect((await everything(path)).application.status).toBe('approved')
})

it('a note and no decision is undone when the body comes in chunks', async () => {
  const path = await quiet()
  await patch(path, { status: 'approved' })
  const { revision } = (await patch(path, { notes: 'A second look' })).body.application
  const undone = await server.request(`${path}/undo`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie: await server.session() },
    body: new Blob([JSON.stringify({ revision })]).stream(),
    duplex: 'half',
  } as RequestInit)
  const { application } = await undone.json()
  expect([undone.status, application?.status, application?.notes]).toEqual([200, 'approved', ''])
})

it('an empty body in chunks undoes the last decision, and invalid JSON nothing', async () => {
  const path = await quiet()
  await patch(path, { status: 'approved' })
  const undo = async (body: string, headers: Record<string, string> = {}) =>
    server.request(`${path}/undo`, {
      method: 'POST',
      headers: { cookie: await server.session(), ...headers },
      body: new Blob([body]).stream(),
      duplex: 'half',
    } as RequestInit)
  expect((await undo('revision', { 'content-type': 'application/json' })).status).toBe(422)
  expect((await undo('revision=3')).status).toBe(415)
  expect((await everything(path)).application.status).toBe('approved')
  expect((await undo('')).status).toBe(200)
  expect((await everything(path)).application.status).toBe('pending')
})

it('after the hold a decision is not undone, with its revision or without', async () => {
  const app = await openApp()
  const { path } = await app.apply('Contact')
  await app.call(path, 'PATCH', { notes: 'Written before' })
  const approved = (await app.call(path, 'PATCH', { status: 'approved' })).body
  app.clock.ms += approved.undoFor * 1000
  for (const body of [{ revision: approved.application.revision }, undefined]) {
    const late = await app.call(`${path}/undo`, 'POST', body)
    expect([late.status, late.body.error]).toEqual([409, 'It is too late to undo this: the time for it has passed.'])
  }
  const { application } = (await app.call(path)).body
  expect([application.status, application.notes]).toEqual(['approved', 'Written before'])
  await app.remove()
})

it('the letter of a decision follows on one that is sent at that moment', async () => {
  let beforeSave: (() => Promise<void>) | undefined
  const app = await openApp({
    wrap: (storage) => ({
      ...storage,
      applications: {
        ...storage.applications,
        save: async (...changes) => {
          const work = beforeSave
          beforeSave = undefined
          await work?.()
          return storage.applications.save(...changes)
        },
      },
    }),
  })
  const { path } = await app.apply('Contact')
  const decide = async (status: string): Promise<Json> => (await app.call(path, 'PATCH', { status })).body
  const { undoFor } = await decide('pitch')
  app.clock.ms += undoFor * 1000 - 1
  beforeSave = async () => {
    app.clock.ms += 1
    await app.runOutbox()
  }
  expect((await decide('approved')).application.status).toBe('approved')
  app.clock.ms += undoFor * 1000
  await app.runOutbox()
  const { messages } = (await app.call(path)).body
  expect(messages.map(({ letter, state }: Json) => [letter, state])).toEqual([
    ['pitch_invitation', 'sent'],
    ['after_meeting_approval', 'sent'],
  ])
  await app.remove()
})

it('a score is undone', async () => {
  const { path } = await server.apply('StartupStudio')
  await server.call(`${path}/scores`, 'PUT', { criterion: 'founder', score: 2 })
  const before = await everything(path)
  const { body } = await server.call(`${path}/scores`, 'PUT', { criterion: 'founder', score: 5 })
  const undone = await server.call(`${path}/undo`, 'POST', { revision: revisionOf(body) })
  expect([undone.status, undone.body.application.scores]).toEqual([200, { founder: 2 }])
  expect((await everything(path)).application).toEqual(before.application)
  expect((await events(path)).at(-1)).toEqual({
    what: 'undone',
    undid: 'scored',
    criterion: 'founder',
    name: 'Founder',
    from: 5,
    to: 2,
  })
})

it('several decisions are undone one by one, with every letter', async () => {
  const paths = await Promise.all([quiet(), quiet(), quiet()])
  const before = await Promise.all(paths.map(everything))
  for (const path of paths) await patch(path, { status: 'rejected' })
  for (const path of paths) expect((await server.call(`${path}/undo`, 'POST')).status).toBe(200)
  expect(await Promise.all(paths.map(everything))).toEqual(before)
})

it('notes that were saved in several steps are undone together', async () => {
  const path = await quiet()
  await patch(path, { notes: 'Before' })
  const first = revisionOf((await patch(path, { notes: 'Before, and' })).body)
  await server.call(path, 'PATCH', { meeting_scheduled_at: '2027-01-05T05:00:00Z' })
  const last = revisionOf((await patch(path, { notes: 'Before, and after' })).body)
  const undone = await server.call(`${path}/undo`, 'POST', { revision: first, upTo: last })
  expect([undone.status, undone.body.application.notes]).toEqual([200, 'Before'])
  expect(undone.body.application.meeting_scheduled_at).toBe('2027-01-05T05:00:00.000Z')
  expect((await events(path)).at(-1)).toEqual({ what: 'undone', undid: 'noted', from: 'Before, and after', to: 'Before' })
})

it('newer notes are not overwritten by an undo', async () => {
  const path = await quiet()
  const { revision } = (await patch(path, { notes: 'One' })).body.application
  await patch(path, { notes: 'Two' })
  const late = await server.call(`${path}/undo`, 'POST', { revision })
  expect([late.status, late.body.error]).toEqual([409, 'It has been changed again since then, so it stays as it is.'])
  expect((await everything(path)).application.notes).toBe('Two')
  const newest = revisionOf((await patch(path, { notes: 'Three' })).body)
  expect((await server.call(`${path}/undo`, 'POST', { revision: newest })).status).toBe(200)
  expect((await server.call(`${path}/undo`, 'POST', { revision: newest })).status).toBe(409)
})

it('changes are undone step by step to the first one', async () => {
  const path = await quiet()
  const revisions: number[] = []
  for (const notes of ['One', 'Two', 'Three']) revisions.push(revisionOf((await patch(path, { notes })).body))
  for (const [revision, notes] of [
    [revisions[2], 'Two'],
    [revisions[1], 'One'],
    [revisions[0], ''],
  ] as const) {
    const undone = await server.call(`${path}/undo`, 'POST', { revision })
    expect([undone.status, undone.body.application?.notes]).toEqual([200, notes])
  }
})

it.each([[{ revision: 0 }], [{ revision: 'x' }], [{ revision: 99 }], [{ revision: 2, upTo: 1 }]])(
  '%j refers to no change that can be undone',
  async (body) => {
    const path = await quiet()
    await patch(path, { status: 'approved' })
    const response = await server.call(`${path}/undo`, 'POST', body)
    expect([response.status, Object.keys(response.body.details)]).toEqual([400, ['revision']])
    expect((await server.call('/api/applications/nothing/undo', 'POST', { revision: 1 })).status).toBe(404)
  },
)

it('an invitation approved within the hold is one letter; its undo sends the other', async () => {
  const path = await quiet()
  await patch(path, { status: 'pitch' })
  await patch(path, { status: 'approved' })
  const waiting = async () => {
    const { messages } = (await server.call(path)).body
    return messages.filter(({ state }: Json) => state === 'waiting').map(({ letter }: Json) => letter)
  }
  expect(await waiting()).toEqual(['approval'])
  expect((await events(path)).map(({ to }) => to)).toEqual([undefined, 'pitch', 'approved'])
  expect((await server.call(`${path}/undo`, 'POST')).status).toBe(200)
  expect(await waiting()).toEqual(['pitch_invitation'])
  // A rejection within the hold of the invitation, which was not sent: its letter is not the one after a meeting.
  await patch(path, { status: 'rejected' })
  expect(await waiting()).toEqual(['rejection'])
})
