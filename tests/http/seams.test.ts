import fc from 'fast-check'
import { afterAll, expect, inject, test } from 'vitest'
import type { ApplicationResponse } from '../../src/api/responses.ts'
import type { Status } from '../../src/applications/application.ts'
import { effectiveDecisions, type HistoryEntry, standingDecisions } from '../../src/applications/history.ts'
import { isTemplateLetter, type OutboxEntry } from '../../src/applications/outbox.ts'
import { letterFor } from '../../src/applications/outgoing/decisions.ts'
import { reviewOf } from '../../src/server/sheets/port.ts'
import { second } from '../../src/shared/dates.ts'
import { answers, submission } from '../support/answers.ts'
import { hold, moods, type Seams, seams } from '../support/seams.ts'

/** How many sequences run. `KOLAM_SEAM_SEQUENCES=10000` is the full drill, and `KOLAM_SEAM_SEED` repeats one: a seed, or a seed and a path. */
const total = Number(process.env.KOLAM_SEAM_SEQUENCES ?? 100)
/** PostgreSQL runs fewer sequences, because it is much slower and the tested code is the same. */
const sequences = inject('postgres') === undefined ? total : Math.ceil(total / 10)
const [seed, path] = process.env.KOLAM_SEAM_SEED?.split('/') ?? []
/**
 * After this many sequences the test starts with a new storage: each comparison reads all of it, and a storage of few applications fails in other ways than
 * one of many.
 */
const perStore = 5

const windows = fc.nat({ max: 1 })
// Mostly the same application, so that actions collide.
const which = fc.constantFrom(0, 0, 0, 0, 1, 2)
const action = fc.oneof(
  { weight: 2, arbitrary: fc.record({ do: fc.constant('submit' as const), form: fc.constantFrom('Accelerator', 'Contact') }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('load' as const), window: windows, which }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('decide' as const),
      window: windows,
      which,
      to: fc.constantFrom<Status>('approved', 'rejected', 'pitch'),
      letter: fc.constantFrom(undefined, undefined, 'none'),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constantFrom('note', 'score', 'address', 'meet', 'undo', 'undo', 'take back', 'reopen', 'delete', 'restore'),
      window: windows,
      which,
      value: fc.nat({ max: 5 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('mail' as const), mood: fc.constantFrom(...moods) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('sheet' as const), mood: fc.constantFrom(...moods) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('restart' as const, 'rebuild' as const) }) },
)
type Action = typeof action extends fc.Arbitrary<infer A> ? A : never

/** One or two concurrent actions, and the time until the next step. */
const step = fc.record({
  actions: fc.array(action, { minLength: 1, maxLength: 2 }),
  wait: fc.constantFrom(0, 1, 500, second, 2 * second, 3 * second, 6 * second, hold - 1, hold, 20 * second, 61 * second),
})
const sequence = fc.array(step, { minLength: 1, maxLength: 12 })
type Steps = typeof sequence extends fc.Arbitrary<infer S> ? S : never

/** The application that a window shows, as it was when the window loaded it. */
interface Seen {
  readonly notes: string
  readonly email: string
  readonly scores: Readonly<Record<string, number>>
  readonly revision: number
}

/** How often each action got the status 200. A sequence of refusals proves nothing. */
const done: Record<string, number> = {}

async function play(system: Seams, steps: readonly { readonly actions: readonly Action[]; readonly wait: number }[]) {
  const { call, storage, mood } = system
  const ids: string[] = []
  const histories = new Map<string, readonly HistoryEntry[]>()
  const views: Map<string, Seen>[] = [new Map(), new Map()]
  let rebuilding = 0
  const path = (id: string): string => `/api/applications/${id}`

  async function submit(form: 'Accelerator' | 'Contact'): Promise<void> {
    system.app.clock.ms = system.time.clock().getTime()
    const response = await system.app.request('/api/submit-application', submission(form, answers(form)))
    expect(response.status).toBe(201)
    ids.push(((await response.json()) as { applicationId: string }).applicationId)
    system.poke()
  }
  async function load(window: number, id: string): Promise<Seen | undefined> {
    const { status, body } = await call(path(id))
    if (status !== 200) return undefined
    const { application } = body as unknown as ApplicationResponse
    const { scores, revision } = application
    const seen = { notes: application.notes, email: application.applicant_email, scores, revision }
    views[window]?.set(id, seen)
    return seen
  }
  async function act(action: Action): Promise<void> {
    switch (action.do) {
      case 'submit':
        return submit(action.form as 'Accelerator' | 'Contact')
      case 'mail':
      case 'sheet':
        mood[action.do as 'mail' | 'sheet'] = action.mood
        return
      case 'restart':
        return system.crash()
      case 'rebuild':
        rebuilding += 1
        system
          .rebuild()
          .catch(() => {})
          .finally(() => {
            rebuilding -= 1
          })
        return
    }
    const id = ids[action.which % ids.length]
    if (id === undefined) return
    if (action.do === 'load') return void (await load(action.window, id))
    // The window acts on its own state, however old it is.
    const seen = views[action.window]?.get(id) ?? (await load(action.window, id))
    const response = async () => {
      switch (action.do) {
        case 'decide':
          return call(path(id), 'PATCH', { status: action.to, letter: action.letter })
        case 'note':
          return call(path(id), 'PATCH', { notes: `Note ${action.value} of window ${action.window}` })
        case 'meet':
          return call(path(id), 'PATCH', {
            meeting_scheduled_at: action.value === 0 ? null : `2027-01-0${action.value}T05:00:00Z`,
          })
        case 'score':
          return call(`${path(id)}/scores`, 'PUT', {
            criterion: 'team',
            score: action.value || null,
            seen: seen?.scores.team ?? null,
          })
        case 'address':
          return call(`${path(id)}/address`, 'POST', {
            email: `other${action.value}@people.example`,
            from: seen?.email,
            again: action.value > 3 ? ['confirmation'] : [],
          })
        case 'undo':
        case 'restore':
          return call(`${path(id)}/undo`, 'POST')
        case 'take back':
          return call(`${path(id)}/undo`, 'POST', { revision: Math.max(1, seen?.revision ?? 1) })
        case 'reopen':
          return call(`${path(id)}/reopen`, 'POST', { sentence: `Window ${action.window} was wrong.` })
        case 'delete':
          return call(path(id), 'DELETE')
      }
    }
    const { status, body } = await response()
    expect([200, 400, 404, 409], `${action.do}: ${JSON.stringify(body)}`).toContain(status)
    if (status === 200) done[action.do] = (done[action.do] ?? 0) + 1
  }
  /** Records the histories, which a deletion removes, and checks that the spreadsheet has no decision that can still be undone. */
  async function check(): Promise<void> {
    for (const id of ids) {
      const history = await storage.applications.history(id)
      if (history.length > 0) histories.set(id, history)
      const decisions = effectiveDecisions(history)
      // A reopened application may again have the status in the spreadsheet.
      const last = decisions.some(({ event }) => event.reopens === true) ? undefined : decisions.at(-1)
      if (last !== undefined && system.time.clock().getTime() < last.at.getTime() + hold)
        expect(system.rows.get(id)?.status, 'the status in the spreadsheet within the hold').not.toBe(last.event.to)
    }
  }

  await submit('Accelerator')
  for (const { actions, wait } of steps) {
    await Promise.all(actions.map(act))
    await check()
    await system.advance(wait)
    await check()
  }
  // All counterparts work again, and time passes.
  mood.mail = 'well'
  mood.sheet = 'well'
  for (let minutes = 0; ; minutes += 1) {
    const { waiting, claimed } = await storage.outbox.counts('waiting', 'claimed')
    if (waiting + claimed === 0 && system.late.size === 0 && rebuilding === 0) break
    expect(minutes, 'minutes until everything is settled').toBeLessThan(60)
    await storage.outbox.wake('mail.letter', system.time.clock())
    await storage.outbox.wake('sheet.row', system.time.clock())
    system.poke()
    await system.advance(60 * second)
  }
  await check()
  return { ids, histories }
}

type Decided = Extract<HistoryEntry['event'], { what: 'moved' }>

/** A letter that follows from the history: its decision, when it is due, and the change that queued it. */
interface Due {
  readonly of: number
  readonly by: number
  readonly name: string
  readonly dueAt: number
  isCancelled: boolean
  /** The letter was being sent when its decision was reopened, so it may have arrived. */
  isUncertain?: boolean
  /** The letter was due when the address was corrected, so it may have arrived at the earlier one. No correction follows then. */
  isReaddressed?: boolean
}

/** The letters that the applicant must have received, each with the revision of its decision. */
function lettersDue(history: readonly HistoryEntry[]): {
  readonly due: readonly string[]
  readonly uncertain: readonly string[]
} {
  let decisions: { readonly revision: number; readonly event: Decided }[] = []
  const letters: Due[] = []
  const lettersOf = (revision: number | undefined) => letters.filter((letter) => letter.of === revision)
  const cancel = (some: readonly Due[]): void => {
    for (const letter of some) letter.isCancelled = true
  }
  /** The replaced letter of a decision that is in effect again. */
  const requeue = (revision: number | undefined, by: number, dueAt: number): void => {
    const last = lettersOf(revision).at(-1)
    if (last !== undefined && lettersOf(revision).every((letter) => letter.isCancelled))
      letters.push({ ...last, by, dueAt: Math.max(last.dueAt, dueAt), isCancelled: false })
  }
  history.forEach(({ at, event }, revision) => {
    const now = at.getTime()
    if (event.what === 'undone' && event.undid === 'moved') {
      const last = decisions.at(-1)?.revision
      decisions = decisions.slice(0, -1)
      cancel(letters.filter(({ of, by }) => of === last || by === last))
      requeue(standingDecisions(decisions).at(-1)?.revision, revision, now)
    }
    if (event.what === 'readdressed') for (const letter of letters) letter.isReaddressed ||= letter.dueAt <= now
    if (event.what !== 'moved') return
    const held = letters.filter(({ isCancelled, dueAt }) => !isCancelled && dueAt > now)
    const isInvited = held.some(({ name }) => name === 'pitch_invitation')
    const name =
      event.reopens === true ? 'correction' : letterFor(isInvited && event.from === 'pitch' ? 'pending' : event.from, event.to)
    if (event.reopens === true) {
      const [earlier, last] = [standingDecisions(decisions).at(-2), standingDecisions(decisions).at(-1)]
      requeue(earlier?.revision, revision, now + hold)
      const without = event.letter === 'none'
      if (without) cancel(lettersOf(last?.revision))
      for (const letter of lettersOf(last?.revision)) letter.isUncertain ||= !without || letter.isReaddressed
    }
    cancel(held.filter((letter) => letter.name !== 'correction'))
    if (event.letter !== 'none' && name !== undefined)
      letters.push({ of: revision, by: revision, name, dueAt: now + hold, isCancelled: false })
    decisions = [...decisions, { revision, event }]
  })
  const names = (some: readonly Due[]): string[] => some.map(({ name, of }) => `${name}:${of}`)
  return {
    due: names(letters.filter(({ isCancelled, isUncertain }) => !isCancelled && isUncertain !== true)),
    uncertain: names(letters.filter(({ isUncertain }) => isUncertain)),
  }
}

async function agree(system: Seams, { ids, histories }: Awaited<ReturnType<typeof play>>): Promise<void> {
  const { storage, rows, delivered } = system
  expect(await storage.outbox.counts('waiting', 'claimed', 'parked')).toEqual({ waiting: 0, claimed: 0, parked: 0 })
  const counts: Record<string, number> = { total: 0, pending: 0, approved: 0, rejected: 0, pitch: 0 }
  const alive = new Set<string>()
  for await (const application of storage.applications.all({ limit: 200 })) {
    alive.add(application.id)
    counts.total = (counts.total ?? 0) + 1
    counts[application.status] = (counts[application.status] ?? 0) + 1
    expect(rows.get(application.id), `the row of ${application.id}`).toEqual(reviewOf(application))
  }
  expect(await storage.applications.stats()).toMatchObject(counts)
  expect([...rows.keys()].filter((id) => !alive.has(id))).toEqual([])

  for (const id of ids) {
    const history = histories.get(id) ?? []
    const messages = alive.has(id) ? await storage.outbox.forApplication(id) : []
    const application = await storage.applications.byId(id)
    const { due, uncertain } = lettersDue(history)
    const got = messages
      .filter(isTemplateLetter)
      .filter((entry) => delivered.has(entry.id))
      .map(({ payload, revision }) => `${payload.letter}:${revision}`)
      .filter((name) => !uncertain.includes(name))
    if (application === undefined) continue
    expect(history).toHaveLength(application.revision + 1)
    // A confirmation that failed at first is not sent after a letter of a decision (decision 0201).
    const isReplaced =
      messages.some((entry) => isConfirmation(entry) && entry.state === 'cancelled' && entry.dueAt > entry.createdAt) &&
      messages.some((entry) => entry.topic === 'mail.letter' && !isConfirmation(entry) && entry.state === 'sent')
    const confirmed =
      application.formType === 'Accelerator' && !(isReplaced && !got.includes('confirmation:0')) ? ['confirmation:0'] : []
    expect([...new Set(got)].toSorted(), JSON.stringify(history)).toEqual([...confirmed, ...due].toSorted())
    const isReaddressed = history.some(({ event }) => event.what === 'readdressed')
    if (!isReaddressed) expect(got.toSorted()).toEqual([...confirmed, ...due].toSorted())
    const moved = history.findLast(({ event }) => event.what === 'moved' || (event.what === 'undone' && event.undid === 'moved'))
    expect(application.status).toBe(moved !== undefined && 'to' in moved.event ? moved.event.to : 'pending')
  }
}

const isConfirmation = ({ topic, payload }: OutboxEntry): boolean =>
  topic === 'mail.letter' && 'letter' in payload && payload.letter === 'confirmation'

/** Sequences that failed in the past. */
const examples: readonly Steps[] = [
  // The rebuild removed the deleted row. Its restored update found no row, and blocked the entry that appends it.
  [
    { actions: [{ do: 'decide', window: 0, which: 0, to: 'approved', letter: undefined }], wait: 6000 },
    { actions: [{ do: 'delete', window: 0, which: 0, value: 0 }], wait: 0 },
    { actions: [{ do: 'rebuild' }], wait: 6000 },
    { actions: [{ do: 'restore', window: 0, which: 0, value: 0 }], wait: 0 },
  ],
  // The letter had arrived at the earlier address, but its response was lost. The one to the corrected address was not sent before the reopening.
  [
    { actions: [{ do: 'mail', mood: 'lost' }], wait: 0 },
    { actions: [{ do: 'decide', window: 0, which: 0, to: 'approved', letter: undefined }], wait: 20_000 },
    {
      actions: [
        { do: 'reopen', window: 0, which: 0, value: 0 },
        { do: 'address', window: 0, which: 0, value: 0 },
      ],
      wait: 0,
    },
  ],
  // The letter that the undo queued again inherited the time of a retry as its hold, so the spreadsheet hid the decision for good.
  [
    { actions: [{ do: 'mail', mood: 'away' }], wait: 0 },
    { actions: [{ do: 'decide', window: 0, which: 0, to: 'approved', letter: undefined }], wait: 10_000 },
    { actions: [{ do: 'reopen', window: 0, which: 0, value: 0 }], wait: 0 },
    { actions: [{ do: 'undo', window: 0, which: 0, value: 0 }], wait: 0 },
  ],
  // Two deletions in one millisecond had the same key, so the second removal of the row counted as the first, which the undo had cancelled.
  [
    { actions: [{ do: 'delete', window: 0, which: 0, value: 0 }], wait: 0 },
    { actions: [{ do: 'restore', window: 0, which: 0, value: 0 }], wait: 0 },
    { actions: [{ do: 'delete', window: 0, which: 0, value: 0 }], wait: 0 },
  ],
]

let system: Seams | undefined
let played = 0
afterAll(() => system?.close())

test(`${sequences} sequences in two windows: database, sheet and letters end equal`, {
  timeout: Math.max(60_000, sequences * 1000),
  tags: ['random'],
}, async () => {
  await fc.assert(
    fc.asyncProperty(sequence, async (steps) => {
      if (played % perStore === 0) {
        await system?.close()
        system = undefined
      }
      played += 1
      system ??= await seams()
      try {
        await agree(system, await play(system, steps))
      } catch (error) {
        // The next sequence starts without the state of this one.
        await system.close()
        system = undefined
        throw error
      }
    }),
    {
      numRuns: sequences,
      examples: examples.map((steps): [Steps] => [steps]),
      ...(seed !== undefined && { seed: Number(seed) }),
      ...(path !== undefined && { path }),
      endOnFailure: sequences > 1000,
    },
  )
  if (sequences >= 100 && path === undefined)
    expect(Object.keys(done).toSorted()).toEqual(
      ['address', 'decide', 'delete', 'meet', 'note', 'reopen', 'restore', 'score', 'take back', 'undo'].toSorted(),
    )
})
