import type { QueryClient } from '@tanstack/react-query'
import type { ApplicationRecord } from '../../api/replies.ts'
import type { Status } from '../../applications/application.ts'
import { changeStatus, refreshAfter } from './change-status.ts'
import { type OnUndone, offerUndo, type Undoable } from './undo.ts'

/** How one of many went: waiting, done, or not, with the reason; `final` when asking again would not help. */
export type Outcome = 'waiting' | 'done' | { readonly say: string; readonly final: boolean }

/**
 * Decides about many applications, one after the other, telling how each went as soon as it is known. What was not done stays as it
 * was and can be asked for again. Together they can be taken back while the server holds them.
 */
export async function decideMany(
  client: QueryClient,
  records: readonly ApplicationRecord[],
  status: Status,
  onOutcome: (id: string, outcome: Outcome) => void,
  returned?: OnUndone,
): Promise<void> {
  const done: Undoable[] = []
  // Each has its own time to be taken back: all of them can be for as long as the first.
  const began = Date.now()
  let undoFor: number | undefined
  for (const record of records) {
    const changed = await changeStatus(client, record, status)
    if (changed === 'busy') onOutcome(record.id, { say: 'It is being decided already.', final: true })
    else if (changed.ok) {
      done.push(changed)
      undoFor ??= changed.undoFor
      onOutcome(record.id, 'done')
    } else onOutcome(record.id, { say: changed.say, final: changed.final })
  }
  refreshAfter(
    client,
    records.map((record) => record.id),
  )
  if (done.length === 0) return
  const say = done.length === 1 ? `Application ${status} successfully` : `${done.length} applications: ${status} successfully`
  const left = undoFor === undefined ? undefined : Math.floor(undoFor - (Date.now() - began) / 1000)
  offerUndo(client, { say, done, undoFor: left, onUndone: returned })
}
