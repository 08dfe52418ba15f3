import { type Entry, zip } from './zip.ts'

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** What a workbook of one sheet holds besides the sheet. */
const parts: Readonly<Record<string, string>> = {
  '[Content_Types].xml': `${head}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${types}.worksheet+xml"/></Types>`,
  '_rels/.rels': `${head}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `${head}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="Applications" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `${head}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
}

/** The most applications that a sheet holds, below its line of names (the format's limit). */
export const mostRows = 1_048_575

/** The most characters that a cell may hold (the format's limit, in UTF-16 units). */
const longest = 32_767

/** A text that fits a cell; one that is too long is cut between two characters, and says so. */
function fitting(text: string): string {
  if (text.length <= longest) return text
  const note = ` … [Cut here: this text has ${text.length} characters, and a cell holds ${longest}. The CSV and JSON exports have all of it.]`
  return text.slice(0, longest - note.length).replace(/[\ud800-\udbff]$/, '') + note
}

const escaped = (text: string): string =>
  text
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: XML cannot hold these at all
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r', '&#13;')
    // spreadsheets read `_x000D_` as the sign of that number; its first line as `_x005F_` keeps it the text that it is
    .replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')

/** What a sheet calls its columns, from 0: A to Z, then AA. */
const columnName = (column: number): string =>
  (column < 26 ? '' : columnName(Math.floor(column / 26) - 1)) + String.fromCharCode(65 + (column % 26))

/** A row, from 1, whose cells are text whatever they look like, and so never a formula or a number. What is empty has no cell. */
function row(number: number, texts: readonly string[], names: readonly string[]): string {
  const cells = texts.map((text, column) =>
    text === ''
      ? ''
      : `<c r="${names[column]}${number}" t="inlineStr"><is><t xml:space="preserve">${escaped(fitting(text))}</t></is></c>`,
  )
  return `<row r="${number}">${cells.join('')}</row>`
}

/** A workbook of one sheet, line by line, as it is made. */
export function workbook(lines: AsyncIterable<readonly string[]>): AsyncGenerator<Uint8Array> {
  async function* sheet(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(
      `${head}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" state="frozen"/></sheetView></sheetViews><sheetData>`,
    )
    let names: readonly string[] | undefined
    let number = 0
    for await (const line of lines) {
      names ??= line.map((_, column) => columnName(column))
      yield Buffer.from(row(++number, line, names))
    }
    yield Buffer.from('</sheetData></worksheet>')
  }
  function* entries(): Generator<Entry> {
    for (const [name, text] of Object.entries(parts)) yield { name, content: Buffer.from(text) }
    yield { name: 'xl/worksheets/sheet1.xml', content: sheet() }
  }
  return zip(entries())
}
