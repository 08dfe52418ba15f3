import { after, second } from '../shared/dates.ts'
import { fail, ok, type Result } from '../shared/result.ts'
import { type Actor, type Application, actorName, type Status } from './application.ts'
import type { HistoryEntry } from './history.ts'
import type { Letter, OutboxDraft } from './outbox.ts'

/** Which status may follow which (docs/decisions: the specification names a refused change and shows no table). */
export const moves = {
  pending: ['approved', 'rejected', 'pitch'],
  pitch: ['approved', 'rejected'],
  approved: [],
  rejected: [],
} as const satisfies Record<Status, readonly Status[]>

export const mayMove = (from: Status, to: Status): boolean => (moves[from] as readonly Status[]).includes(to)

/** What an application becomes, what its history says, what must be sent: written together or not at all. */
export interface Change {
  /** As it is to be; its revision is the one that it was read at. */
  readonly application: Application
  readonly entry: HistoryEntry
  readonly outbox: readonly OutboxDraft[]
}

/** The letter that tells the applicant of a move. */
export function letterFor(from: Status, to: Status): Letter | undefined {
  if (to === 'approved') return 'approval'
  if (to === 'pitch') return 'pitch_invitation'
  if (to === 'rejected') return from === 'pitch' ? 'after_meeting_rejection' : 'rejection'
  return undefined
}

/** A decision. Its letter waits `holdS` seconds, in which the decision can be undone. */
export function move(
  application: Application,
  to: Status,
  by: Actor,
  at: Date,
  holdS: number,
): Result<Change, 'INVALID_STATUS_TRANSITION'> {
  const from = application.status
  if (!mayMove(from, to)) return fail('INVALID_STATUS_TRANSITION')
  const letter = letterFor(from, to)
  return ok({
    application: { ...application, status: to, reviewedAt: at, reviewedBy: actorName(by) },
    entry: { at, by: actorName(by), event: { what: 'moved', from, to } },
    outbox:
      letter === undefined
        ? []
        : [
            {
              topic: 'mail.letter',
              payload: { letter, applicationId: application.id },
              key: `${application.id}:${letter}:${application.revision}`,
              applicationId: application.id,
              dueAt: after(at, holdS * second),
            },
          ],
  })
}
