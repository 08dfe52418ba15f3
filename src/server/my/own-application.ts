import { paths } from '../../api/paths.ts'
import type { Application, Ending } from '../../applications/application.ts'
import type { HistoryEntry } from '../../applications/history.ts'
import type { OutboxEntry } from '../../applications/outbox.ts'
import type { Delivery } from '../../applications/outgoing/change.ts'
import { type Progress, progressOf } from '../../applications/progress.ts'
import { type FileAnswer, plainName } from '../../forms/fields/file.ts'
import { reference } from '../../shared/ids.ts'
import { translate } from '../../shared/translate.ts'
import type { Saving } from '../changes/save-changes.ts'
import type { Space } from '../disk/space.ts'
import type { FormVersions } from '../forms/versions.ts'
import type { Applications, StoredFile } from '../records/applications/port.ts'
import type { Outbox } from '../records/outbox/port.ts'

/** The parts for changes that applicants make to their own applications. */
export interface ApplicantsChanges extends Saving {
  readonly applications: Pick<Applications, 'byId' | 'history' | 'save'>
  readonly outbox: Pick<Outbox, 'forApplication' | 'prove' | 'isProven' | 'isStopped' | 'stopAddress'>
  readonly formVersions: Pick<FormVersions, 'of'>
  readonly delivery: Delivery
  now(): Date
  /** Counts a change of an application by its applicant. @throws AppError TOO_MANY_REQUESTS */
  countChange(id: string): Promise<unknown>
  readonly space: Space
}

/** Whether no letter about a change goes to an applicant: the owner of the address stopped them, or has not proven it (decision 0201). */
export const hasNoLetter = async (
  { outbox }: Pick<ApplicantsChanges, 'outbox'>,
  { applicantEmail, lettersStoppedAt }: Application,
): Promise<boolean> =>
  lettersStoppedAt !== null || (await outbox.isStopped(applicantEmail)) || !(await outbox.isProven(applicantEmail))

/** What the applicant reads who wrote something about an application whose review is ended. */
export const endedAlert = ({ toApplicant }: Ending): string =>
  translate`${translate(toApplicant)}, so what you wrote was not saved. It is shown here for you to copy.`

/** The address of an application on its applicant's page. */
export const ownPage = (id: string, part: 'application' | 'saved' = 'application'): string =>
  `${paths.my}?of=${id}#${part}-${reference(id)}`

/** Whether a sent file is the stored one of a field: its name and its bytes are the same. `answer` is the stored answer of the field. */
export async function isStored(
  applications: Pick<Applications, 'file'>,
  { id, field, answer }: { readonly id: string; readonly field: string; readonly answer: unknown },
  { name, bytes }: Pick<StoredFile, 'name' | 'bytes'>,
): Promise<boolean> {
  // The answer first, so that most files are not read.
  const { name: storedName, size } = (answer ?? {}) as Partial<FileAnswer>
  if (storedName !== plainName(name) || size !== bytes.byteLength) return false
  const stored = await applications.file(id, field)
  return stored !== undefined && Buffer.compare(stored.bytes, bytes) === 0
}

/** The stored state of an application, and the progress that its applicant may see. */
interface OwnState {
  readonly history: readonly HistoryEntry[]
  readonly messages: readonly OutboxEntry[]
  readonly progress: Progress
}

/** Reads the state of an application. History is read before messages, so that a decision made between the reads does not show (see `progressOf`). */
export async function readState(
  {
    applications,
    outbox,
    delivery,
    now,
  }: Pick<ApplicantsChanges, 'delivery' | 'now'> & {
    readonly applications: Pick<Applications, 'history'>
    readonly outbox: Pick<Outbox, 'forApplication'>
  },
  application: Application,
): Promise<OwnState> {
  const history = await applications.history(application.id)
  const messages = await outbox.forApplication(application.id)
  return { history, messages, progress: progressOf(application, history, messages, now(), delivery.holdS) }
}
