import type { QueryClient } from '@tanstack/react-query'
import type { ApplicationRecord, ApplicationResponse, GroupDecisionResponse, Refused } from '../../api/responses.ts'
import { routes } from '../../api/routes.ts'
import type { Wording } from '../../applications/moves.ts'
import { mergeResponse, remove, removeDeleted } from '../applications/cache.ts'
import { unsentSentences } from '../browser-storage.ts'
import { CallError, call } from '../client.ts'
import { addressee, applicantLabel, applicantName, firstNames, formatCount } from '../labels.ts'
import { reportFailure, showFailure } from '../session/failures.ts'
import { toast } from '../ui/toast.ts'
import { actionLabel, changeStatus, type ReviewAction, refreshAfter } from './change-status.ts'
import { asStep, leavesLabel, type OnUndone, offerUndo, type Undoable } from './undo.ts'

/** Above this number of applications, the reviewer types the number to confirm. */
export const typedAbove = 30

/** Decides one application, or delays the answer, and reports the outcome in a toast. Returns whether it succeeded. */
export async function decide(
  client: QueryClient,
  record: ApplicationRecord,
  act: ReviewAction,
  wording: Wording = {},
  onUndone?: OnUndone,
): Promise<boolean> {
  return asStep(applicantLabel(record), async (step) => {
    const changed = await changeStatus(client, record, act, wording)
    if (changed === 'busy') return false
    refreshAfter(client, [record.id])
    if (changed.ok) {
      unsentSentences.store(record.id, undefined)
      offerUndo(client, {
        step,
        title: `Application ${actionLabel(act)} successfully`,
        detail: `${outcomeLabel(record, act)} ${letterLine(record, act, wording, changed)}${meetingLine(record, changed)}`,
        done: [changed],
        undoFor: changed.undoFor,
        waitsUntil: changed.waitsUntil,
        onUndone: (undone) => {
          unsentSentences.store(record.id, wording.sentence)
          onUndone?.(undone)
        },
      })
    } else
      toast.failure(
        act === 'delay' ? 'Failed to delay the answer' : 'Failed to update application status',
        `${applicantLabel(record)}. ${changed.message}`,
      )
    return changed.ok
  })
}

/** Whom a decision is about. The specified title, "Application pitch successfully", is hard to understand without it. */
const outcomeLabel = (record: ApplicationRecord, act: ReviewAction): string =>
  act === 'pitch' ? `${applicantName(record)} is invited to pitch.` : `${applicantLabel(record)}.`

/** Whether a letter about a decision leaves, to whom and when, as a sentence. */
function letterLine(
  record: ApplicationRecord,
  act: ReviewAction,
  { letter }: Wording,
  { undoFor, waitsUntil }: Pick<ApplicationResponse, 'undoFor' | 'waitsUntil'>,
): string {
  const to = addressee(record)
  if (letter === 'none' || act === 'pending') return 'No letter.'
  if (record.letters_stopped_at !== undefined) return `No letter: letters to ${to} are stopped.`
  return `Letter to ${to} ${leavesLabel(undoFor, waitsUntil)}.`
}

/** Whether a decision cancelled the meeting, as a sentence. */
const meetingLine = (before: ApplicationRecord, { record: now }: Undoable): string =>
  before.meeting_scheduled_at !== null && now.meeting_scheduled_at === null ? ' The meeting is cancelled.' : ''

/** The outcome for one application: waiting, done, or failed with a message; `final` if a retry would fail too. */
export type Outcome = 'waiting' | 'done' | { readonly message: string; readonly final: boolean }

/** Applications in one call. The reviewer can stop between two calls. */
const perCall = 100

/** A retry can succeed after these refusals only. */
const isFinal = ({ code }: Refused): boolean => !['APPLICATION_UPDATE_FAILED', 'DATABASE_CONNECTION_FAILED'].includes(code)

interface GroupProps {
  readonly act: ReviewAction
  readonly wording: Wording
  /** Called after each call. */
  onOutcomes(outcomes: ReadonlyMap<string, Outcome>): void
  /** Whether the reviewer has stopped it. */
  isStopped(): boolean
}

/** What was done for a group. */
interface GroupDone {
  readonly done: readonly Undoable[]
  /** The last response. */
  readonly last: GroupDecisionResponse | undefined
}

/** Decides a group in calls of a hundred, until all are decided, a call fails, or the reviewer stops it. */
async function decideInCalls(
  client: QueryClient,
  records: readonly ApplicationRecord[],
  { act, wording, onOutcomes, isStopped }: GroupProps,
): Promise<GroupDone> {
  const done: Undoable[] = []
  let last: GroupDecisionResponse | undefined
  for (let from = 0; from < records.length && !isStopped(); from += perCall) {
    const part = records.slice(from, from + perCall)
    const applications = part.map(({ id, status, answers_revision }) => ({ id, from: status, answers_revision }))
    const body = { act, applications, of: records.length, ...(last && { held_until: last.heldUntil }), ...wording }
    try {
      last = await call(routes.decideGroup, { body })
    } catch (error) {
      reportFailure('deciding several applications', error)
      const outcome = { message: error instanceof Error ? error.message : '', final: false }
      onOutcomes(new Map(part.map(({ id }) => [id, outcome])))
      break
    }
    for (const application of last.applications) {
      mergeResponse(client, { success: true, application })
      done.push({ record: application, revision: application.revision })
    }
    const refused = last.refused.map((each) => [each.id, { message: each.error, final: isFinal(each) }] as const)
    onOutcomes(new Map<string, Outcome>([...last.applications.map(({ id }) => [id, 'done'] as const), ...refused]))
  }
  return { done, last }
}

/** What each applicant of a group gets. @param letter such as `a rejection` */
export const describe = (count: number, letter: string, isSilent: boolean, isSentByHand: boolean): string =>
  isSilent
    ? 'No letter is sent. The applicants’ own pages show the decision when it can no longer be undone.'
    : `${count === 1 ? 'The applicant gets' : `Each of these ${formatCount(count)} gets`} ${letter} by mail, when ${isSentByHand ? 'you send it from the outbox' : 'it can no longer be undone'}.`

const namesOf = (done: readonly Undoable[]): string => firstNames(done.map(({ record }) => applicantName(record)))

/**
 * Decides applications, or delays their answers, and reports the outcome of each. Failed ones stay unchanged. One undo reverts all decisions while the server
 * holds them.
 */
export const decideMany = (client: QueryClient, records: readonly ApplicationRecord[], props: GroupProps): Promise<void> =>
  asStep(`${formatCount(records.length)} applications`, async (step) => {
    const { done, last } = await decideInCalls(client, records, props)
    void client.invalidateQueries({ queryKey: ['stats'] })
    void client.invalidateQueries({ queryKey: ['application'] })
    void client.invalidateQueries({ queryKey: ['outbox'] })
    if (done.length === 0 || last === undefined) return
    const verb = actionLabel(props.act)
    const title =
      done.length === 1 ? `Application ${verb} successfully` : `${formatCount(done.length)} applications: ${verb} successfully`
    const { undoFor, waitsUntil } = last
    const letters = props.wording.letter === 'none' ? 'No letters.' : `Each letter ${leavesLabel(undoFor, waitsUntil)}.`
    offerUndo(client, {
      step,
      title,
      detail: `${namesOf(done)}. ${letters}`,
      done,
      undoFor,
      waitsUntil,
      onUndone: undefined,
    })
  })

/** Deletes an application and removes it from every list; the deletion can be undone during its hold. Returns whether it succeeded. */
export async function deleteApplication(client: QueryClient, record: ApplicationRecord, onUndone?: OnUndone): Promise<boolean> {
  return asStep(applicantLabel(record), async (step) => {
    try {
      const response = await call(routes.deleteApplication, { at: { id: record.id } })
      remove(client, record.id)
      void client.invalidateQueries({ queryKey: ['stats'] })
      void client.invalidateQueries({ queryKey: ['outbox'] })
      offerUndo(client, {
        step,
        title: 'Application deleted successfully',
        done: [{ record, revision: response.revision }],
        undoFor: response.undoFor,
        onUndone,
      })
      return true
    } catch (error) {
      if (error instanceof CallError && error.status === 404) removeDeleted(client, record.id)
      showFailure('deleting an application', 'Failed to delete application', error)
      return false
    }
  })
}
