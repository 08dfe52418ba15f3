const date = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })
const dateTime = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
})
const time = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })
const number = new Intl.NumberFormat('en-GB')

/** `15 Nov 2025`, on the reviewer's own calendar. `at` is ISO 8601. */
export const dayOf = (at: string): string => date.format(new Date(at))

/** `15 Nov 2025, 09:30`, by the reviewer's own clock. `at` is ISO 8601. */
export const momentOf = (at: string): string => dateTime.format(new Date(at))

/** `09:30`, by the reviewer's own clock. */
export const timeOf = (at: Date): string => time.format(at)

/** `12,345`. */
export const count = (n: number): string => number.format(n)

/** `640 KB`, `1.2 MB`, `3.4 GB`; as download lists count, in thousands. */
export function bytesOf(bytes: number): string {
  if (bytes < 1e6) return `${count(Math.ceil(bytes / 1e3))} KB`
  return bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(1)} GB`
}

/** ISO 8601 as a `datetime-local` input has it; empty for none. */
export function toLocalInput(at: string | null): string {
  if (at === null) return ''
  const moment = new Date(at)
  return new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** What a `datetime-local` input has, as ISO 8601 in UTC; null for none. */
export const fromLocalInput = (text: string): string | null => (text === '' ? null : new Date(text).toISOString())
