// In a file of its own: the forms' script has no room for the formats of dates.ts.

/** `1 second`, `55 seconds`; a time of more than 90 seconds in minutes. Both are rounded up. */
export function waitInWords(seconds: number): string {
  const [count, unit] = seconds > 90 ? [Math.ceil(seconds / 60), 'minute'] : [Math.ceil(seconds), 'second']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
