import type { QueryClient } from '@tanstack/react-query'
import type { ApplicationRecord, ApplicationResponse, GroupDecisionResponse, Refused, Revised } from '../../api/responses.ts'
import { routes } from '../../api/routes.ts'
import type { Wording } from '../../applications/moves.ts'
import { mergeResponse, remove, removeDeleted } from '../applications/cache.ts'
import { unsentSentences } from '../browser-storage.ts'
import { CallError, call } from '../client.ts'
import { addressee, applicantLabel, applicantName, firstNames, formatCount } from '../labels.ts'
import { letterHoldQuery } from '../letters/held-letters.ts'
import { reportFailure, showFailure } from '../session/failures.ts'
import { toast } from '../ui/toast.ts'
import { changeStatus, refreshAfter } from './change-status.ts'
import { answered, type GroupCall } from './group-calls.ts'
import { keepRefusal } from './queue.ts'
import { actionLabel, type DecisionWords, type ReviewAction } from './review-action.ts'
import { asStep, leavesLabel, type OnUndone, offerUndo, type Step } from './undo.ts'

/** Above this number of applications, the reviewer types the number to confirm. */
export const typedAbove = 30

/** Decides one application, or delays the answer, and reports the outcome in a toast. Returns whether it succeeded. */
export async function decide(
  client: QueryClient,
  record: ApplicationRecord,
  act: ReviewAction,
  wording: DecisionWords = {},
  onUndone?: OnUndone,
): Promise<boolean> {
  return asStep(applicantLabel(record), async (step) => {
    keepRefusal(record.id, undefined)
    const changed = await changeStatus(client, record, act, wording, step)
    if (changed === 'under way') return false
    if (changed === 'taken back') {
      toast.success('Undone', `${applicantLabel(record)}. Nothing was sent.`)
      onUndone?.(record)
      return false
    }
    refreshAfter(client, [record.id])
    if (changed.ok) {
      unsentSentences.store(record.id, undefined)
      offerUndo(client, {
        step,
        title: `Application ${actionLabel(act)} successfully`,
        detail: `${outcomeLabel(record, act)} ${letterLine(record, act, wording, changed)}${meetingLine(record, changed)}${placeLine(client, act, wording)}`,
        done: [{ id: record.id, revision: changed.revision }],
        undoFor: changed.undoFor,
        waitsUntil: changed.waitsUntil,
        onUndone: (undone) => {
          unsentSentences.store(record.id, wording.sentence)
          onUndone?.(undone)
        },
      })
      for (const feature of Object.keys(wording.with ?? {})) void client.invalidateQueries({ queryKey: [feature] })
    } else {
      keepRefusal(record.id, changed.message)
      toast.failure(
        act === 'delay' ? 'Failed to delay the answer' : 'Failed to update application status',
        `${applicantLabel(record)}. ${changed.message}`,
      )
    }
    return changed.ok
  })
}

/** Said with invitations to choose a time while no place of meetings is set. */
export const noPlace =
  'No place of meetings is set yet: set it on the page Meetings. Whoever has a time by then gets a letter about it.'

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
const meetingLine = (before: ApplicationRecord, { record: now }: { readonly record: ApplicationRecord }): string =>
  before.meeting_scheduled_at !== null && now.meeting_scheduled_at === null ? ' The meeting is cancelled.' : ''

/** That an invitation has no place, as a sentence. */
const placeLine = (client: QueryClient, act: ReviewAction, { letter }: Wording): string =>
  act === 'pitch' && letter !== 'none' && client.getQueryData(letterHoldQuery.queryKey)?.invitation === 'times without a place'
    ? ` ${noPlace}`
    : ''

/** The outcome for one application: waiting, done, or failed with a message; `final` if a retry would fail too. */
export type Outcome = 'waiting' | 'done' | { readonly message: string; readonly final: boolean }

/** Applications in one call. The reviewer can stop between two calls. */
const perCall = 100

/** A retry can succeed after these refusals only. */
const isFinal = ({ code }: Refused): boolean => !['APPLICATION_UPDATE_FAILED', 'DATABASE_CONNECTION_FAILED'].includes(code)

interface GroupProps {
  readonly act: ReviewAction
  readonly wording: Wording
  /** Whether these were tried before, and what a call without an answer did counts as done. */
  readonly isAgain: boolean
  /** Called after each call. */
  onOutcomes(outcomes: ReadonlyMap<string, Outcome>): void
  /** Whether the reviewer has stopped it. */
  isStopped(): boolean
}

type DecisionCall = Extract<GroupCall, { what: 'decide' }>

/** What was done for a group. */
interface GroupDone {
  readonly done: readonly Revised[]
  /** Those of them that this page has the records of. */
  readonly records: readonly ApplicationRecord[]
  readonly last: GroupDecisionResponse | undefined
  /** Why the last call has no response. */
  readonly error?: unknown
}

/** Makes a call that decides a part of a group. @throws CallError */
async function decidePart(client: QueryClient, body: DecisionCall['body'], again: boolean): Promise<GroupDecisionResponse> {
  const response = await call(routes.decideGroup, { body: { ...body, again } })
  for (const application of response.applications) mergeResponse(client, { success: true, application })
  return response
}

/** The calls that decide a group, a hundred applications each. */
const callsOf = (records: readonly ApplicationRecord[], { act, wording }: GroupProps): readonly DecisionCall['body'][] =>
  Array.from({ length: Math.ceil(records.length / perCall) }, (_, n) => ({
    ...wording,
    act,
    applications: records
      .slice(n * perCall, (n + 1) * perCall)
      .map(({ id, revision, status, answers_revision }) => ({ id, revision, from: status, answers_revision })),
    of: records.length,
  }))

/** Decides a group in calls of a hundred, until all are decided, a call fails, or the reviewer stops it. */
async function decideInCalls(
  client: QueryClient,
  all: readonly ApplicationRecord[],
  props: GroupProps & { next(call: GroupCall): void },
): Promise<GroupDone> {
  const { isAgain, onOutcomes, isStopped, next } = props
  const done: Revised[] = []
  const records: ApplicationRecord[] = []
  let last: GroupDecisionResponse | undefined
  for (const part of callsOf(all, props)) {
    if (isStopped()) break
    const body = { ...part, ...(last && { held_until: last.heldUntil }) }
    next({ what: 'decide', body, done: [...done] })
    try {
      last = await decidePart(client, body, isAgain)
    } catch (error) {
      reportFailure('deciding several applications', error)
      const isUnknown = error instanceof CallError && error.status === 0
      const message = isUnknown
        ? 'Not known, because the server did not answer. Try again: what is done stays as it is.'
        : `Not done. ${error instanceof Error ? error.message : ''}`
      onOutcomes(new Map(part.applications.map(({ id }) => [id, { message, final: false }])))
      return { done, records, last, error }
    }
    done.push(...last.changes)
    records.push(...last.applications)
    const refused = last.refused.map((each) => [each.id, { message: `Not done. ${each.error}`, final: isFinal(each) }] as const)
    onOutcomes(new Map<string, Outcome>([...last.applications.map(({ id }) => [id, 'done'] as const), ...refused]))
  }
  return { done, records, last }
}

/** What each applicant of a group gets. @param letter such as `a rejection` */
export const describe = (count: number, letter: string, isSilent: boolean, isSentByHand: boolean): string =>
  isSilent
    ? 'No letter is sent. The applicants’ own pages show the decision when it can no longer be undone.'
    : `${count === 1 ? 'The applicant gets' : `Each of these ${formatCount(count)} gets`} ${letter} by mail, when ${isSentByHand ? 'you send it from the outbox' : 'it can no longer be undone'}.`

/** Offers the undo of what was done for a group. @param left such as that the page was left before the others */
function offerGroupUndo(
  client: QueryClient,
  step: Step | undefined,
  { act, letter }: Pick<DecisionCall['body'], 'act' | 'letter'>,
  { done, records, last }: GroupDone,
  left = '',
): void {
  for (const queryKey of [['stats'], ['application'], ['outbox']]) void client.invalidateQueries({ queryKey })
  if (done.length === 0 || last === undefined) return
  const { undoFor, waitsUntil } = last
  const names = records.length === done.length ? `${firstNames(records.map(applicantName))}. ` : ''
  const letters = letter === 'none' ? 'No letters.' : `Each letter ${leavesLabel(undoFor, waitsUntil)}.`
  const verb = actionLabel(act)
  const groupVerb = act === 'pitch' ? 'invited to pitch' : verb
  offerUndo(client, {
    step,
    title:
      done.length === 1
        ? `Application ${verb} successfully`
        : `${formatCount(done.length)} applications: ${groupVerb} successfully`,
    detail: `${left}${names}${letters}`,
    done,
    undoFor,
    waitsUntil,
    onUndone: undefined,
  })
}

const groupLabel = (count: number): string => `${formatCount(count)} applications`

/**
 * Decides applications, or delays their answers, and reports the outcome of each. Failed ones stay unchanged. One undo reverts all decisions while the server
 * holds them.
 */
export const decideMany = (client: QueryClient, records: readonly ApplicationRecord[], props: GroupProps): Promise<void> =>
  asStep(groupLabel(records.length), async (step) => {
    const [body] = callsOf(records, props)
    if (body === undefined) return
    let outcome: GroupDone | undefined
    await answered({ what: 'decide', body, done: [] }, async (next) => {
      outcome = await decideInCalls(client, records, { ...props, next })
      if (outcome.error !== undefined) throw outcome.error
    }).catch((error: unknown) => {
      if (error !== outcome?.error) throw error
    })
    if (outcome !== undefined) offerGroupUndo(client, step, body, outcome)
  })

/** Repeats the call at which the page was left, and offers the undo of what was done for the group; the others stay as they are. @throws CallError */
export const decideAgain = (client: QueryClient, { body, done }: DecisionCall): Promise<void> =>
  asStep(groupLabel(done.length + body.applications.length), async (step) => {
    const last = await decidePart(client, body, true)
    const all = [...done, ...last.changes]
    void client.invalidateQueries({ queryKey: ['applications'] })
    const isWhole = all.length === body.of
    const left = isWhole ? '' : `Of ${formatCount(body.of)}: the page was left before the others, which stay as they are. `
    offerGroupUndo(client, step, body, { done: all, records: last.applications, last }, left)
    if (all.length === 0) toast.failure('Nothing was decided', `${left}${last.refused[0]?.error ?? ''}`)
  })

/** Deletes an application and removes it from every list; the deletion can be undone during its hold. @param onDeleted called before that is said */
export const deleteApplication = (
  client: QueryClient,
  record: ApplicationRecord,
  onDeleted: () => void,
  onUndone: OnUndone,
): Promise<void> =>
  asStep(applicantLabel(record), async (step) => {
    try {
      const response = await call(routes.deleteApplication, { at: { id: record.id } })
      remove(client, record.id)
      onDeleted()
      void client.invalidateQueries({ queryKey: ['stats'] })
      void client.invalidateQueries({ queryKey: ['outbox'] })
      offerUndo(client, {
        step,
        title: 'Application deleted successfully',
        detail: applicantLabel(record),
        done: [{ id: record.id, revision: response.revision }],
        undoFor: response.undoFor,
        onUndone,
      })
    } catch (error) {
      if (error instanceof CallError && error.status === 404) removeDeleted(client, record.id)
      showFailure('deleting an application', 'Failed to delete application', error)
    }
  })
