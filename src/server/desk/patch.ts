import { type Application, isStatus, type Status } from '../../applications/application.ts'
import { countCharacters } from '../../shared/characters.ts'
import { fromClock, isDay, startOfDay } from '../../shared/dates.ts'
import { isObject } from '../../shared/json.ts'
import { type Noted, noteChanges } from '../changes/note.ts'
import { saveChanges } from '../changes/save-changes.ts'
import { invalid, isRevision, refuseFaults } from '../http/faults.ts'
import type { StoredChange } from '../records/applications/port.ts'
import { type Annotation, afterChange, annotationChanges, type Reviewing } from './changes.ts'
import {
  type Deciding,
  decisionChange,
  type RequestedWording,
  readFrom,
  readWording,
  refuseNewAnswers,
  refuseOtherStatus,
} from './decisions.ts'
import { withLetterHold } from './letter-hold.ts'

/** What a patch depends on. */
export interface Patching extends Reviewing, Deciding {
  /** What features add to a decision, by the name of each. */
  readonly withDecision: ReadonlyMap<string, (decided: Application, typed: unknown, by: string) => Promise<Noted>>
}

interface Patch extends Annotation {
  readonly status?: Status
  /** The status that the reviewer saw, which the decision replaces. Undefined: it replaces any from which the transition is allowed. */
  readonly from?: Status
  /** The revision of the answers that the reviewer saw. Undefined: the decision is about any answers. */
  readonly answersRevision?: number
  readonly wording: RequestedWording
  /** What was typed for features that add to the decision, by the name of each. */
  readonly with?: Readonly<Record<string, unknown>>
}

const maxNotesLength = 50_000

const iso = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})?)?$/

/** Reads a time in ISO 8601; undefined when it is invalid. A time without a zone is in the site's zone, whatever the zone of the server. */
function readTime(value: unknown): Date | undefined {
  // JavaScript reads 31 February as a day in March.
  if (typeof value !== 'string' || !iso.test(value) || !isDay(value.slice(0, 10))) return undefined
  if (isDay(value)) return startOfDay(value)
  const time = /(Z|[+-]\d{2}:\d{2})$/.test(value) ? new Date(value) : fromClock(new Date(`${value}Z`))
  return Number.isNaN(time.getTime()) ? undefined : time
}

/** Reads the time of a meeting; null when there is none, undefined when it is invalid or absent. */
const readMeeting = (value: unknown): Date | null | undefined => (value === null || value === '' ? null : readTime(value))

/**
 * Reads the changes that a body requests.
 * @throws AppError FORM_VALIDATION_FAILED (400) for invalid values, or when there are none
 */
export function readPatch(body: Readonly<Record<string, unknown>>): Patch {
  const faults: Record<string, string> = {}
  const {
    status,
    notes,
    notes_revision: notesRevision,
    answers_revision: answersRevision,
    meeting_scheduled_at: meeting,
    starred,
  } = body
  if (status !== undefined && !isStatus(status)) faults.status = 'Unknown status'
  const from = readFrom(body.from, faults)
  if (from !== undefined && status === undefined) faults.from = 'Only a decision replaces a status'
  if (answersRevision !== undefined && (!isRevision(answersRevision) || status === undefined))
    faults.answers_revision = 'Only a decision names the revision of the answers that were seen'
  if (notes !== undefined && notes !== null && (typeof notes !== 'string' || notes.includes('\0') || !notes.isWellFormed()))
    faults.notes = 'Notes must be text'
  else if (typeof notes === 'string' && countCharacters(notes) > maxNotesLength)
    faults.notes = 'Notes can have 50,000 characters at most'
  if (notesRevision !== undefined && (!isRevision(notesRevision) || notes === undefined))
    faults.notes_revision = 'The revision of the notes that these replace is required'
  const meetingAt = readMeeting(meeting)
  if (meeting !== undefined && meetingAt === undefined) faults.meeting_scheduled_at = 'The meeting must be a date and time'
  const meetingFrom = readMeeting(body.meeting_from)
  if (body.meeting_from !== undefined && (meetingFrom === undefined || meeting === undefined))
    faults.meeting_from = 'The meeting that this one replaces must be a date and time, or null'
  const { meeting_letter: meetingLetter } = body
  if (meetingLetter !== undefined && (typeof meetingLetter !== 'boolean' || meeting === undefined))
    faults.meeting_letter = 'Whether a letter says the time of the meeting must be true or false'
  if (starred !== undefined && typeof starred !== 'boolean') faults.starred = 'A star must be true or false'
  if (status === undefined && notes === undefined && meeting === undefined && starred === undefined)
    faults.status = 'At least one of status, notes, meeting_scheduled_at and starred is required'
  if (body.with !== undefined && (!isObject(body.with) || status === undefined))
    faults.with = 'Only a decision has additions, by the name of a feature'
  const wording = readWording(body, status, faults)
  refuseFaults(faults)
  return {
    wording,
    ...(isStatus(status) && { status }),
    ...(from !== undefined && { from }),
    ...(answersRevision !== undefined && { answersRevision: Number(answersRevision) }),
    ...(notes !== undefined && { notes: typeof notes === 'string' ? notes : '' }),
    ...(notesRevision !== undefined && { notesRevision: Number(notesRevision) }),
    ...(meeting !== undefined && { meetingAt: meetingAt ?? null }),
    ...(meetingFrom !== undefined && { meetingFrom }),
    ...(meetingLetter === true && { hasMeetingLetter: true }),
    ...(typeof starred === 'boolean' && { isStarred: starred }),
    ...(isObject(body.with) && { with: body.with }),
  }
}

/** What features add to a decision. @param decided the change that decides @throws AppError, and the errors of features */
async function additionsOf(
  { withDecision }: Pick<Patching, 'withDecision'>,
  typed: Readonly<Record<string, unknown>>,
  decided: () => Promise<StoredChange>,
  by: string,
) {
  const all = Object.entries(typed)
  if (all.length === 0) return []
  const { application } = await decided()
  return Promise.all(
    all.map(([name, value]) => {
      const add = withDecision.get(name)
      if (add === undefined) throw invalid('with', `Nothing named ${name} adds to a decision`)
      return add(application, value, by)
    }),
  )
}

/**
 * Applies all of a patch or none of it. The decision is the last change, so the application's revision afterwards is the one that an undo needs.
 * @throws AppError RECORD_NOT_FOUND; INVALID_STATUS_TRANSITION; 409 when the status is no longer `from`, when the answers are newer than `answersRevision`,
 *   and for notes or a meeting that would overwrite notes or a meeting that was not read
 */
export const applyPatch = (
  desk: Patching,
  id: string,
  { status, from, answersRevision, wording, with: typed = {}, ...annotation }: Patch,
  by: string,
): Promise<Application> =>
  saveChanges(desk, id, async (application) => {
    const annotated = await annotationChanges(desk, application, annotation, by)
    if (status === undefined) return annotated
    refuseOtherStatus(application, from)
    refuseNewAnswers(application, answersRevision)
    const act = { by, at: desk.now(), delivery: await withLetterHold(desk) }
    const changes: StoredChange[] = [...annotated]
    const decided = async () => {
      const last = changes.at(-1)
      const current = last === undefined ? application : afterChange(last)
      return decisionChange(desk, current, status, wording, act, annotation.meetingAt !== undefined)
    }
    for (const noted of await additionsOf(desk, typed, decided, by)) {
      const last = changes.at(-1)
      changes.push(...noteChanges(last === undefined ? application : afterChange(last), noted, act.at, act.delivery))
    }
    return [...changes, await decided()]
  })
