import type { FormType } from '../shared/form-types.ts'
import type { Status } from './application.ts'

/** How many applications there are: in all, by status, by form. */
export interface Stats extends Readonly<Record<Status, number>> {
  readonly total: number
  readonly byFormType: Readonly<Record<FormType, number>>
}
