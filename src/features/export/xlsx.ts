import { type Entry, zip } from '../../server/http/zip.ts'
import { aheadAt, day, markOfZone, second } from '../../shared/dates.ts'
import { escapeMarkup } from '../../shared/escape.ts'
import type { ColumnKind } from './table.ts'

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** The files of a workbook of one sheet, without the sheet. */
const parts: Readonly<Record<string, string>> = {
  '[Content_Types].xml': `${head}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${types}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/></Types>`,
  '_rels/.rels': `${head}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `${head}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="Applications" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `${head}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
}

/** The styles; the second is for times. The zone is part of the format, because sheets have no time zones. */
const styles = (): string =>
  `${head}<styleSheet xmlns="${main}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm&quot; ${markOfZone()}&quot;"/></numFmts><fonts count="1"><font/></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf xfId="0"/><xf numFmtId="164" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>`

/** The limit of rows in a sheet, without the row of names (the format's limit). */
export const maxRows = 1_048_575

/** The limit of characters in a cell (the format's limit, in UTF-16 units). */
const maxCellLength = 32_767

/** A text that fits into a cell. A longer one is cut between two characters, with a note. */
function fitting(text: string): string {
  if (text.length <= maxCellLength) return text
  const note = ` … [Cut here: this text has ${text.length} characters, and a cell holds ${maxCellLength}. The CSV and JSON exports have all of it.]`
  return text.slice(0, maxCellLength - note.length).replace(/[\ud800-\udbff]$/, '') + note
}

const escaped = (text: string): string =>
  escapeMarkup(text.toWellFormed())
    // biome-ignore lint/suspicious/noControlCharactersInRegex: XML does not allow these characters
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replaceAll('\r', '&#13;')
    // Spreadsheets decode `_x000D_` as a character. With its first underscore as `_x005F_` it stays text.
    .replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')

/** The name of a column, from 0: A to Z, then AA. */
const columnName = (column: number): string =>
  (column < 26 ? '' : columnName(Math.floor(column / 26) - 1)) + String.fromCharCode(65 + (column % 26))

/** A time as a serial number of spreadsheets: days since the end of 1899, in the site's zone, to the second. `at` is in ISO 8601. */
const serial = (at: string): number => Math.round((Date.parse(at) + aheadAt(new Date(at))) / second) / (day / second) + 25_569

/** A cell of its column's kind. Text is an inline string, so it is never a formula. */
function cell(name: string, text: string, kind: ColumnKind | undefined): string {
  if (text === '') return ''
  if (kind === 'moment' && !Number.isNaN(Date.parse(text))) return `<c r="${name}" s="1"><v>${serial(text)}</v></c>`
  if (kind === 'number' && /^\d+(\.\d+)?$/.test(text)) return `<c r="${name}"><v>${text}</v></c>`
  return `<c r="${name}" t="inlineStr"><is><t xml:space="preserve">${escaped(fitting(text))}</t></is></c>`
}

/** A row, numbered from 1. Without `kinds` all cells are text. An empty text has no cell. */
function row(number: number, texts: readonly string[], names: readonly string[], kinds: readonly ColumnKind[] = []): string {
  return `<row r="${number}">${texts.map((text, column) => cell(`${names[column]}${number}`, text, kinds[column])).join('')}</row>`
}

const minWidths: Readonly<Record<ColumnKind, number>> = { moment: 22, number: 8, text: 20 }

/** The width of a column in characters, for its name and its kind. */
const width = (name: string, kind: ColumnKind = 'text'): number => Math.min(40, Math.max(name.length + 2, minWidths[kind]))

const columnWidths = (titles: readonly string[], kinds: readonly ColumnKind[]): string =>
  titles.map((title, n) => `<col min="${n + 1}" max="${n + 1}" width="${width(title, kinds[n])}" customWidth="1"/>`).join('')

/** A workbook of one sheet, streamed line by line. The first line has the names of the columns. */
export function workbook(lines: AsyncIterable<readonly string[]>, kinds: readonly ColumnKind[]): AsyncGenerator<Uint8Array> {
  async function* sheet(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(
      `${head}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" state="frozen"/></sheetView></sheetViews>`,
    )
    let names: readonly string[] | undefined
    let number = 0
    for await (const line of lines) {
      number += 1
      if (names === undefined) {
        names = line.map((_, column) => columnName(column))
        yield Buffer.from(`<cols>${columnWidths(line, kinds)}</cols><sheetData>${row(number, line, names)}`)
      } else yield Buffer.from(row(number, line, names, kinds))
    }
    yield Buffer.from('</sheetData></worksheet>')
  }
  function* entries(): Generator<Entry> {
    for (const [name, text] of Object.entries({ ...parts, 'xl/styles.xml': styles() })) yield { name, content: Buffer.from(text) }
    yield { name: 'xl/worksheets/sheet1.xml', content: sheet() }
  }
  return zip(entries())
}
