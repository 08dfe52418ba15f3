import { paths } from '../../api/paths.ts'
import type { SpecifiedRecord } from '../../api/responses.ts'
import { type Done, get, post, whileBlind } from '../../api/route.ts'

interface SpreadsheetResponse {
  readonly success: true
  /** Whether submissions are mirrored to a spreadsheet that can be rebuilt. */
  readonly mirrored: boolean
  readonly rebuilding: boolean
}

/** A line of the response to a rebuild: its progress or, with `success`, its result. `rows`: the number of processed applications. */
export type RebuildLine =
  | { readonly rows: number; readonly success?: undefined }
  | { readonly success: true; readonly rows: number; readonly removed: number }
  | { readonly success: false; readonly rows: number; readonly error: string }

export const sheetRoutes = {
  ...whileBlind('safe', {
    spreadsheet: get('/api/spreadsheet').answers<SpreadsheetResponse>(),
    /** Answers with lines of JSON: `RebuildLine`. */
    rebuild: post('/api/spreadsheet/rebuild').answers(),
  }),
  /** The applications with the names of the specification, as its script answers with them. */
  ...whileBlind('redacted', {
    readSheet: get(paths.sheet).answers<Done & { readonly applications: readonly SpecifiedRecord[] }>(),
  }),
}
