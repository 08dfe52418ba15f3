import { type OutboxDraft, type OutboxEntry, type OutboxState, outboxStates } from '../../src/applications/outbox.ts'
import type { Outbox } from '../../src/server/records/outbox/port.ts'

/** The outbox port in memory, for tests with a simulated clock. `add` queues an entry, as a change does. */
export function memoryOutbox() {
  const rows = new Map<string, OutboxEntry & { until?: number }>()
  let count = 0

  const set = (id: string, changes: Partial<OutboxEntry> & { until?: number }): void => {
    const row = rows.get(id)
    if (row !== undefined) rows.set(id, { ...row, ...changes } as typeof row)
  }

  function add(draft: OutboxDraft, createdAt: Date = draft.dueAt): string {
    count += 1
    const id = `entry-${count}`
    const fresh = { state: 'waiting', attempts: 0, sentAt: null, lastFault: '', failingSince: null, fence: 0 } as const
    rows.set(id, { ...draft, ...fresh, id, revision: draft.revision ?? 0, createdAt })
    return id
  }

  const outbox: Omit<
    Outbox,
    | 'held'
    | 'reports'
    | 'countHeld'
    | 'outcomesOf'
    | 'release'
    | 'unreachable'
    | 'discardConfirmation'
    | 'turn'
    | 'prove'
    | 'isProven'
    | 'stopAddress'
    | 'isStopped'
  > = {
    async claim(topics, limit, now, until, except = []) {
      const due = [...rows.values()]
        .filter((row) => topics.includes(row.topic) && !except.includes(row.id))
        .filter(
          (row) =>
            (row.state === 'waiting' && row.dueAt <= now) || (row.state === 'claimed' && (row.until ?? 0) <= now.getTime()),
        )
        .sort((a, b) => a.dueAt.getTime() - b.dueAt.getTime())
        .slice(0, limit)
      for (const row of due)
        set(row.id, { state: 'claimed', attempts: row.attempts + 1, fence: row.fence + 1, until: until.getTime() })
      return due.map((row) => rows.get(row.id) as OutboxEntry)
    },
    async settle(entry, outcome, at, retryAt) {
      const row = rows.get(entry.id)
      if (row === undefined || row.fence !== entry.fence || row.state !== 'claimed') return false
      if (outcome.kind === 'sent') set(entry.id, { state: 'sent', sentAt: at, lastFault: '', failingSince: null })
      else {
        if (outcome.kind === 'deleted' || outcome.kind === 'ended' || outcome.kind === 'obsolete') {
          set(entry.id, { state: 'cancelled' })
          return true
        }
        if (outcome.kind === 'postponed') {
          const attempts = row.attempts - 1
          set(entry.id, { state: 'waiting', dueAt: outcome.until, lastFault: outcome.why, attempts })
          return true
        }
        const failed = { lastFault: outcome.fault, failingSince: row.failingSince ?? at }
        if (retryAt === undefined) set(entry.id, { ...failed, state: 'parked' })
        else set(entry.id, { ...failed, state: 'waiting', dueAt: retryAt })
      }
      return true
    },
    async wake(topic, now) {
      const asleep = [...rows.values()].filter((row) => row.topic === topic && row.state === 'waiting' && row.lastFault !== '')
      for (const row of asleep) set(row.id, { dueAt: now })
      return asleep.length
    },
    async retry(id, now) {
      if (rows.get(id)?.state !== 'parked') return 'not_found'
      set(id, { state: 'waiting', dueAt: now, failingSince: null })
      return 'queued'
    },
    forApplication: async (applicationId) => [...rows.values()].filter((row) => row.applicationId === applicationId),
    inState: async (state, limit) => [...rows.values()].filter((row) => row.state === state).slice(0, limit),
    async counts<S extends OutboxState = OutboxState>(...states: readonly S[]) {
      const named: readonly OutboxState[] = states.length === 0 ? outboxStates : states
      const n = (state: OutboxState): number => [...rows.values()].filter((row) => row.state === state).length
      return Object.fromEntries(named.map((state) => [state, n(state)])) as Record<S, number>
    },
    async queue(drafts, now) {
      for (const draft of drafts) add(draft, now)
    },
    failing: async () => undefined,
    async nextDue(now) {
      const due = [...rows.values()]
        .filter(({ state }) => state === 'waiting')
        .map(({ dueAt }) => dueAt.getTime())
        .filter((ms) => ms > now.getTime())
      return due.length === 0 ? undefined : new Date(Math.min(...due))
    },
  }

  return {
    outbox,
    add,
    row: (id: string): OutboxEntry => {
      const row = rows.get(id)
      if (row === undefined) throw new Error(`no entry ${id}`)
      return row
    },
  }
}
