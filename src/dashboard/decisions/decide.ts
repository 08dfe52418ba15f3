import type { QueryClient } from '@tanstack/react-query'
import { paths } from '../../api/paths.ts'
import type { ApplicationRecord, ApplicationResponse, HeldResponse } from '../../api/responses.ts'
import type { Wording } from '../../applications/moves.ts'
import { remove, removeDeleted } from '../applications/cache.ts'
import { unsentSentences } from '../browser-storage.ts'
import { CallError, call } from '../client.ts'
import { applicantLabel, applicantName } from '../labels.ts'
import { showFailure } from '../session/failures.ts'
import { toast } from '../ui/toast.ts'
import { actionLabel, changeStatus, type ReviewAction, refreshAfter } from './change-status.ts'
import { asStep, leavesLabel, type OnUndone, offerUndo, type Undoable } from './undo.ts'

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
        detail: `${outcomeLabel(record, act)} ${letterLine(record, act, wording, changed)}`,
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
  { applicant_email: to, letters_stopped_at: stoppedAt }: ApplicationRecord,
  act: ReviewAction,
  { letter }: Wording,
  { undoFor, waitsUntil }: Pick<ApplicationResponse, 'undoFor' | 'waitsUntil'>,
): string {
  if (letter === 'none' || act === 'pending') return 'No letter.'
  if (stoppedAt !== undefined) return `No letter: letters to ${to} are stopped.`
  return `Letter to ${to} ${leavesLabel(undoFor, waitsUntil)}.`
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
  return asStep(`${records.length} applications`, async (step) => {
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
    const names = done.map(({ record }) => record.applicant_name).join(', ')
    const letters = wording.letter === 'none' ? 'No letters.' : `Each letter ${leavesLabel(remaining, waitsUntil)}.`
    offerUndo(client, { step, title, detail: `${names}. ${letters}`, done, undoFor: remaining, waitsUntil, onUndone })
  })
}

/** Deletes an application and removes it from every list; the deletion can be undone during its hold. Returns whether it succeeded. */
export async function deleteApplication(client: QueryClient, record: ApplicationRecord, onUndone?: OnUndone): Promise<boolean> {
  return asStep(applicantLabel(record), async (step) => {
    try {
      const response = await call<HeldResponse>(paths.application(record.id), { method: 'DELETE' })
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
