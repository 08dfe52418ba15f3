import { indianDay } from '../shared/dates.ts'
import { isOwnFault, type OutboxState } from './outbox.ts'

/** An application that was taken in, and what the database has of it. */
export interface Acknowledged {
  readonly id: string
  /** When it was submitted. */
  readonly at: Date
  readonly via: 'form' | 'import'
  /** Why it was rightly deleted; null while it is to be there. */
  readonly ended: 'deleted' | 'quarantine' | 'explained' | null
  readonly isStored: boolean
  /** Whether a confirmation, and a row of the spreadsheet, were queued with it. */
  readonly letterDue: boolean
  readonly rowDue: boolean
  /** Whether these were sent. Others may have been: to a corrected address, by a rebuilding. */
  readonly isConfirmed: boolean
  readonly isRowSent: boolean
}

/** A confirmation of an application, the appending of its row, or the row's removal. */
export interface AccountMessage {
  readonly what: 'confirmation' | 'row' | 'removal'
  readonly state: OutboxState
  readonly sentAt: Date | null
  readonly fault: string
}

/** What can disagree about an application. */
export const differenceKinds = [
  /** Acknowledged, and not in the database. */
  'lost',
  /** In the database, and never acknowledged. */
  'unacknowledged',
  /** Its confirmation was given up, or is gone from the outbox. */
  'unmailed',
  /** Its row is not in the spreadsheet. */
  'unmirrored',
  /** Deleted, and still in the spreadsheet. */
  'undeleted',
  /** In the spreadsheet alone. */
  'unknown',
] as const
export type DifferenceKind = (typeof differenceKinds)[number]

/** What each means, after a reference. */
export const differenceNames: Readonly<Record<DifferenceKind, string>> = {
  lost: 'missing in the database',
  unacknowledged: 'in the database, never acknowledged',
  unmailed: 'confirmation not sent',
  unmirrored: 'missing in the spreadsheet',
  undeleted: 'deleted, still in the spreadsheet',
  unknown: 'in the spreadsheet, not in the database',
}

/** An application about which the accounts do not agree. */
export interface Difference {
  readonly kind: DifferenceKind
  readonly id: string
}

/** What a check could read of the spreadsheet. */
export type SheetState =
  | { readonly kind: 'none' }
  /** `foreign`: rows with ids of other systems; where the spreadsheet is the store, rows that it alone has as well. */
  | { readonly kind: 'read'; readonly rows: number; readonly foreign: number }
  /** The installed script cannot list its rows. */
  | { readonly kind: 'older' }
  | { readonly kind: 'unreachable'; readonly reason: string }

/** The result of a check: what was acknowledged, and what became of it. Moments are ISO 8601. */
export interface Account {
  readonly checkedAt: string
  /** When the next check is due. */
  readonly nextAt: string
  /** The newest first. */
  readonly days: readonly AccountDay[]
  /** The sum of all other days, under the last of them; null when there are none. */
  readonly earlier: AccountDay | null
  /** Some of each kind, if there are many. */
  readonly differences: readonly Difference[]
  /** How many there are of each kind. */
  readonly kinds: Readonly<Record<DifferenceKind, number>>
  readonly spreadsheet: SheetState
}

/** The number of differences of all kinds. */
export const differenceTotal = ({ kinds }: Pick<Account, 'kinds'>): number =>
  Object.values(kinds).reduce((sum, count) => sum + count, 0)

/** How far a letter or a row has gone. `stopped`: the desk knows why, and it waits for a person. */
type Step = 'not_due' | 'done' | 'waiting' | 'stopped' | 'cancelled' | 'missing'

/** What is counted of a day. `stored` and all that follow count imported applications as well. */
const counts = {
  /** By forms and by the import. */
  acknowledged: 0,
  imported: 0,
  /** In the database: also what is deleted and can be undone, and what is in quarantine. */
  stored: 0,
  quarantined: 0,
  /** Not stored any more, rightly. */
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
  /** Stored and without a row: from before the spreadsheet. */
  rowsNotDue: 0,
  differences: 0,
}
type AccountCounts = Readonly<typeof counts>

export interface AccountDay extends AccountCounts {
  /** A day in India. */
  readonly day: string
}

/** The rows of the spreadsheet as they were read. */
export interface SheetRows {
  readonly ids: ReadonlySet<string>
  /** When reading began: what was sent after it may be missing. */
  readonly readAt: Date
}

/** How far the confirmation of an application has gone. */
function letterStep({ isConfirmed, letterDue }: Acknowledged, messages: readonly AccountMessage[]): Step {
  const all = messages.filter(({ what }) => what === 'confirmation')
  const has = (state: OutboxState): boolean => all.some((message) => message.state === state)
  if (isConfirmed || has('sent')) return 'done'
  if (has('waiting') || has('claimed')) return 'waiting'
  if (has('parked')) return all.some(({ state, fault }) => state === 'parked' && isOwnFault(fault)) ? 'stopped' : 'missing'
  if (all.length > 0) return 'cancelled'
  return letterDue ? 'missing' : 'not_due'
}

/** How far the row of an application has gone. @param sheet undefined where the rows cannot be read: what was sent counts as done */
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

/** Whether nothing is due for an application that its messages would have to explain. */
export const isSettled = (entry: Acknowledged, sheet: SheetRows | undefined, hasSheet: boolean, isHidden: boolean): boolean =>
  !entry.isStored ||
  (letterStep(entry, []) !== 'missing' && (!hasSheet || ['done', 'not_due'].includes(rowStep(entry, [], sheet, isHidden))))

/** Whether a deleted application may still have its row: the removal is on its way, or was sent while the rows were read. */
export const isBeingRemoved = (messages: readonly AccountMessage[], { readAt }: SheetRows): boolean =>
  messages.some(
    ({ what, state, sentAt }) =>
      what === 'removal' && (state === 'waiting' || state === 'claimed' || (sentAt !== null && sentAt >= readAt)),
  )

/** Differences of one kind that are named, at most; all of them are counted. */
const mostNamed = 20
/** Days that are listed, and further ones with a difference. */
const mostDays = { recent: 14, different: 31 }

type Counts = { -readonly [Count in keyof AccountCounts]: number }

/** Counts how far the confirmation of an application has gone. */
function countLetter(day: Counts, step: Step): void {
  if (step !== 'not_due') day.lettersDue += 1
  if (step === 'done') day.mailed += 1
  if (step === 'waiting') day.lettersWaiting += 1
  if (step === 'stopped') day.lettersStopped += 1
  if (step === 'cancelled') day.lettersCancelled += 1
}

/** Counts how far the row of an application has gone. */
function countRow(day: Counts, step: Step): void {
  if (step === 'not_due') day.rowsNotDue += 1
  else day.rowsDue += 1
  if (step === 'done') day.mirrored += 1
  if (step === 'waiting') day.rowsWaiting += 1
}

/** The days, the newest first; all that are left out are in one sum, under the last day of them. */
function listed(days: ReadonlyMap<string, AccountCounts>): Pick<Account, 'days' | 'earlier'> {
  const all = [...days].map(([day, of]): AccountDay => ({ day, ...of })).sort((a, b) => (a.day < b.day ? 1 : -1))
  const old = all.slice(mostDays.recent)
  const different = old.filter((day) => day.differences > 0).slice(0, mostDays.different)
  const older = old.filter((day) => !different.includes(day))
  return {
    days: [...all.slice(0, mostDays.recent), ...different],
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
  const differ = (kind: DifferenceKind, id: string): void => {
    kinds[kind] += 1
    if (kinds[kind] <= mostNamed) differences.push({ kind, id })
  }

  return {
    /** A difference; `at` is when its application was submitted, where that is known. */
    differ(kind: DifferenceKind, id: string, at?: Date): void {
      differ(kind, id)
      if (at !== undefined) countsOf(at).differences += 1
    },

    /** An application, with its messages where they are needed. `hidden`: why it is not at the desk. */
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
        if (entry.ended !== null) day[entry.ended === 'explained' ? 'explained' : 'deleted'] += 1
        else {
          day.differences += 1
          differ('lost', entry.id)
        }
        return
      }
      day.stored += 1
      if (hidden === 'quarantine') day.quarantined += 1
      const letter = letterStep(entry, messages)
      countLetter(day, letter)
      const row = hasSheet ? rowStep(entry, messages, sheet, hidden !== undefined) : 'not_due'
      countRow(day, row)
      if (letter === 'missing') this.differ('unmailed', entry.id, entry.at)
      if (row === 'missing') this.differ('unmirrored', entry.id, entry.at)
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
