import { routes } from '../../api/routes.ts'
import type { Application } from '../../applications/application.ts'
import { undoDelay } from '../../applications/delay.ts'
import { type Event, effectiveDecisions, type HistoryEntry, type Remark } from '../../applications/history.ts'
import { undoMessage } from '../../applications/message.ts'
import { type Change, undoDeletion, undoMove } from '../../applications/moves.ts'
import { isLetter, type OutboxEntry } from '../../applications/outbox.ts'
import type { Act } from '../../applications/outgoing/change.ts'
import { outgoing } from '../../applications/outgoing/outgoing.ts'
import { undoRequest } from '../../applications/requests.ts'
import { scoreOf } from '../../applications/rubric.ts'
import { AppError } from '../../shared/errors.ts'
import { seenByDecision } from '../blind/blind.ts'
import { meetingThen, withDouble } from '../changes/meeting-times.ts'
import { type Plan, refuseEnded, saveChanges } from '../changes/save-changes.ts'
import { groupNames, readObject, readOptionalObject } from '../http/body.ts'
import { invalid, isRevision } from '../http/faults.ts'
import { actorOf } from '../http/guards.ts'
import { Routes } from '../http/routes.ts'
import { afterChange, withRemark } from './changes.ts'
import { actNow, type Desk } from './desk.ts'
import { readAgain, readGroup, saveGroup } from './groups.ts'
import { meetingResponse, recordOf } from './responses.ts'
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
  ['noted', 'meeting_set', 'starred', 'scored'].includes(event?.what ?? '')

/** Whether `event` changed the same thing as `first`: the notes, the meeting, the star, or the same score. */
function isAbout(event: Event, first: Remark): boolean {
  const what = event.what === 'undone' ? event.undid : event.what
  if (what !== first.what) return false
  return first.what !== 'scored' || ('criterion' in event && event.criterion === first.criterion)
}

/** The current value of what a remark changed: the notes, the meeting's time, the star, or the score. */
function valueNow({ notes, meetingAt, isStarred, scores }: Application, remark: Remark): Remark['to'] {
  if (remark.what === 'noted') return notes
  if (remark.what === 'starred') return isStarred
  return remark.what === 'meeting_set' ? (meetingAt?.toISOString() ?? null) : (scoreOf(scores, remark.criterion) ?? null)
}

const changedSince = (): AppError =>
  new AppError('INVALID_STATUS_TRANSITION', { message: 'It has been changed again since then, so it stays as it is.' })

/**
 * Whether the change that produced `revision` was undone, and no other of its kind is in effect since. A message is undone when its letter is cancelled: of
 * several, any one can be.
 * @param history complete: the index of an entry is its revision
 */
function isUndone(history: readonly HistoryEntry[], revision: number, messages: readonly OutboxEntry[]): boolean {
  const what = history[revision]?.event.what
  if (what === 'written')
    return messages.filter(isLetter).some((entry) => entry.revision === revision && entry.state === 'cancelled')
  const inEffect: number[] = []
  for (const [at, { event }] of history.entries()) {
    if (event.what === what) inEffect.push(at)
    else if (event.what === 'undone' && event.undid === what) inEffect.pop()
  }
  return what !== undefined && inEffect.every((at) => at < revision)
}

/** The applications of the desk, with those whose deletion can be undone. */
const withDeleted = (desk: Desk): Desk => ({
  ...desk,
  applications: {
    ...desk.applications,
    byId: async (id) => (await desk.applications.byId(id)) ?? (await desk.applications.deleted(id))?.application,
  },
})

/**
 * The plan that undoes the target, or, when it is undefined, the last decision or deletion. It throws AppError RECORD_NOT_FOUND; FORM_VALIDATION_FAILED when
 * there is nothing to undo; and 409 when it is too late, or changed again since.
 */
const undoPlan =
  (desk: Desk, target: UndoTarget | undefined, by: string): Plan =>
  async (application) => {
    const { id } = application
    const deleted = await desk.applications.deleted(id)
    if (deleted !== undefined) return [restored(desk, deleted, target?.revision, by)]
    const [history, messages] = await Promise.all([desk.applications.history(id), desk.outbox.forApplication(id)])
    const state: UndoState = { application, history, messages, act: actNow(desk, by) }
    if (target === undefined) return undoneDecision(desk, state, undefined)
    const { revision } = target
    const event = history[revision]?.event
    switch (event?.what) {
      case 'written':
        return inTime(undoMessage(application, revision, messages, state.act), 'the message is on its way.')
      case 'delayed':
        return inTime(
          undoDelay(application, history, messages, revision, state.act),
          'the letter is on its way, or the application has been decided since then.',
        )
      case 'requested':
        return inTime(
          undoRequest(application, revision, messages, state.act),
          'the letter is on its way. You can close the request.',
        )
      case 'moved':
      case 'deleted':
        return undoneDecision(desk, state, revision)
      default:
        return undoneRemark(desk, state, target)
    }
  }

/** The plan of a repeated call: what the first one undid stays as it is. */
const undoPlanAgain =
  (desk: Desk, target: UndoTarget, by: string): Plan =>
  async (application) => {
    const { id } = application
    const [history, messages] = await Promise.all([desk.applications.history(id), desk.outbox.forApplication(id)])
    return isUndone(history, target.revision, messages) ? [] : undoPlan(desk, target, by)(application)
  }

/** Undoes what `undoPlan` plans. @throws AppError the errors of the plan */
export const undo = (desk: Desk, id: string, target: UndoTarget | undefined, by: string): Promise<Application> =>
  saveChanges(withDeleted(desk), id, undoPlan(desk, target, by))

/** What an undo depends on. */
interface UndoState {
  readonly application: Application
  /** Complete: the index of an entry is its revision. */
  readonly history: readonly HistoryEntry[]
  readonly messages: readonly OutboxEntry[]
  readonly act: Act
}

const tooLate = (): AppError =>
  new AppError('INVALID_STATUS_TRANSITION', { message: 'It is too late to undo this: the time for it has passed.' })

/** The change that restores a deleted application. @throws AppError 409 when its hold is over, or another deletion is meant */
function restored(
  desk: Desk,
  { application, holdUntil, isErased }: NonNullable<Awaited<ReturnType<Desk['applications']['deleted']>>>,
  revision: number | undefined,
  by: string,
): Change {
  if (revision !== undefined && revision !== application.revision) throw changedSince()
  const act = actNow(desk, by)
  if (holdUntil <= act.at) throw tooLate()
  if (isErased) throw changedSince()
  return undoDeletion(application, act)
}

/** The changes that undo the last decision. @throws AppError 409 when it is too late, or another decision is meant */
async function undoneDecision(
  desk: Desk,
  { application, history, messages, act }: UndoState,
  revision: number | undefined,
): Promise<readonly Change[]> {
  const revised = history.map((entry, index) => ({ ...entry, revision: index }))
  if (revision !== undefined && revision !== effectiveDecisions(revised).at(-1)?.revision) throw changedSince()
  const seen = await seenByDecision(desk, application, act)
  const undone = undoMove(seen === undefined ? application : afterChange(seen), revised, messages, act)
  if (!undone.ok) throw tooLate()
  return [...(seen === undefined ? [] : [seen]), await withDouble(desk, undone.value)]
}

/** The change that takes something back. @throws AppError CONFLICT when it is undefined, because it is too late */
function inTime(change: Change | undefined, message: string): readonly Change[] {
  if (change === undefined) throw new AppError('CONFLICT', { message: `It is too late to undo this: ${message}` })
  return [change]
}

/**
 * The change that restores the notes, the meeting, the star or a score from before some history entries. The undo is a history entry itself.
 * @throws AppError FORM_VALIDATION_FAILED when there is nothing to undo; 409 when it was changed again since
 */
async function undoneRemark(
  desk: Desk,
  { application, history, act }: UndoState,
  { revision, upTo }: UndoTarget,
): Promise<readonly Change[]> {
  const events = history.map(({ event }) => event)
  const first = events[revision]
  if (!isRemark(first)) throw invalid('revision', 'This change cannot be undone')
  // Only the value counts: a later change that was undone does not prevent this undo.
  const last = events.slice(revision, upTo + 1).findLast((event) => isAbout(event, first))
  const now = valueNow(application, first)
  if (last === undefined || !('to' in last) || now !== last.to) throw changedSince()
  if (now === first.from) return []
  if (first.what === 'meeting_set' && first.letter !== undefined)
    refuseEnded(application, 'no letter about a meeting can be sent')
  const remade = withRemark(application, { ...first, to: first.from } as Remark)
  const next = first.what === 'scored' ? await withTotal(desk, remade) : remade
  const event = { ...first, what: 'undone', undid: first.what, from: now, to: first.from } as Event
  const entry = { at: act.at, by: act.by, event }
  return [await withDouble(desk, { application: next, entry, ...outgoing(next, entry, act.delivery) })]
}

export const undoRoutes = (desk: Desk): Routes =>
  new Routes('admin')
    .on(routes.undo, async (context) => {
      const target = readUndoTarget(await readOptionalObject(context))
      return meetingResponse(desk, await undo(desk, context.req.param('id'), target, actorOf(context)))
    })
    .on(routes.undoGroup, async (context) => {
      const { changes, again } = await readObject(context, undefined, groupNames)
      const planOf = readAgain(again) ? undoPlanAgain : undoPlan
      const targets = readGroup(changes, 'changes', ({ id, ...target }) => {
        const read = readUndoTarget(target)
        if (read === undefined) throw invalid('changes', 'The revision of each change to undo is required')
        return { id, target: read }
      })
      const by = actorOf(context)
      const plans = targets.map(({ id, target }) => ({ id, plan: planOf(desk, target, by) }))
      const { saved, refused } = await saveGroup(withDeleted(desk), plans, context.get('log'))
      const doubled: string[] = []
      for (const application of saved) if ((await meetingThen(desk, application)).length > 0) doubled.push(application.id)
      return {
        applications: saved.map((application) => recordOf(desk, application)),
        refused,
        ...(doubled.length > 0 && { same_time: doubled }),
      }
    })
