import { after, day } from '../shared/dates.ts'
import { fail, ok, type Result } from '../shared/result.ts'
import type { Application } from './application.ts'
import type { HistoryEntry } from './history.ts'
import type { Change } from './moves.ts'
import { isLetter, isUnsent, type OutboxEntry } from './outbox.ts'
import type { Act } from './outgoing/change.ts'
import { outgoing } from './outgoing/outgoing.ts'
import type { Progress } from './progress.ts'

/** The number of days after a withdrawal in which the applicant can return. */
export const returnDays = 30

/** The last moment at which the applicant can return. */
export const returnBy = (withdrawnAt: Date): Date => after(withdrawnAt, returnDays * day)

/** Whether the applicant can withdraw. It depends only on what the applicant knows, so that it does not reveal a decision before its letter. */
export const mayWithdraw = ({ withdrawnAt }: Pick<Application, 'withdrawnAt'>, { status }: Pick<Progress, 'status'>): boolean =>
  withdrawnAt === null && status !== 'rejected'

const idsOf = (entries: readonly OutboxEntry[]): readonly string[] => entries.map(({ id }) => id)

/**
 * The applicant withdraws. The application disappears from lists and counts, and its unsent letters are stopped. The status stays.
 * @param messages all messages of the application
 * @param reason empty for none
 */
export function withdraw(
  application: Application,
  reason: string,
  messages: readonly OutboxEntry[],
  { at, delivery }: Pick<Act, 'at' | 'delivery'>,
): Change {
  const stopped = messages.filter(isLetter).filter((entry) => isUnsent(entry) || entry.state === 'claimed')
  const event = { what: 'withdrawn', ...(reason !== '' && { reason }), letters: idsOf(stopped) } as const
  const entry: HistoryEntry = { at, by: 'applicant', event }
  // One that is being sent is stopped if the attempt fails.
  const cancels = idsOf(stopped.filter(isUnsent))
  return { application: { ...application, withdrawnAt: at }, entry, ...outgoing(application, entry, delivery, { cancels }) }
}

/**
 * The applicant returns. The application is as before the withdrawal, and the letters that were stopped wait again.
 * @param history complete
 * @param messages all messages of the application
 * @returns the fault `too_late` after 30 days, and if it is not withdrawn
 */
export function returnApplication(
  application: Application,
  history: readonly HistoryEntry[],
  messages: readonly OutboxEntry[],
  { at, delivery }: Pick<Act, 'at' | 'delivery'>,
): Result<Change, 'too_late'> {
  const { withdrawnAt } = application
  if (withdrawnAt === null || at >= returnBy(withdrawnAt)) return fail('too_late')
  const last = history.findLast(({ event }) => event.what === 'withdrawn')?.event
  const stopped = last?.what === 'withdrawn' ? last.letters : []
  const letters = messages.filter(isLetter)
  const confirmations = letters.filter((entry) => entry.payload.letter === 'withdrawn' && isUnsent(entry))
  const entry: HistoryEntry = { at, by: 'applicant', event: { what: 'returned' } }
  return ok({
    application: { ...application, withdrawnAt: null },
    entry,
    ...outgoing(application, entry, delivery, {
      messages: letters.filter(({ id, state }) => stopped.includes(id) && state === 'cancelled'),
      cancels: idsOf(confirmations),
    }),
  })
}
