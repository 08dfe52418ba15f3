import type { QueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import type { ApplicationRecord } from '../../api/responses.ts'
import { routes } from '../../api/routes.ts'
import type { Status } from '../../applications/application.ts'
import type { Wording } from '../../applications/moves.ts'
import { mergeResponse, removeDeleted } from '../applications/cache.ts'
import { storeDecided } from '../browser-storage.ts'
import { CallError, call, report } from '../client.ts'
import { reportFailure } from '../session/failures.ts'
import { createStore } from '../ui/store.ts'

/** What the reviewer does with an application: a decision, or a delay of the answer. */
export type ReviewAction = Status | 'delay'

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

/** The past participle of an act, for a toast. */
export const actionLabel = (act: ReviewAction): string => (act === 'delay' ? 'delayed' : act)

/** Ids of the applications with a decision in progress; a second decision is ignored. */
const busy = createStore<ReadonlySet<string>>(new Set())

/** Whether a decision about an application is in progress. */
export const useIsDeciding = (id: string): boolean => useSyncExternalStore(busy.subscribe, () => busy.get().has(id))

/**
 * Sets an application's status or delays its answer, and updates every query that shows it. `wording` is added to the letter's template.
 * After a conflict, loads and reports the decision that another window made.
 */
export async function changeStatus(
  client: QueryClient,
  record: ApplicationRecord,
  act: ReviewAction,
  wording: Wording = {},
): Promise<StatusChange | 'busy'> {
  if (busy.get().has(record.id)) return 'busy'
  busy.set(new Set([...busy.get(), record.id]))
  try {
    const response = await (act === 'delay'
      ? call(routes.delay, { at: { id: record.id }, body: wording })
      : call(routes.changeApplication, {
          at: { id: record.id },
          body: { status: act, from: record.status, answers_revision: record.answers_revision, ...wording },
        }))
    storeDecided()
    mergeResponse(client, response)
    const { application, undoFor, waitsUntil } = response
    return { ok: true, record: application, revision: application.revision, undoFor, waitsUntil }
  } catch (error) {
    reportFailure(act === 'delay' ? 'delaying an answer' : `setting the status ${act}`, error)
    if (error instanceof CallError && (error.status === 409 || error.status === 404))
      return { ok: false, message: await conflictMessage(client, record, error), final: true }
    return { ok: false, message: error instanceof Error ? error.message : '', final: false }
  } finally {
    busy.set(new Set([...busy.get()].filter((id) => id !== record.id)))
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
