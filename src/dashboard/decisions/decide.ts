import type { QueryClient } from '@tanstack/react-query'
import { paths } from '../../api/paths.ts'
import type { ApplicationRecord, HeldResponse } from '../../api/responses.ts'
import type { Wording } from '../../applications/moves.ts'
import { remove, removeDeleted } from '../applications/cache.ts'
import { unsentSentences } from '../browser-storage.ts'
import { CallError, call } from '../client.ts'
import { applicantLabel, applicantName } from '../labels.ts'
import { showFailure } from '../session/failures.ts'
import { toast } from '../ui/toast.ts'
import { actionLabel, changeStatus, type ReviewAction, refreshAfter } from './change-status.ts'
import { type OnUndone, offerUndo, type Undoable } from './undo.ts'

/** Decides one application, or delays the answer, and reports the outcome in a toast. Returns whether it succeeded. */
export async function decide(
  client: QueryClient,
  record: ApplicationRecord,
  act: ReviewAction,
  wording: Wording = {},
  onUndone?: OnUndone,
): Promise<boolean> {
  const changed = await changeStatus(client, record, act, wording)
  if (changed === 'busy') return false
  refreshAfter(client, [record.id])
  if (changed.ok) {
    unsentSentences.store(record.id, undefined)
    offerUndo(client, {
      title: `Application ${actionLabel(act)} successfully`,
      // The specified title, "Application pitch successfully", is hard to understand.
      detail: act === 'pitch' ? `${applicantName(record)} is invited to pitch.` : undefined,
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
}

/** The outcome for one application: waiting, done, or failed with a message; `final` if a retry would fail too. */
export type Outcome = 'waiting' | 'done' | { readonly message: string; readonly final: boolean }

/**
 * Decides applications, or delays their answers, one after the other, and reports each outcome immediately. Failed ones stay unchanged. One undo
 * reverts all decisions while the server holds them.
 */
export async function decideMany(
  client: QueryClient,
  records: readonly ApplicationRecord[],
  act: ReviewAction,
  onOutcome: (id: string, outcome: Outcome) => void,
  wording: Wording = {},
  onUndone?: OnUndone,
): Promise<void> {
  const done: Undoable[] = []
  // The hold of the first decision ends first; from then on, not all can be undone.
  const began = Date.now()
  let undoFor: number | undefined
  let waitsUntil: string | null | undefined
  for (const record of records) {
    const changed = await changeStatus(client, record, act, wording)
    if (changed === 'busy') onOutcome(record.id, { message: 'It is being decided already.', final: true })
    else if (changed.ok) {
      done.push(changed)
      undoFor ??= changed.undoFor
      waitsUntil ??= changed.waitsUntil
      onOutcome(record.id, 'done')
    } else onOutcome(record.id, { message: changed.message, final: changed.final })
  }
  refreshAfter(
    client,
    records.map((record) => record.id),
  )
  if (done.length === 0) return
  const title =
    done.length === 1
      ? `Application ${actionLabel(act)} successfully`
      : `${done.length} applications: ${actionLabel(act)} successfully`
  const remaining = undoFor === undefined ? undefined : Math.floor(undoFor - (Date.now() - began) / 1000)
  offerUndo(client, { title, done, undoFor: remaining, waitsUntil, onUndone })
}

/** Deletes an application and removes it from every list; the deletion can be undone during its hold. Returns whether it succeeded. */
export async function deleteApplication(client: QueryClient, record: ApplicationRecord, onUndone?: OnUndone): Promise<boolean> {
  try {
    const response = await call<HeldResponse>(paths.application(record.id), { method: 'DELETE' })
    remove(client, record.id)
    void client.invalidateQueries({ queryKey: ['stats'] })
    void client.invalidateQueries({ queryKey: ['outbox'] })
    offerUndo(client, {
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
}
