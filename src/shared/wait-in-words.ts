import { translate } from './translate.ts'

// In a file of its own: the forms' script has no room for the formats of dates.ts.

/** `1 second`, `55 seconds`; a time of more than 90 seconds in minutes. Both are rounded up. */
export function waitInWords(seconds: number): string {
  const count = seconds > 90 ? Math.ceil(seconds / 60) : Math.ceil(seconds)
  if (seconds > 90) return translate`${count} minutes`
  return count === 1 ? translate`1 second` : translate`${count} seconds`
}
