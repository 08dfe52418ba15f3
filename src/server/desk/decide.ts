import type { Actor, Application, Status } from '../../applications/application.ts'
import { type Change, move } from '../../applications/moves.ts'
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
 * Saves what `plan` makes of an application as it is now, all of its changes or none; it plans again when something else was saved meanwhile.
 * @returns the application as it is after that; unchanged when there is nothing to change
 * @throws AppError RECORD_NOT_FOUND, and whatever `plan` throws
 */
export async function change(
  parts: Pick<Deciding, 'applications' | 'poke'>,
  id: string,
  plan: (application: Application) => readonly Change[] | Promise<readonly Change[]>,
): Promise<Application> {
  for (;;) {
    const application = await read(parts.applications, id)
    const [first, ...next] = await plan(application)
    if (first === undefined) return application
    if ((await parts.applications.save(first, ...next)) === 'saved') {
      parts.poke()
      return read(parts.applications, id)
    }
  }
}

/**
 * A move to another status, with the letter that says so.
 * @throws AppError INVALID_STATUS_TRANSITION when the table of moves forbids it
 */
export async function decision(parts: Deciding, application: Application, to: Status, by: Actor): Promise<Change> {
  const moved = move(application, to, by, parts.now(), parts.delivery, await parts.outbox.forApplication(application.id))
  if (!moved.ok) throw new AppError(moved.fault)
  return moved.value
}
