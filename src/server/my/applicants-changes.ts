import type { Application, Ending } from '../../applications/application.ts'
import type { Delivery } from '../../applications/outgoing/change.ts'
import { plainName } from '../../forms/fields/file.ts'
import type { FileAnswer } from '../../forms/form.ts'
import { translate } from '../../shared/translate.ts'
import type { Saving } from '../changes/save-changes.ts'
import type { Space } from '../disk/space.ts'
import type { Applications, StoredFile } from '../records/applications/port.ts'
import type { Outbox } from '../records/outbox/port.ts'
import type { OwnApplications } from './own-application.ts'

export interface ApplicantsChanges extends Saving, OwnApplications {
  readonly applications: Pick<Applications, 'byId' | 'history' | 'save'>
  readonly outbox: Pick<Outbox, 'forApplication' | 'prove' | 'isProven' | 'isStopped' | 'stopAddress'>
  readonly delivery: Delivery
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
