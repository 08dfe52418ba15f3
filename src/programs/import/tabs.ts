import { parse } from 'csv-parse/sync'
import { strFromU8, strToU8, type UnzipFileInfo, unzipSync, zipSync } from 'fflate'
import readWorkbook from 'read-excel-file/node'
import { cellText } from '../../shared/csv.ts'

/** The value of a cell. A CSV file has texts only. A Date has the local date and time as if they were UTC. */
export type Cell = string | number | boolean | Date | null

/** A table of a spreadsheet. */
export interface Tab {
  /** Empty for a CSV file. */
  readonly name: string
  /** Line 0 is row 1 of the spreadsheet. */
  readonly lines: readonly (readonly Cell[])[]
  /** How it was read, such as `separated by semicolons`; empty for a sheet of a workbook. */
  readonly how: string
  /** The numbers of the hidden rows, which are empty here. */
  readonly hiddenRows: readonly number[]
}

/** The tables of a file, and the names of the hidden sheets, which are left out. */
interface Tabs {
  readonly tabs: readonly Tab[]
  readonly hiddenSheets: readonly string[]
}

/** A file that cannot be imported as a whole; the message is a sentence without its full stop. */
export class UnreadableFile extends Error {}

const delimiters = { ',': 'commas', ';': 'semicolons', '\t': 'tabs' } as const
const candidates = Object.keys(delimiters) as (keyof typeof delimiters)[]

/** The delimiter: the candidate in most of the first ten lines outside quotes, then the most frequent one. Spreadsheets of some locales write semicolons. */
function delimiterOf(text: string): keyof typeof delimiters {
  const lines = text.replace(/"(?:[^"]|"")*"/g, '').split(/\r?\n/, 10)
  const weight = (sign: string): number =>
    lines.filter((line) => line.includes(sign)).length * text.length + lines.join('').split(sign).length
  return candidates.reduce((most, sign) => (weight(sign) > weight(most) ? sign : most))
}

/** The text of a CSV file. Excel marks its “Unicode Text” as UTF-16. @throws UnreadableFile */
function decode(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    const lines = new TextDecoder('windows-1252').decode(bytes).split('\n')
    const line = new TextDecoder('utf-8')
      .decode(bytes)
      .split('\n')
      .findIndex((text) => text.includes('\ufffd'))
    const sample = lines[line]?.trim().slice(0, 40)
    throw new UnreadableFile(`it is not UTF-8. Save it again as “CSV UTF-8” (line ${line + 1} is “${sample}” in windows-1252)`)
  }
}

/**
 * A CSV file's table. The apostrophes that our exports put before formula-like texts are removed.
 * @throws UnreadableFile
 */
function readCsv(bytes: Uint8Array): Tab {
  const decoded = decode(bytes)
  // Excel reads the first line `sep=;` as the delimiter, and does not show it.
  const [first = '', declared] = /^"?sep=([,;\t])"?\r?\n/i.exec(decoded) ?? []
  const text = decoded.slice(first.length)
  const delimiter = candidates.find((sign) => sign === declared) ?? delimiterOf(text)
  try {
    const lines = parse(text, { delimiter, relax_column_count: true }) as string[][]
    const how = `separated by ${delimiters[delimiter]}`
    return { name: '', lines: lines.map((line) => line.map(cellText)), how, hiddenRows: [] }
  } catch (error) {
    throw new UnreadableFile((error as Error).message)
  }
}

const hiddenRow = '\ue000hidden'

/** The text of a cell whose formula has no result in the file: the program that wrote the file did not calculate it. */
export const noResult = '\ue000formula'

/** A sheet's XML for the reader, which knows neither hidden rows nor errors: a marker in place of a hidden row, and errors as texts. */
const marked = (xml: string): string =>
  xml
    .split('</row>')
    .map((part) => {
      const [tag = ''] = /<row\b[^<>]*>/.exec(part) ?? []
      const [, row] = /\br="(\d+)"/.exec(tag) ?? []
      if (row === undefined || !/\bhidden="(?:1|true)"/.test(tag) || tag.endsWith('/>')) return part
      return `${part.slice(0, part.indexOf(tag))}<row r="${row}"><c r="A${row}" t="str"><v>${hiddenRow}</v></c>`
    })
    .join('</row>')
    .replace(/(<c\b[^<>]*\bt=)"e"/g, '$1"str"')
    .replace(/<c\b[^<>]*><f\b[^<>]*>(?:[^<]*<\/f>)?<\/c>/g, (cell) => {
      const [, at] = /\br="(\w+)"/.exec(cell) ?? []
      return at === undefined ? cell : `<c r="${at}" t="str"><v>${noResult}</v></c>`
    })

/** A workbook may unpack to this many bytes, and this many files. */
const maxUnpackedBytes = 128 * 1024 * 1024
const maxFiles = 10_000

/** The files in a workbook that are read. @throws UnreadableFile before anything is unpacked, if that would be too much */
function unpack(bytes: Uint8Array): Record<string, Uint8Array> {
  let [files, size] = [0, 0]
  const isRead = ({ name, originalSize }: UnzipFileInfo): boolean => {
    const isText = /\.(?:xml|rels)$/.test(name)
    files += 1
    size += isText ? originalSize : 0
    if (files > maxFiles || size > maxUnpackedBytes)
      throw new UnreadableFile('it is too large to be read as a workbook. Save the sheet as “CSV UTF-8”')
    return isText
  }
  return unzipSync(bytes, { filter: isRead })
}

/** Workbooks with a password, and those of old programs, are compound files. */
function refuseCompound(bytes: Buffer): void {
  if (bytes.length < 8 || bytes.readUInt32BE() !== 0xd0cf11e0) return
  throw new UnreadableFile(
    bytes.includes(Buffer.from('EncryptedPackage\0', 'utf16le'))
      ? 'it has a password. Open it, remove the password, and save it again'
      : 'it is of an old program (.xls). Open it, and save it as .xlsx or “CSV UTF-8”',
  )
}

async function readXlsx(bytes: Uint8Array): Promise<Tabs> {
  refuseCompound(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  try {
    const files = unpack(bytes)
    for (const [name, file] of Object.entries(files))
      if (name.includes('/worksheets/') && name.endsWith('.xml')) files[name] = strToU8(marked(strFromU8(file)))
    const sheets = await readWorkbook(Buffer.from(zipSync(files, { level: 0 })), { trim: false })
    const tags = strFromU8(files['xl/workbook.xml'] ?? new Uint8Array()).match(/<(?:\w+:)?sheet\b[^<>]*>/g) ?? []
    const isHidden = (index: number): boolean => /\bstate="(?:hidden|veryHidden)"/.test(tags[index] ?? '')
    const tabs = sheets
      .filter((_, index) => !isHidden(index))
      .map(({ sheet, data }) => {
        const lines = data as unknown as Cell[][]
        const hiddenRows = lines.flatMap(([first], index) => (first === hiddenRow ? [index + 1] : []))
        return { name: sheet, lines: lines.map((line) => (line[0] === hiddenRow ? [] : line)), how: '', hiddenRows }
      })
    return { tabs, hiddenSheets: sheets.filter((_, index) => isHidden(index)).map(({ sheet }) => sheet) }
  } catch (error) {
    throw new UnreadableFile((error as Error).message)
  }
}

/** Reads the tables of a file by its extension. Tables without rows are left out. @throws UnreadableFile */
export async function readTabs(name: string, bytes: Uint8Array): Promise<Tabs> {
  if (!name.toLowerCase().endsWith('.csv')) {
    const { tabs, hiddenSheets } = await readXlsx(bytes)
    return { tabs: tabs.filter(({ lines }) => lines.length > 1), hiddenSheets }
  }
  const tab = readCsv(bytes)
  return { tabs: tab.lines.length > 1 ? [tab] : [], hiddenSheets: [] }
}
