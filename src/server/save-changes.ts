import type { Application } from '../applications/application.ts'
import type { Change } from '../applications/moves.ts'
import { AppError } from '../shared/errors.ts'
import type { Applications } from './storage/applications-port.ts'

/** @throws AppError RECORD_NOT_FOUND */
export async function readApplication(applications: Pick<Applications, 'byId'>, id: string): Promise<Application> {
  const application = await applications.byId(id)
  if (application === undefined) throw new AppError('RECORD_NOT_FOUND')
  return application
}

/** The parts for saving changes. */
export interface Saving {
  readonly applications: Pick<Applications, 'byId' | 'save'>
  /** Wakes the outbox's worker: something was queued. */
  poke(): void
}

/**
 * Saves the changes that `plan` returns for the current application: all or none. When another change was saved meanwhile, `plan` is called again.
 * @returns the application after the changes; unchanged when there are none
 * @throws AppError RECORD_NOT_FOUND, and the errors of `plan`
 */
export async function saveChanges(
  { applications, poke }: Saving,
  id: string,
  plan: (application: Application) => readonly Change[] | Promise<readonly Change[]>,
): Promise<Application> {
  for (;;) {
    const application = await readApplication(applications, id)
    const [first, ...next] = await plan(application)
    if (first === undefined) return application
    if ((await applications.save(first, ...next)) === 'saved') {
      poke()
      return readApplication(applications, id)
    }
  }
}
