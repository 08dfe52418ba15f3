/**
 * What a spreadsheet might run as a formula: it begins with `=`, `+`, `-` or `@` (also in the full width of East Asian keyboards, and after
 * spaces that some programs drop). Apostrophes before it count as part of it, so that each text has one cell.
 */
const formula = /^'*\s*[=+\-@＝＋－＠]/

/** Some programs drop what it begins with, and run what follows. */
const dropped = /^'*[\t\r\n]/

/** Where programs that cut lines at semicolons or tabs begin a cell inside ours; a line's end begins one where they do not see our quotes. */
const cut = /([;\t\r\n])/

/** `+`, digits and single spaces: no spreadsheet sees more in it than a number, and people write so. Hyphens would be subtracted. */
const phone = /^\s*\+\d(?: ?\d){5,14}\s*$/

/** Text as a cell that runs nowhere: led by an apostrophe where it might, which spreadsheets take as "this is text". */
function inert(text: string): string {
  const safe = text.split(cut).map((piece) => (formula.test(piece) && !phone.test(piece) ? `'${piece}` : piece))
  return `${dropped.test(text) ? "'" : ''}${safe.join('')}`
}

/** The text that a cell of our CSV was made from, for who reads one back. */
export function cellText(cell: string): string {
  const text = cell.startsWith("'") && dropped.test(cell) ? cell.slice(1) : cell
  return text
    .split(cut)
    .map((piece) => (piece.startsWith("'") && formula.test(piece) ? piece.slice(1) : piece))
    .join('')
}

const cell = (text: string): string => {
  const safe = inert(text)
  return /[",\r\n;\t]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** One line of a CSV file (RFC 4180), its end included. */
export const csvLine = (texts: readonly string[]): string => `${texts.map(cell).join(',')}\r\n`

/** By this mark spreadsheets know that a file is UTF-8. */
export const byteOrderMark = '\ufeff'
