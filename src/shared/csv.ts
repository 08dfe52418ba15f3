/**
 * What a spreadsheet might run as a formula: it begins with `=`, `+`, `-` or `@` (also in the full width of East Asian keyboards, and after
 * spaces that some programs drop), or with a tab or a line's end. Apostrophes before it count as part of it, so that each text has one cell.
 */
const risky = /^'*(?:[\t\r\n]|\s*[=+\-@＝＋－＠])/

/** `+`, digits and single spaces: no spreadsheet sees more in it than a number, and people write so. Hyphens would be subtracted. */
const phone = /^\+\d(?: ?\d){5,14}$/

/** Text as a cell that runs nowhere: led by an apostrophe where it might, which spreadsheets take as "this is text". */
const inert = (text: string): string => (risky.test(text) && !phone.test(text) ? `'${text}` : text)

/** The text that a cell of our CSV was made from, for who reads one back. */
export const cellText = (cell: string): string => (cell.startsWith("'") && risky.test(cell) ? cell.slice(1) : cell)

const cell = (text: string): string => {
  const safe = inert(text)
  return /[",\r\n;\t]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** One line of a CSV file (RFC 4180), its end included. */
export const csvLine = (texts: readonly string[]): string => `${texts.map(cell).join(',')}\r\n`

/** By this mark spreadsheets know that a file is UTF-8. */
export const byteOrderMark = '\ufeff'
