/**
 * Matches text that a spreadsheet might run as a formula: it begins with `=`, `+`, `-` or `@`, also in full-width form, and after spaces that some
 * programs drop. Apostrophes before it are included, so that different texts give different cells.
 */
const formula = /^'*\s*[=+\-@＝＋－＠]/

/** Matches a beginning that some programs drop before they run the rest. */
const dropped = /^'*[\t\r\n]/

/** The characters after which some programs begin a new cell: semicolons, tabs and line breaks, which they do not expect inside quotes. */
const cut = /([;\t\r\n])/

/** A telephone number: `+`, digits and single spaces, which spreadsheets treat as a number. With hyphens they would subtract. */
const phone = /^\s*\+\d(?: ?\d){5,14}\s*$/

/** Makes a text safe as a cell: an apostrophe before a possible formula marks it as text. */
function escapeFormula(text: string): string {
  const safe = text.split(cut).map((piece) => (formula.test(piece) && !phone.test(piece) ? `'${piece}` : piece))
  return `${dropped.test(text) ? "'" : ''}${safe.join('')}`
}

/** The original text of a cell in our CSV. */
export function cellText(cell: string): string {
  const text = cell.startsWith("'") && dropped.test(cell) ? cell.slice(1) : cell
  return text
    .split(cut)
    .map((piece) => (piece.startsWith("'") && formula.test(piece) ? piece.slice(1) : piece))
    .join('')
}

/** Whether any piece of a text matches `formula`, or the text `dropped`. Hardly any does, and splitting all would take longer than the other work on a cell. */
const risky = /(?:^|[;\t\r\n])'*[^\S\t\r\n]*[=+\-@＝＋－＠]|^'*[\t\r\n]/

function cell(text: string): string {
  // Most: a table of several forms has the questions of all.
  if (text === '') return ''
  const safe = risky.test(text) ? escapeFormula(text) : text
  return /[",\r\n;\t]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** A line of a CSV file (RFC 4180), including the line end. */
export const csvLine = (texts: readonly string[]): string => `${texts.map(cell).join(',')}\r\n`

/** The mark by which spreadsheets recognise UTF-8. */
export const byteOrderMark = '\ufeff'
