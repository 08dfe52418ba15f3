import type { Forms } from '../../forms/definitions/all.ts'
import type { Applications } from '../storage/port.ts'
import { mirrored } from './mirror.ts'
import type { Sheet } from './port.ts'
import { primary } from './primary.ts'

export interface SheetRoleOptions {
  /** SHEET_ROLE */
  readonly role: 'mirror' | 'primary'
  /** Undefined where SHEET_URL is not set. */
  readonly sheet: Sheet | undefined
  readonly applications: Applications
  readonly forms: Forms
  readonly now: () => Date
  readonly wait: (ms: number) => Promise<void>
  readonly warn: (data: object, message: string) => void
}

/** The applications as intake and review are to have them; the outbox's handlers have the store's own. */
export function withSheet({ role, sheet, applications, forms, now, wait, warn }: SheetRoleOptions): Applications {
  if (sheet === undefined) return applications
  return role === 'primary' ? primary({ applications, sheet, forms, now, warn }) : mirrored({ applications, sheet, wait, warn })
}
