import { type Account, type Difference, differenceTotal } from '../applications/accounts.ts'
import type { Application } from '../applications/application.ts'
import type { DueSpan } from '../applications/due.ts'
import type { Topics } from '../applications/outbox.ts'
import { businessDayAfter, isBusinessDay } from '../content/promises.ts'
import type { Promises } from '../content/schema/promises.ts'
import { after, day, dayAfter, indianDay, indianMidnight, minute } from '../shared/dates.ts'
import { type FormType, formTypes } from '../shared/form-types.ts'
import type { Applications } from './storage/applications-port.ts'
import type { Outbox } from './storage/outbox-port.ts'
import type { PersonRequest, Persons } from './storage/person-port.ts'
import type { Settings } from './storage/port.ts'

/** Applications that are named of each kind, at most. */
const mostNamed = 10

/** Some applications, the first to be due first, and the number of all of them. */
interface Named {
  readonly applications: readonly Application[]
  readonly total: number
}

/** What the morning letter says. */
export interface Digest {
  readonly at: Date
  readonly since: Date
  /** New applications by form; forms without one are missing. */
  readonly arrived: readonly { readonly formType: FormType; readonly count: number }[]
  readonly late: Named
  /** Due after `at`, and before the next business day is over or the day itself. */
  readonly due: Named
  /** The last day of what is due. */
  readonly dueUntil: string
  /** Applications with an answer to a request that is not closed. */
  readonly answered: number
  /** Letters that were given up. */
  readonly parked: number
  /** Letters that wait after a failure. */
  readonly failing: number
  /** What persons asked for about their data, and is late. */
  readonly overdue: readonly PersonRequest[]
  /** What disagreed at the last check of the accounts: some of them, and the number of all. */
  readonly differences: { readonly named: readonly Difference[]; readonly total: number }
}

interface DigestParts {
  readonly applications: Pick<Applications, 'list'>
  readonly outbox: Pick<Outbox, 'counts' | 'failing' | 'queue'>
  readonly settings: Settings
  readonly persons: Pick<Persons, 'requests'>
  readonly promises: Promises
  /** The last check of the accounts. */
  account(): Promise<Account | undefined>
  now(): Date
  poke(): void
}

/** What there is to say: what came in the window, and what is due, late and failing now. */
export async function digestOf(
  { applications, outbox, persons, promises, account, now }: DigestParts,
  { since, until }: Pick<Topics['mail.digest'], 'since' | 'until'>,
): Promise<Digest> {
  const at = now()
  const window = { since: new Date(since), until: new Date(until) }
  const arrived: Digest['arrived'][number][] = []
  for (const formType of formTypes) {
    const { total } = await applications.list({ formType, ...window, limit: 1 })
    if (total > 0) arrived.push({ formType, count: total })
  }
  const named = async (dueIn: DueSpan): Promise<Named> => applications.list({ dueIn, limit: mostNamed })
  const next = businessDayAfter(indianDay(at), 1, promises.holidays)
  const [late, due, { parked }, failing, requests, answered, checked] = await Promise.all([
    named({ until: at }),
    named({ from: at, until: indianMidnight(next) }),
    outbox.counts('parked'),
    outbox.failing('mail.letter'),
    persons.requests(0),
    applications.list({ has: ['answered'], limit: 1 }),
    account(),
  ])
  const overdue = requests.filter((request) => request.due < indianDay(at))
  const failed = { parked, failing: failing?.waiting ?? 0 }
  const differences = {
    named: (checked?.differences ?? []).slice(0, mostNamed),
    total: checked === undefined ? 0 : differenceTotal(checked),
  }
  return {
    at,
    since: window.since,
    arrived,
    late,
    due,
    dueUntil: dayAfter(next, -1),
    answered: answered.total,
    ...failed,
    overdue,
    differences,
  }
}

/** Whether a digest says nothing. */
export const isEmpty = ({ arrived, late, due, answered, parked, failing, overdue, differences }: Digest): boolean =>
  arrived.length + late.total + due.total + answered + parked + failing + overdue.length + differences.total === 0

/** Under this name the last morning is stored that was decided upon: `day`, and until when its letter looked back. */
const key = 'morning_letter'

const minutesOf = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

/**
 * Queues the letter of a business morning, when there is something to say, once: however often it is called, on however many nodes, and also when
 * a clock is set back. A morning without anything to say is over as well. The letter reports what came since the last one.
 */
export async function queueMorningLetter(parts: DigestParts): Promise<void> {
  const { outbox, settings, promises, now, poke } = parts
  const at = now()
  const today = indianDay(at)
  if (promises.morningLetter === 'off' || !isBusinessDay(today, promises.holidays)) return
  if (at < after(indianMidnight(today), minutesOf(promises.morningLetter) * minute)) return
  const stored = await settings.get(key)
  const last = stored?.value as { readonly day: string; readonly at: string } | undefined
  if (last !== undefined && last.day >= today) return
  const window = { since: last?.at ?? after(at, -day).toISOString(), until: at.toISOString() }
  if (!isEmpty(await digestOf(parts, window))) {
    const payload = { day: today, ...window }
    await outbox.queue([{ topic: 'mail.digest', payload, key: `digest:${today}`, applicationId: '', dueAt: at }], at)
    poke()
  }
  await settings.put(key, { day: today, at: at.toISOString() }, stored?.revision ?? 0)
}
