import { strToU8, zipSync } from 'fflate'

/** A cell of a workbook: text, a number, or a local time given as UTC. */
export type BookCell = string | number | Date

const cell = (value: BookCell, at: string): string => {
  if (typeof value === 'number') return `<c r="${at}"><v>${value}</v></c>`
  if (value instanceof Date) return `<c r="${at}" s="1"><v>${value.getTime() / 86_400_000 + 25_569}</v></c>`
  return `<c r="${at}" t="inlineStr"><is><t xml:space="preserve">${value.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</t></is></c>`
}

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** A workbook with a sheet for each name, as spreadsheet programs write it. A date is a number with a date format. */
export function book(sheets: Readonly<Record<string, readonly (readonly BookCell[])[]>>): Uint8Array {
  const names = Object.keys(sheets)
  const files: Record<string, string> = {
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${names.map((name, n) => `<sheet name="${name}" sheetId="${n + 1}" r:id="rId${n + 1}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${names.map((_, n) => `<Relationship Id="rId${n + 1}" Type="${office}/worksheet" Target="worksheets/sheet${n + 1}.xml"/>`).join('')}<Relationship Id="rId99" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': `<styleSheet xmlns="${main}"><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="22" applyNumberFormat="1"/></cellXfs></styleSheet>`,
  }
  names.forEach((name, n) => {
    const rows = (sheets[name] ?? []).map(
      (line, row) =>
        `<row r="${row + 1}">${line.map((value, at) => cell(value, `${String.fromCharCode(65 + at)}${row + 1}`)).join('')}</row>`,
    )
    files[`xl/worksheets/sheet${n + 1}.xml`] = `<worksheet xmlns="${main}"><sheetData>${rows.join('')}</sheetData></worksheet>`
  })
  return zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])))
}
