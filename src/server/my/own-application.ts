import { paths } from '../../api/paths.ts'
import type { Application } from '../../applications/application.ts'
import type { HistoryEntry } from '../../applications/history.ts'
import type { OutboxEntry } from '../../applications/outbox.ts'
import type { Delivery } from '../../applications/outgoing.ts'
import { type Progress, progressOf } from '../../applications/progress.ts'
import { reference } from '../../shared/ids.ts'
import type { Saving } from '../applications.ts'
import type { FormVersions } from '../form-versions.ts'
import type { Applications } from '../storage/applications-port.ts'
import type { Outbox } from '../storage/outbox-port.ts'

/** What applicants need to change their own applications. */
export interface ApplicantsChanges extends Saving {
  readonly applications: Pick<Applications, 'byId' | 'history' | 'save' | 'discard'>
  readonly outbox: Pick<Outbox, 'forApplication'>
  readonly formVersions: Pick<FormVersions, 'of'>
  readonly delivery: Delivery
  now(): Date
  /** Counts a change of an application by its applicant. @throws AppError TOO_MANY_REQUESTS */
  countChange(id: string): Promise<unknown>
}

/** Where an application stands on its applicant's page. */
export const ownPage = (id: string): string => `${paths.my}?of=${id}#application-${reference(id)}`

/** What is stored about an application, and what of it its applicant may know. */
interface OwnState {
  readonly history: readonly HistoryEntry[]
  readonly messages: readonly OutboxEntry[]
  readonly progress: Progress
}

/** Reads what an application's pages depend on: history before messages, so that a decision made meanwhile does not show (see `progressOf`). */
export async function readState(
  {
    applications,
    outbox,
    delivery,
    now,
  }: Pick<ApplicantsChanges, 'outbox' | 'delivery' | 'now'> & { readonly applications: Pick<Applications, 'history'> },
  application: Application,
): Promise<OwnState> {
  const history = await applications.history(application.id)
  const messages = await outbox.forApplication(application.id)
  return { history, messages, progress: progressOf(application, history, messages, now(), delivery.holdS) }
}
