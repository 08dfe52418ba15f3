import { type Application, endOf } from '../../applications/application.ts'
import { AppError } from '../../shared/errors.ts'
import type { Applications, StoredChange } from '../records/applications/port.ts'
import type { Outbox } from '../records/outbox/port.ts'
import { untilNotStale } from '../records/until-not-stale.ts'

/** @throws AppError RECORD_NOT_FOUND */
export async function readApplication(applications: Pick<Applications, 'byId'>, id: string): Promise<Application> {
  const application = await applications.byId(id)
  if (application === undefined) throw new AppError('RECORD_NOT_FOUND')
  return application
}

/** @param consequence what cannot be done @throws AppError INVALID_STATUS_TRANSITION when the review of an application is ended */
export function refuseEnded(application: Application, consequence: string): void {
  const end = endOf(application)
  if (end !== undefined) throw new AppError('INVALID_STATUS_TRANSITION', { message: `${end.toReviewer}, so ${consequence}.` })
}

export interface Saving {
  readonly applications: Pick<Applications, 'byId' | 'save'>
  /** Wakes the outbox's worker: something was queued. */
  poke(): void
}

/** An application with its history and messages, all of one revision: after an undo between the reads, an undone decision would leave. Undefined when it is deleted. */
export const readWithHistory = (
  {
    applications,
    outbox,
  }: { readonly applications: Pick<Applications, 'byId' | 'history'>; readonly outbox: Pick<Outbox, 'forApplication'> },
  id: string,
) =>
  untilNotStale(async () => {
    const application = await applications.byId(id)
    if (application === undefined) return undefined
    const [history, messages] = await Promise.all([applications.history(id), outbox.forApplication(id)])
    const isStale = (await applications.byId(id))?.revision !== application.revision
    return isStale ? 'stale' : { application, history, messages }
  })

/** The changes of an application, planned from its current state. */
export type Plan = (application: Application) => readonly StoredChange[] | Promise<readonly StoredChange[]>

/**
 * Saves the changes that `plan` returns for the current application: all or none. When another change was saved meanwhile, `plan` is called again.
 * @returns the application after the changes; unchanged when there are none
 * @throws AppError RECORD_NOT_FOUND; CONFLICT when other changes come first twenty times; and the errors of `plan`
 */
export const saveChanges = ({ applications, poke }: Saving, id: string, plan: Plan): Promise<Application> =>
  untilNotStale(async () => {
    const application = await readApplication(applications, id)
    const [first, ...next] = await plan(application)
    if (first === undefined) return application
    if ((await applications.save(first, ...next)) === 'stale') return 'stale'
    poke()
    return readApplication(applications, id)
  })
