import { indianDay } from '../../shared/dates.ts'

/** The headers of a person's own data as a ZIP. */
export const archiveHeaders = (now: Date): Readonly<Record<string, string>> => ({
  'Content-Type': 'application/zip',
  'Content-Disposition': `attachment; filename="your-data-${indianDay(now)}.zip"`,
})
