import type { Application } from '../../applications/application.ts'
import type { Event, Remark } from '../../applications/history.ts'
import type { Change } from '../../applications/moves.ts'
import type { MeetingTerms } from '../../applications/outbox.ts'
import type { Delivery } from '../../applications/outgoing/change.ts'
import { outgoing } from '../../applications/outgoing/outgoing.ts'
import { AppError } from '../../shared/errors.ts'
import { termsAt } from '../changes/meeting-terms.ts'
import { refuseEnded, type Saving } from '../changes/save-changes.ts'
import type { Settings } from '../database/settings.ts'
import type { Applications } from '../records/applications/port.ts'
import type { Slots } from '../records/slots.ts'

/** What the reviewer's changes of an application depend on. */
export interface Reviewing extends Saving {
  readonly applications: Pick<Applications, 'byId' | 'history' | 'save'>
  readonly settings: Pick<Settings, 'get'>
  readonly slots: Pick<Slots, 'minutesAt'>
  readonly delivery: Delivery
  now(): Date
}

/** The reviewer's notes, meeting and star of an application. Undefined values stay as they are. */
export interface Annotation {
  readonly notes?: string
  /** The revision at which the reviewer read the notes that these replace. Undefined: they replace any notes. */
  readonly notesRevision?: number
  readonly meetingAt?: Date | null
  /** The meeting that the reviewer saw, which `meetingAt` replaces. Undefined: it replaces any meeting. */
  readonly meetingFrom?: Date | null
  /** With a time of the meeting that is ahead: the applicant gets letters about it. */
  readonly hasMeetingLetter?: boolean
  readonly isStarred?: boolean
}

/** The application with a remark applied to its notes, its meeting, its star or one of its scores. */
export function withRemark(application: Application, remark: Remark): Application {
  switch (remark.what) {
    case 'noted':
      return { ...application, notes: remark.to }
    case 'meeting_set':
      return { ...application, meetingAt: remark.to === null ? null : new Date(remark.to) }
    case 'starred':
      return { ...application, isStarred: remark.to }
    case 'scored': {
      const otherScores = Object.entries(application.scores).filter(([id]) => id !== remark.criterion)
      return {
        ...application,
        scores: Object.fromEntries(remark.to === null ? otherScores : [...otherScores, [remark.criterion, remark.to]]),
      }
    }
  }
}

/** The remarks of an annotation that change something. */
function remarks(
  application: Application,
  { notes, meetingAt, isStarred = application.isStarred }: Annotation,
  letter: MeetingTerms | undefined,
): readonly Remark[] {
  const all: Remark[] = []
  if (notes !== undefined && notes !== application.notes) all.push({ what: 'noted', from: application.notes, to: notes })
  const from = application.meetingAt?.toISOString() ?? null
  const to = meetingAt?.toISOString() ?? null
  if (meetingAt !== undefined && from !== to) all.push({ what: 'meeting_set', from, to, ...(letter && { letter }) })
  if (isStarred !== application.isStarred) all.push({ what: 'starred', from: application.isStarred, to: isStarred })
  return all
}

/** An application after a change is saved. */
export const afterChange = ({ application }: Change): Application => ({ ...application, revision: application.revision + 1 })

/** One change for each remark. Each starts from the application after the change before it. */
export function remarkChanges(
  { now, delivery }: Pick<Reviewing, 'now' | 'delivery'>,
  application: Application,
  remarks: readonly Remark[],
  by: string,
): readonly Change[] {
  const changes: Change[] = []
  for (const event of remarks) {
    const last = changes.at(-1)
    const next = withRemark(last === undefined ? application : afterChange(last), event)
    const entry = { at: now(), by, event }
    changes.push({ application: next, entry, ...outgoing(next, entry, delivery) })
  }
  return changes
}

const isAboutNotes = (event: Event): boolean => event.what === 'noted' || (event.what === 'undone' && event.undid === 'noted')

/**
 * Refuses notes that would overwrite notes that their writer has not read. The same text again is allowed.
 * @throws AppError 409 when the notes were written, or undone, after `notesRevision`
 */
async function guardNotes(
  applications: Reviewing['applications'],
  application: Application,
  { notes, notesRevision }: Annotation,
): Promise<void> {
  if (notes === undefined || notesRevision === undefined || notes === application.notes) return
  // Each change raises the revision by one and adds one entry, so the entries after a revision follow at the next index.
  const since = (await applications.history(application.id)).slice(notesRevision + 1)
  if (notesRevision > application.revision || since.some(({ event }) => isAboutNotes(event)))
    throw new AppError('CONFLICT', { message: 'The notes were changed in another window.' })
}

/** @throws AppError 409 when the meeting that an annotation replaces is not the one that the reviewer saw. The same time again is allowed. */
function guardMeeting({ meetingAt: current }: Application, { meetingAt, meetingFrom }: Annotation): void {
  if (meetingAt === undefined || meetingFrom === undefined || meetingAt?.getTime() === current?.getTime()) return
  if (meetingFrom?.getTime() !== current?.getTime())
    throw new AppError('CONFLICT', { message: 'The meeting was changed in another window.' })
}

/** The changes that an annotation makes. @throws AppError 409, see guardNotes and guardMeeting */
export async function annotationChanges(
  parts: Reviewing,
  application: Application,
  annotation: Annotation,
  by: string,
): Promise<readonly Change[]> {
  guardMeeting(application, annotation)
  await guardNotes(parts.applications, application, annotation)
  const time = annotation.meetingAt ?? application.meetingAt
  const isInformed = annotation.hasMeetingLetter === true && time !== null && time > parts.now()
  if (isInformed) refuseEnded(application, 'no letter about a meeting can be sent')
  const letter = isInformed ? await termsAt(parts, time) : undefined
  return remarkChanges(parts, application, remarks(application, annotation, letter), by)
}
