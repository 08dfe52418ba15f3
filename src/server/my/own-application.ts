import { paths } from '../../api/paths.ts'
import type { Application } from '../../applications/application.ts'
import type { HistoryEntry } from '../../applications/history.ts'
import type { OutboxEntry } from '../../applications/outbox.ts'
import type { Delivery } from '../../applications/outgoing/change.ts'
import { type Progress, progressOf } from '../../applications/progress.ts'
import type { Answers } from '../../forms/form.ts'
import { reference } from '../../shared/ids.ts'
import { mailboxKey, masked } from '../../shared/mailbox.ts'
import type { FormVersions } from '../forms/versions.ts'
import type { Applications } from '../records/applications/port.ts'
import type { Outbox } from '../records/outbox/port.ts'

export interface OwnApplications {
  readonly applications: Pick<Applications, 'history'>
  readonly outbox: Pick<Outbox, 'forApplication'>
  readonly formVersions: Pick<FormVersions, 'of'>
  readonly delivery: Pick<Delivery, 'holdS'>
  now(): Date
  /** The cohort that the answers choose, when its grace period is over. */
  missedCohort(answers: Answers, at: Date): string | undefined
}

/** Whether the grace period of an application's cohort is over. A late application counts for the next cohort, so it is not closed. */
export function isClosedFor(
  { missedCohort, now }: Pick<OwnApplications, 'missedCohort' | 'now'>,
  { formType, answers }: Pick<Application, 'formType' | 'answers'>,
  history: readonly HistoryEntry[],
): boolean {
  const first = history[0]?.event
  const isLate = first?.what === 'submitted' && first.late !== undefined
  return formType === 'Accelerator' && !isLate && missedCohort(answers, now()) !== undefined
}

/** The address of an application on its applicant's page. */
export const ownPage = (id: string, part: 'application' | 'saved' = 'application'): string =>
  `${paths.my}?of=${id}#${part}-${reference(id)}`

/** The stored state of an application, and the progress that its applicant may see. */
interface OwnState {
  readonly history: readonly HistoryEntry[]
  readonly messages: readonly OutboxEntry[]
  readonly progress: Progress
}

/** Reads the state of an application. History is read before messages, so that a decision made between the reads does not show (see `progressOf`). */
export async function readState(
  { applications, outbox, delivery, now }: Omit<OwnApplications, 'formVersions' | 'missedCohort'>,
  application: Application,
): Promise<OwnState> {
  const history = await applications.history(application.id)
  const messages = await outbox.forApplication(application.id)
  return { history, messages, progress: progressOf(application, history, messages, now(), delivery.holdS) }
}

/**
 * The opened applications of one address, the latest first. It is the address of the application `of`, or else of the latest link. `otherAddresses`
 * has one application of every other address.
 */
export function byAddress(opened: readonly Application[], of: string | undefined) {
  const chosen = opened.find(({ id }) => id === of) ?? opened[0]
  const groups = Map.groupBy(opened, ({ applicantEmail }) => mailboxKey(applicantEmail))
  const address = mailboxKey(chosen?.applicantEmail ?? '')
  const own = (groups.get(address) ?? []).toSorted((a, b) => b.submittedAt.getTime() - a.submittedAt.getTime())
  groups.delete(address)
  return {
    address,
    own,
    otherAddresses: [...groups].map(([other, [first]]) => ({ address: masked(other), id: first?.id ?? '' })),
  }
}
