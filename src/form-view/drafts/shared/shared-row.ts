import type { FormType } from '../../../shared/form-types.ts'
import { isObject } from '../../../shared/json.ts'
import { inTransaction } from '../../device-store.ts'
import { sharedFlag } from '../../web-storage.ts'
import type { SyncState } from './joining.ts'
import type { SentNote } from './sync.ts'

/** What the device stores of a shared draft. */
export interface SharedRow {
  readonly secret: string
  /** Whether another device began it. */
  readonly joins: boolean
  readonly state: SyncState
  /** Set after this device sent the form, until the server has it. */
  readonly sent?: SentNote
}

const keyOf = (formType: FormType): string => `${formType}/shared`

export const loadRow = (formType: FormType): Promise<SharedRow | undefined> =>
  inTransaction(['drafts'], 'readonly', async (transaction) => {
    const row = await transaction.get('drafts', keyOf(formType))
    return isObject(row) ? (row as unknown as SharedRow) : undefined
  })

/** @throws Error when the device's storage fails */
export async function saveRow(formType: FormType, row: SharedRow): Promise<void> {
  await inTransaction(['drafts'], 'readwrite', async (transaction) => transaction.put('drafts', keyOf(formType), row))
  localStorage.setItem(sharedFlag(formType), '1')
}

/** @throws Error when the device's storage fails */
export async function removeRow(formType: FormType): Promise<void> {
  localStorage.removeItem(sharedFlag(formType))
  await inTransaction(['drafts'], 'readwrite', async (transaction) => transaction.remove('drafts', keyOf(formType)))
}
