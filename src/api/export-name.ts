import type { ListState } from '../applications/application.ts'
import { dayOf } from '../shared/dates.ts'
import type { FormType } from '../shared/form-types.ts'

interface ExportFilters {
  readonly formType?: FormType | undefined
  readonly status?: ListState | undefined
  readonly search?: string | undefined
}

/** The name of an exported file: `applications-Accelerator-pitch-2025-11-15.csv`; with `search` if words were searched. */
export const exportName = ({ formType, status, search = '' }: ExportFilters, at: Date, extension: string): string =>
  `${['applications', formType, status, search.trim() !== '' && 'search', dayOf(at)].filter(Boolean).join('-')}.${extension}`
