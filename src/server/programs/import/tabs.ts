import { parse } from 'csv-parse/sync'
import readWorkbook from 'read-excel-file/node'
import { cellText } from '../../../shared/csv.ts'

/** The value of a cell. A CSV file has texts only. A Date has the local date and time as if they were UTC. */
export type Cell = string | number | boolean | Date | null

/** A table of a spreadsheet. Line 0 has the names of the columns. */
export interface Tab {
  /** Empty for a CSV file. */
  readonly name: string
  readonly lines: readonly (readonly Cell[])[]
}

/** A file whose content does not match its extension; the message is a sentence. */
export class UnreadableFile extends Error {}

/** The delimiter: the most frequent candidate in the first line outside quotes. Spreadsheets of some locales write semicolons. */
function delimiterOf(text: string): string {
  const [first = ''] = text.replace(/"(?:[^"]|"")*"/g, '').split(/\r?\n/, 1)
  const count = (sign: string): number => first.split(sign).length
  return [',', ';', '\t'].reduce((most, sign) => (count(sign) > count(most) ? sign : most))
}

/**
 * A CSV file's table. The apostrophes that our exports put before formula-like texts are removed.
 * @throws UnreadableFile
 */
function readCsv(bytes: Uint8Array): Tab {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new UnreadableFile('it is not UTF-8. Save it again as “CSV UTF-8”')
  }
  try {
    const lines = parse(text, { delimiter: delimiterOf(text), relax_column_count: true }) as string[][]
    return { name: '', lines: lines.map((line) => line.map(cellText)) }
  } catch (error) {
    throw new UnreadableFile((error as Error).message)
  }
}

async function readXlsx(bytes: Uint8Array): Promise<readonly Tab[]> {
  try {
    const sheets = await readWorkbook(Buffer.from(bytes), { trim: false })
    return sheets.map(({ sheet, data }) => ({ name: sheet, lines: data as unknown as Cell[][] }))
  } catch (error) {
    throw new UnreadableFile((error as Error).message)
  }
}

/** Reads the tables of a file by its extension. Tables without rows are left out. @throws UnreadableFile */
export async function readTabs(name: string, bytes: Uint8Array): Promise<readonly Tab[]> {
  const tabs = name.toLowerCase().endsWith('.csv') ? [readCsv(bytes)] : await readXlsx(bytes)
  return tabs.filter(({ lines }) => lines.length > 1)
}
