import type { Status } from '../applications/application.ts'

/** What the desk calls each status. */
export const statusNames: Readonly<Record<Status, string>> = {
  pending: 'Pending',
  approved: 'Approved',
  rejected: 'Rejected',
  pitch: 'Pitch',
}
