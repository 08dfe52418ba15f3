/** Text that a spreadsheet might run as a formula is led by an apostrophe, which spreadsheets take as "this is text". */
const inert = (text: string): string => (/^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text)

const cell = (text: string): string => {
  const safe = inert(text)
  return /[",\r\n;\t]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** One line of a CSV file (RFC 4180), its end included. */
export const csvLine = (texts: readonly string[]): string => `${texts.map(cell).join(',')}\r\n`

/** By this mark spreadsheets know that a file is UTF-8. */
export const byteOrderMark = '\ufeff'
