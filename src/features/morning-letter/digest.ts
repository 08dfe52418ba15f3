import type { Application } from '../../applications/application.ts'
import type { DueSpan } from '../../applications/due.ts'
import { businessDayAfter, isBusinessDay } from '../../content/promises.ts'
import type { Promises } from '../../content/schema/promises.ts'
import type { Settings } from '../../server/database/settings.ts'
import { otherMail } from '../../server/mail/other-mail.ts'
import type { Lists } from '../../server/records/applications/lists.ts'
import type { Outbox } from '../../server/records/outbox/port.ts'
import type { PersonRequest, Persons } from '../../server/records/persons/port.ts'
import type { Difference } from '../../server/sheets/differences.ts'
import { after, day, dayAfter, dayOf, startOfDay, timeOn } from '../../shared/dates.ts'
import { type FormType, formTypes } from '../../shared/form-types.ts'

/** What a morning letter is about: a day, and the window of time that it reports. Moments are ISO 8601. */
interface Window {
  readonly day: string
  readonly since: string
  readonly until: string
}

export const morningLetter = otherMail<Window>('morning', 'Morning letter')

/** The setting with the last morning whose letter was handled: its `day`, and the end of the letter's window (`at`). */
export const lastMorning = 'morning_letter'

/** The limit of applications that each section lists. */
const maxListed = 10

/** The first applications of a section, in the order of their due moments, and the number of all. */
interface Listed {
  readonly applications: readonly Application[]
  readonly total: number
}

/** The contents of the morning letter. */
export interface Digest {
  readonly at: Date
  readonly since: Date
  /** New applications by form; forms without one are missing. */
  readonly arrived: readonly { readonly formType: FormType; readonly count: number }[]
  readonly late: Listed
  /** Due after `at`, up to and including `dueUntil`. */
  readonly due: Listed
  /** The last day before the next business day. */
  readonly dueUntil: string
  /** Applications with an answer to a request that is not closed. */
  readonly answered: number
  /** Parked letters. */
  readonly parked: number
  /** Letters that wait after a failure. */
  readonly failing: number
  /** Overdue requests of persons about their data. */
  readonly overdue: readonly PersonRequest[]
  /** Why the backups are behind; undefined when they are not, or none was ever made. */
  readonly backups: string | undefined
  /** Between database, mail and spreadsheet. */
  readonly differences: readonly Difference[]
}

interface DigestParts {
  readonly applications: Pick<Lists, 'list'>
  readonly outbox: Pick<Outbox, 'counts' | 'failing' | 'queue'>
  readonly settings: Pick<Settings, 'get' | 'put'>
  readonly persons: Pick<Persons, 'requests'>
  readonly promises: Promises
  differences(): Promise<readonly Difference[]>
  /** See `Digest`. */
  backups(): string | undefined
  now(): Date
  poke(): void
}

/** Reads the contents of the letter: what arrived in the window, and what is due, late and failing now. */
export async function digestOf(
  { applications, outbox, persons, promises, now, ...parts }: DigestParts,
  { since, until }: Pick<Window, 'since' | 'until'>,
): Promise<Digest> {
  const at = now()
  const window = { since: new Date(since), until: new Date(until) }
  const arrived: Digest['arrived'][number][] = []
  for (const formType of formTypes) {
    const { total } = await applications.list({ formType, ...window, limit: 1 })
    if (total > 0) arrived.push({ formType, count: total })
  }
  const listDue = async (dueIn: DueSpan): Promise<Listed> => applications.list({ dueIn, limit: maxListed })
  const next = businessDayAfter(dayOf(at), 1, promises.holidays)
  const [late, due, { parked }, failing, requests, answered, differences] = await Promise.all([
    listDue({ until: at }),
    listDue({ from: at, until: startOfDay(next) }),
    outbox.counts('parked'),
    outbox.failing('mail.letter'),
    persons.requests(0),
    applications.list({ has: ['answered'], limit: 1 }),
    parts.differences(),
  ])
  const overdue = requests.filter((request) => request.due < dayOf(at))
  return {
    at,
    since: window.since,
    arrived,
    late,
    due,
    dueUntil: dayAfter(next, -1),
    answered: answered.total,
    parked,
    failing: failing?.waiting ?? 0,
    overdue,
    backups: parts.backups(),
    differences,
  }
}

/** Whether a digest contains nothing to report. */
export const isEmpty = ({ arrived, late, due, answered, parked, failing, overdue, backups, differences }: Digest): boolean =>
  backups === undefined &&
  arrived.length + late.total + due.total + answered + parked + failing + overdue.length + differences.length === 0

/**
 * Queues the morning letter of a business day, if there is something to report. It queues one letter a day, even when it is called often, on several nodes,
 * or after a clock was set back. The window of the letter begins where the last one ended.
 */
export async function queueMorningLetter(parts: DigestParts): Promise<void> {
  const { outbox, settings, promises, now, poke } = parts
  const at = now()
  const today = dayOf(at)
  if (promises.morningLetter === 'off' || !isBusinessDay(today, promises.holidays)) return
  if (at < timeOn(today, promises.morningLetter)) return
  const stored = await settings.get(lastMorning)
  const handled = stored?.value as { readonly day: string; readonly at: string } | undefined
  // A later day was handled while the clock was far ahead.
  const last = handled !== undefined && handled.day <= dayAfter(today) ? handled : undefined
  if (last !== undefined && last.day >= today) return
  const window = { since: last?.at ?? after(at, -day).toISOString(), until: at.toISOString() }
  if (!isEmpty(await digestOf(parts, window))) {
    const payload = { day: today, ...window }
    await outbox.queue([morningLetter.draft(payload, { key: `digest:${today}`, dueAt: at })], at)
    poke()
  }
  await settings.put(lastMorning, { day: today, at: at.toISOString() }, stored?.revision ?? 0)
}
