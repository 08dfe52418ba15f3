import type { Actor, Application, Status } from '../../applications/application.ts'
import { move } from '../../applications/moves.ts'
import type { Delivery } from '../../applications/outgoing.ts'
import { AppError } from '../../shared/errors.ts'
import type { Applications, Outbox } from '../storage/port.ts'

export interface Deciding {
  readonly applications: Pick<Applications, 'byId' | 'save'>
  readonly outbox: Pick<Outbox, 'forApplication'>
  readonly delivery: Delivery
  now(): Date
  poke(): void
}

/** @throws AppError RECORD_NOT_FOUND */
export async function read(applications: Pick<Applications, 'byId'>, id: string): Promise<Application> {
  const application = await applications.byId(id)
  if (application === undefined) throw new AppError('RECORD_NOT_FOUND')
  return application
}

/**
 * Moves an application to another status, and queues the letter that says so.
 * @throws AppError RECORD_NOT_FOUND; INVALID_STATUS_TRANSITION when the table of moves forbids it, or another decision came first
 */
export async function decide(parts: Deciding, id: string, to: Status, by: Actor): Promise<Application> {
  for (;;) {
    const application = await read(parts.applications, id)
    const moved = move(application, to, by, parts.now(), parts.delivery, await parts.outbox.forApplication(id))
    if (!moved.ok) throw new AppError(moved.fault)
    if ((await parts.applications.save(moved.value)) === 'saved') {
      parts.poke()
      return read(parts.applications, id)
    }
    // something else was saved meanwhile: look again, and let the table of moves judge what stands there now
  }
}
