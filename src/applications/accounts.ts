import { indianDay } from '../shared/dates.ts'
import { isOwnFault, type OutboxState } from './outbox.ts'

/** An acknowledged application, and what the database has of it. */
export interface Acknowledged {
  readonly id: string
  /** When it was submitted. */
  readonly at: Date
  readonly via: 'form' | 'import'
  /** Why it is no longer in the database; null if it should be there. */
  readonly ended: 'deleted' | 'quarantine' | 'explained' | null
  readonly isStored: boolean
  /** Whether a confirmation and a spreadsheet row were queued with it. */
  readonly letterDue: boolean
  readonly rowDue: boolean
  /** Whether these were sent. (Later ones may have been sent as well: to a corrected address, by a rebuild.) */
  readonly isConfirmed: boolean
  readonly isRowSent: boolean
}

/** An outbox entry that confirms an application, appends its row, or removes the row. */
export interface AccountMessage {
  readonly what: 'confirmation' | 'row' | 'removal'
  readonly state: OutboxState
  readonly sentAt: Date | null
  readonly fault: string
}

/** The kinds of differences. */
export const differenceKinds = [
  /** Acknowledged, but not in the database. */
  'lost',
  /** In the database, but never acknowledged. */
  'unacknowledged',
  /** Its confirmation could not be delivered, or is no longer in the outbox. */
  'unmailed',
  /** Its row is not in the spreadsheet. */
  'unmirrored',
  /** Deleted, but still in the spreadsheet. */
  'undeleted',
  /** Only in the spreadsheet. */
  'unknown',
] as const
export type DifferenceKind = (typeof differenceKinds)[number]

/** The names of the kinds, to follow a reference. */
export const differenceNames: Readonly<Record<DifferenceKind, string>> = {
  lost: 'missing in the database',
  unacknowledged: 'in the database, never acknowledged',
  unmailed: 'confirmation not sent',
  unmirrored: 'missing in the spreadsheet',
  undeleted: 'deleted, still in the spreadsheet',
  unknown: 'in the spreadsheet, not in the database',
}

/** A difference about one application. */
export interface Difference {
  readonly kind: DifferenceKind
  readonly id: string
}

/** What a check could read of the spreadsheet. */
export type SheetState =
  | { readonly kind: 'none' }
  /** `foreign`: rows with ids of other systems. If the spreadsheet is the store, also rows that only it has. */
  | { readonly kind: 'read'; readonly rows: number; readonly foreign: number }
  /** The installed script cannot list its rows. */
  | { readonly kind: 'older' }
  | { readonly kind: 'unreachable'; readonly reason: string }

/** The result of a check. Moments are ISO 8601. */
export interface Account {
  readonly checkedAt: string
  /** When the next check is due. */
  readonly nextAt: string
  /** Newest first. */
  readonly days: readonly AccountDay[]
  /** The sum of all other days, with the date of the last one; null if there are none. */
  readonly earlier: AccountDay | null
  /** All differences; if there are many, some of each kind. */
  readonly differences: readonly Difference[]
  /** The number of differences of each kind. */
  readonly kinds: Readonly<Record<DifferenceKind, number>>
  readonly spreadsheet: SheetState
}

/** The number of differences of all kinds. */
export const differenceTotal = ({ kinds }: Pick<Account, 'kinds'>): number =>
  Object.values(kinds).reduce((sum, count) => sum + count, 0)

/** The state of a letter or row. `stopped`: the desk shows the reason, and a person has to act. */
type Step = 'not_due' | 'done' | 'waiting' | 'stopped' | 'cancelled' | 'missing'

/** The counts of a day. `stored` and all that follow include imported applications. */
const counts = {
  /** Sent with forms or imported. */
  acknowledged: 0,
  imported: 0,
  /** In the database, including quarantined ones and deletions that can be undone. */
  stored: 0,
  quarantined: 0,
  /** No longer stored, for a known reason. */
  deleted: 0,
  explained: 0,
  lettersDue: 0,
  mailed: 0,
  lettersWaiting: 0,
  lettersStopped: 0,
  lettersCancelled: 0,
  rowsDue: 0,
  mirrored: 0,
  rowsWaiting: 0,
  /** Stored, but older than the spreadsheet, so without a row. */
  rowsNotDue: 0,
  differences: 0,
}
type AccountCounts = Readonly<typeof counts>

export interface AccountDay extends AccountCounts {
  /** A day in India. */
  readonly day: string
}

/** The rows that were read from the spreadsheet. */
export interface SheetRows {
  readonly ids: ReadonlySet<string>
  /** When reading began. Rows that were sent later may be missing. */
  readonly readAt: Date
}

/** The state of the confirmation of an application. */
function letterStep({ isConfirmed, letterDue }: Acknowledged, messages: readonly AccountMessage[]): Step {
  const all = messages.filter(({ what }) => what === 'confirmation')
  const has = (state: OutboxState): boolean => all.some((message) => message.state === state)
  if (isConfirmed || has('sent')) return 'done'
  if (has('waiting') || has('claimed')) return 'waiting'
  if (has('parked')) return all.some(({ state, fault }) => state === 'parked' && isOwnFault(fault)) ? 'stopped' : 'missing'
  if (all.length > 0) return 'cancelled'
  return letterDue ? 'missing' : 'not_due'
}

/** The state of the row of an application. @param sheet undefined if the rows cannot be read; then a sent row counts as done */
function rowStep(
  { id, rowDue, isRowSent }: Acknowledged,
  messages: readonly AccountMessage[],
  sheet: SheetRows | undefined,
  isHidden: boolean,
): Step {
  if (sheet?.ids.has(id)) return 'done'
  if (isHidden) return 'not_due'
  const all = messages.filter(({ what }) => what === 'row')
  if (all.some(({ state }) => state === 'waiting' || state === 'claimed')) return 'waiting'
  const sent = all.filter(({ state }) => state === 'sent')
  if (sheet === undefined && (isRowSent || sent.length > 0)) return 'done'
  if (sent.some(({ sentAt }) => sheet !== undefined && sentAt !== null && sentAt >= sheet.readAt)) return 'waiting'
  return rowDue || all.length > 0 ? 'missing' : 'not_due'
}

/** Whether the state of an application is clear without its messages. */
export const isSettled = (entry: Acknowledged, sheet: SheetRows | undefined, hasSheet: boolean, isHidden: boolean): boolean =>
  !entry.isStored ||
  (letterStep(entry, []) !== 'missing' && (!hasSheet || ['done', 'not_due'].includes(rowStep(entry, [], sheet, isHidden))))

/** Whether a deleted application may still have its row, because the removal is in transit, or was sent while the rows were read. */
export const isBeingRemoved = (messages: readonly AccountMessage[], { readAt }: SheetRows): boolean =>
  messages.some(
    ({ what, state, sentAt }) =>
      what === 'removal' && (state === 'waiting' || state === 'claimed' || (sentAt !== null && sentAt >= readAt)),
  )

/** The maximum number of listed differences per kind. All are counted. */
const maxNamed = 20
/** The maximum number of listed days: recent ones, and older ones with a difference. */
const maxDays = { recent: 14, different: 31 }

type Counts = { -readonly [Count in keyof AccountCounts]: number }

/** Counts the state of a confirmation. */
function countLetter(day: Counts, step: Step): void {
  if (step !== 'not_due') day.lettersDue += 1
  if (step === 'done') day.mailed += 1
  if (step === 'waiting') day.lettersWaiting += 1
  if (step === 'stopped') day.lettersStopped += 1
  if (step === 'cancelled') day.lettersCancelled += 1
}

/** Counts the state of a row. */
function countRow(day: Counts, step: Step): void {
  if (step === 'not_due') day.rowsNotDue += 1
  else day.rowsDue += 1
  if (step === 'done') day.mirrored += 1
  if (step === 'waiting') day.rowsWaiting += 1
}

/** The days, newest first. Those that are not listed are in one sum, with the date of the last one. */
function listed(days: ReadonlyMap<string, AccountCounts>): Pick<Account, 'days' | 'earlier'> {
  const all = [...days].map(([day, of]): AccountDay => ({ day, ...of })).sort((a, b) => (a.day < b.day ? 1 : -1))
  const old = all.slice(maxDays.recent)
  const different = old.filter((day) => day.differences > 0).slice(0, maxDays.different)
  const older = old.filter((day) => !different.includes(day))
  return {
    days: [...all.slice(0, maxDays.recent), ...different],
    earlier: older.length === 0 ? null : older.reduce(sum),
  }
}

/** Counts applications by the day of their submission. */
export function accountTally(hasSheet: boolean) {
  const days = new Map<string, Counts>()
  const differences: Difference[] = []
  const kinds = Object.fromEntries(differenceKinds.map((kind) => [kind, 0])) as Record<DifferenceKind, number>

  const countsOf = (at: Date) => {
    const name = indianDay(at)
    const counted = days.get(name) ?? { ...counts }
    days.set(name, counted)
    return counted
  }
  /** Adds a difference; `at`: when the application was submitted, if that is known. */
  const differ = (kind: DifferenceKind, id: string, at?: Date): void => {
    kinds[kind] += 1
    if (kinds[kind] <= maxNamed) differences.push({ kind, id })
    if (at !== undefined) countsOf(at).differences += 1
  }

  return {
    differ,

    /** Adds an application, with its messages if they are needed. `hidden`: why the desk does not show it. */
    add(
      entry: Acknowledged,
      messages: readonly AccountMessage[],
      sheet: SheetRows | undefined,
      hidden: 'deleted' | 'quarantine' | undefined,
    ): void {
      const day = countsOf(entry.at)
      day.acknowledged += 1
      if (entry.via === 'import') day.imported += 1
      if (!entry.isStored) {
        if (entry.ended === null) differ('lost', entry.id, entry.at)
        else day[entry.ended === 'explained' ? 'explained' : 'deleted'] += 1
        return
      }
      day.stored += 1
      if (hidden === 'quarantine') day.quarantined += 1
      const letter = letterStep(entry, messages)
      countLetter(day, letter)
      const row = hasSheet ? rowStep(entry, messages, sheet, hidden !== undefined) : 'not_due'
      countRow(day, row)
      if (letter === 'missing') differ('unmailed', entry.id, entry.at)
      if (row === 'missing') differ('unmirrored', entry.id, entry.at)
    },

    result: () => ({ ...listed(days), differences, kinds }),
  }
}

const sum = (first: AccountDay, second: AccountDay): AccountDay => ({
  ...(Object.fromEntries(
    (Object.keys(counts) as (keyof AccountCounts)[]).map((name) => [name, first[name] + second[name]]),
  ) as AccountCounts),
  day: first.day,
})
