import type { QueryClient } from '@tanstack/react-query'
import type { ApplicationRecord } from '../../api/responses.ts'
import type { Wording } from '../../applications/moves.ts'
import { type Act, actLabel, changeStatus, refreshAfter } from './change-status.ts'
import { type OnUndone, offerUndo, type Undoable } from './undo.ts'

/** The outcome for one application: waiting, done, or failed with a message; `final` if a retry would fail too. */
export type Outcome = 'waiting' | 'done' | { readonly message: string; readonly final: boolean }

/**
 * Decides applications, or delays their answers, one after the other, and reports each outcome immediately. Failed ones stay unchanged. One undo
 * reverts all decisions while the server holds them.
 */
export async function decideMany(
  client: QueryClient,
  records: readonly ApplicationRecord[],
  act: Act,
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
    done.length === 1 ? `Application ${actLabel(act)} successfully` : `${done.length} applications: ${actLabel(act)} successfully`
  const remaining = undoFor === undefined ? undefined : Math.floor(undoFor - (Date.now() - began) / 1000)
  offerUndo(client, { title, done, undoFor: remaining, waitsUntil, onUndone })
}
