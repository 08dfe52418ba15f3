import type { QueryClient } from '@tanstack/react-query'
import type { ApplicationRecord } from '../../api/responses.ts'
import { routes } from '../../api/routes.ts'
import { mergeResponse, removeDeleted } from '../applications/cache.ts'
import { storeDecided } from '../browser-storage.ts'
import { CallError, call, report } from '../client.ts'
import { reportFailure } from '../session/failures.ts'
import { inTurn, isUnderWay, type Revocable } from './queue.ts'
import type { DecisionWords, ReviewAction } from './review-action.ts'

type StatusChange =
  | {
      readonly ok: true
      readonly record: ApplicationRecord
      readonly revision: number
      readonly undoFor: number | undefined
      /** See ApplicationResponse. */
      readonly waitsUntil: string | null | undefined
    }
  /** Failed; `final` if a retry would fail too. */
  | { readonly ok: false; readonly message: string; readonly final: boolean }

/**
 * Sets an application's status or delays its answer when its turn has come, and updates every query that shows it. `wording` is added to the letter's template.
 * After a conflict, loads and reports the decision that another window made.
 */
export async function changeStatus(
  client: QueryClient,
  record: ApplicationRecord,
  act: ReviewAction,
  wording: DecisionWords,
  step: Revocable,
): Promise<StatusChange | 'taken back' | 'under way'> {
  const { id, status: from, answers_revision } = record
  if (isUnderWay(id)) return 'under way'
  try {
    const response = await inTurn({ id, act, step }, () =>
      act === 'delay'
        ? call(routes.delay, { at: { id }, body: wording })
        : call(routes.changeApplication, { at: { id }, body: { status: act, from, answers_revision, ...wording } }),
    )
    if (response === undefined) return 'taken back'
    storeDecided()
    mergeResponse(client, response)
    const { application, undoFor, waitsUntil } = response
    return { ok: true, record: application, revision: application.revision, undoFor, waitsUntil }
  } catch (error) {
    reportFailure(act === 'delay' ? 'delaying an answer' : `setting the status ${act}`, error)
    if (error instanceof CallError && (error.status === 409 || error.status === 404))
      return { ok: false, message: await conflictMessage(client, record, error), final: true }
    return { ok: false, message: error instanceof Error ? error.message : '', final: false }
  }
}

/** Loads the current state after a conflict, and returns it as a sentence. */
async function conflictMessage(client: QueryClient, record: ApplicationRecord, refusal: CallError): Promise<string> {
  if (refusal.status === 404) {
    removeDeleted(client, record.id)
    return refusal.message
  }
  try {
    const response = await call(routes.application, { at: { id: record.id } })
    const { application } = response
    mergeResponse(client, response)
    return application.status === record.status
      ? refusal.message
      : `It is already ${application.status}: decided in another window.`
  } catch (error) {
    report('loading an application', error)
    return refusal.message
  }
}

/** Refetches the counts and details of changed applications. */
export function refreshAfter(client: QueryClient, ids: readonly string[]): void {
  void client.invalidateQueries({ queryKey: ['stats'] })
  for (const id of ids) void client.invalidateQueries({ queryKey: ['application', id] })
}
