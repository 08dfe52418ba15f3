import type { Application } from '../../src/applications/application.ts'
import type { Delivery } from '../../src/applications/outgoing/change.ts'
import type { Desk } from '../../src/server/desk/desk.ts'
import { undo as undoAtDesk } from '../../src/server/desk/undo.ts'
import type { Storage } from '../../src/server/storage/port.ts'
import { AppError } from '../../src/shared/errors.ts'

/** Undoes a decision or deletion as the desk does. @param revision undefined: the last one */
export async function undo(
  { applications, outbox }: Pick<Storage, 'applications' | 'outbox'>,
  id: string,
  by: string,
  now: Date,
  delivery: Delivery,
  revision?: number,
): Promise<{ kind: 'undone'; application: Application } | { kind: 'too_late' | 'changed' | 'not_found' }> {
  const settings = { get: async () => undefined } as Partial<Desk['settings']> as Desk['settings']
  const desk = { applications, outbox, settings, delivery, now: () => now, poke: () => {} } as Partial<Desk> as Desk
  const target = revision === undefined ? undefined : { revision, upTo: revision }
  try {
    return { kind: 'undone', application: await undoAtDesk(desk, id, target, by) }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (error.code === 'RECORD_NOT_FOUND') return { kind: 'not_found' }
    if (error.code !== 'INVALID_STATUS_TRANSITION') throw error
    return { kind: error.message.startsWith('It is too late') ? 'too_late' : 'changed' }
  }
}
