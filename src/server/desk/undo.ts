import { patterns } from '../../api/paths.ts'
import type { Application } from '../../applications/application.ts'
import { recallDelay } from '../../applications/delay.ts'
import type { Event, Remark } from '../../applications/history.ts'
import { recallMessage } from '../../applications/message.ts'
import type { Change } from '../../applications/moves.ts'
import { outgoing } from '../../applications/outgoing/outgoing.ts'
import { recallRequest } from '../../applications/requests.ts'
import { scoreOf } from '../../applications/rubric.ts'
import { AppError } from '../../shared/errors.ts'
import { readOptionalObject } from '../http/body.ts'
import { invalid } from '../http/faults.ts'
import { Routes } from '../http/routes.ts'
import { saveChanges } from '../save-changes.ts'
import { withRemark } from './changes.ts'
import { actNow, applicationResponse, type Desk, isRevision, reviewerOf } from './desk.ts'
import { withTotal } from './rubrics.ts'

/** The history entries to undo: the revisions of the first and the last one, both inclusive. */
interface UndoTarget {
  readonly revision: number
  readonly upTo: number
}

/**
 * Reads what to undo. Undefined for an empty body, which means the last decision or deletion.
 * @throws AppError FORM_VALIDATION_FAILED for invalid values
 */
function readUndoTarget({ revision, upTo = revision }: Readonly<Record<string, unknown>>): UndoTarget | undefined {
  if (revision === undefined) return undefined
  if (!isRevision(revision) || !isRevision(upTo) || upTo < revision)
    throw invalid('revision', 'The revision of the change to undo is required')
  return { revision, upTo }
}

const isRemark = (event: Event | undefined): event is Remark =>
  event?.what === 'noted' || event?.what === 'meeting_set' || event?.what === 'scored'

/** Whether `event` changed the same thing as `first`: the notes, the meeting, or the same score. */
function isAbout(event: Event, first: Remark): boolean {
  const what = event.what === 'undone' ? event.undid : event.what
  if (what !== first.what) return false
  return first.what !== 'scored' || ('criterion' in event && event.criterion === first.criterion)
}

/** The current value of what a remark changed: the notes, the meeting's time, or the score. */
function valueNow({ notes, meetingAt, scores }: Application, remark: Remark): Remark['to'] {
  if (remark.what === 'noted') return notes
  return remark.what === 'meeting_set' ? (meetingAt?.toISOString() ?? null) : (scoreOf(scores, remark.criterion) ?? null)
}

const changedSince = (): AppError =>
  new AppError('INVALID_STATUS_TRANSITION', { message: 'It has been changed again since then, so it stays as it is.' })

/**
 * Undoes the target, or, when it is undefined, the last decision or deletion.
 * @throws AppError RECORD_NOT_FOUND; FORM_VALIDATION_FAILED when there is nothing to undo; 409 when it is too late, or changed again since
 */
export async function undo(desk: Desk, id: string, target: UndoTarget | undefined, by: string): Promise<Application> {
  // The history of a deleted application cannot be read, and only its deletion can be undone.
  const exists = target !== undefined && (await desk.applications.byId(id)) !== undefined
  if (exists) {
    const event = (await desk.applications.history(id))[target.revision]?.event
    if (event?.what === 'written') return undoMessage(desk, id, event.key ?? '', by)
    if (event?.what === 'delayed') return undoDelay(desk, id, target.revision, by)
    if (event?.what === 'requested') return undoRequest(desk, id, target.revision, by)
    if (event?.what !== 'moved' && event?.what !== 'deleted') return undoRemark(desk, id, target, by)
  }
  const undone = await desk.applications.undo(id, by, desk.now(), desk.delivery, target?.revision)
  if (undone.kind === 'not_found') throw new AppError('RECORD_NOT_FOUND')
  if (undone.kind === 'changed') throw changedSince()
  if (undone.kind !== 'undone')
    throw new AppError('INVALID_STATUS_TRANSITION', { message: 'It is too late to undo this: the time for it has passed.' })
  desk.poke()
  return undone.application
}

/** The change that takes something back. @throws AppError CONFLICT when it is undefined, because it is too late */
function inTime(change: Change | undefined, message: string): readonly Change[] {
  if (change === undefined) throw new AppError('CONFLICT', { message: `It is too late to undo this: ${message}` })
  return [change]
}

/** Undoes a message before it is sent. @throws AppError RECORD_NOT_FOUND; 409 when it is being sent, or was sent */
const undoMessage = (desk: Desk, id: string, key: string, by: string): Promise<Application> =>
  saveChanges(desk, id, async (application) => {
    const messages = await desk.outbox.forApplication(id)
    const undone = recallMessage(application, key, messages, actNow(desk, by))
    return inTime(undone, 'the message is on its way.')
  })

/** Undoes a delay before its letter is sent. @throws AppError RECORD_NOT_FOUND; 409 when the letter is being sent, or the application was decided */
const undoDelay = (desk: Desk, id: string, revision: number, by: string): Promise<Application> =>
  saveChanges(desk, id, async (application) => {
    const [history, messages] = await Promise.all([desk.applications.history(id), desk.outbox.forApplication(id)])
    const undone = recallDelay(application, history, messages, revision, actNow(desk, by))
    return inTime(undone, 'the letter is on its way, or the application has been decided since then.')
  })

/** Undoes a request before its letter is sent. @throws AppError RECORD_NOT_FOUND; 409 when the letter is being sent, or was sent */
const undoRequest = (desk: Desk, id: string, request: number, by: string): Promise<Application> =>
  saveChanges(desk, id, async (application) => {
    const messages = await desk.outbox.forApplication(id)
    const undone = recallRequest(application, request, messages, actNow(desk, by))
    return inTime(undone, 'the letter is on its way. You can close the request.')
  })

/**
 * Restores the notes, the meeting or a score from before some history entries. The undo is a history entry itself.
 * @throws AppError RECORD_NOT_FOUND; FORM_VALIDATION_FAILED when there is nothing to undo; 409 when it was changed again since
 */
const undoRemark = (desk: Desk, id: string, { revision, upTo }: UndoTarget, by: string): Promise<Application> =>
  saveChanges(desk, id, async (application) => {
    // Each change raises the revision by one and adds one entry, so the index of an entry is its revision.
    const events = (await desk.applications.history(id)).map(({ event }) => event)
    const first = events[revision]
    if (!isRemark(first)) throw invalid('revision', 'This change cannot be undone')
    // Only the value counts: a later change that was undone does not prevent this undo.
    const last = events.slice(revision, upTo + 1).findLast((event) => isAbout(event, first))
    const now = valueNow(application, first)
    if (last === undefined || !('to' in last) || now !== last.to) throw changedSince()
    if (now === first.from) return []
    const remade = withRemark(application, { ...first, to: first.from } as Remark)
    const restored = first.what === 'scored' ? await withTotal(desk, remade) : remade
    const event = { ...first, what: 'undone', undid: first.what, from: now, to: first.from } as Event
    const entry = { at: desk.now(), by, event }
    return [{ application: restored, entry, ...outgoing(restored, entry, desk.delivery) }]
  })

/** The route that undoes decisions, delays, requests, deletions, notes, meetings, scores and messages. */
export const undoRoutes = (desk: Desk): Routes =>
  new Routes('admin').post(patterns.undo, async (context) => {
    const target = readUndoTarget(await readOptionalObject(context))
    return context.json(applicationResponse(desk, await undo(desk, context.req.param('id'), target, reviewerOf(context))))
  })
