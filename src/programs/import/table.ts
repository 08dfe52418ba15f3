import { type FormType, formTypes, readFormType } from '../../shared/form-types.ts'
import { type Columns, columnsOf, type RecordName, type Versions } from './columns.ts'
import { dateOrder, hasOrder, textOf } from './read-cell.ts'
import { type Cell, type Tab, UnreadableFile } from './tabs.ts'

/** How many of the first rows are searched for the names of the columns: titles and empty rows come before them. */
const maxHeadRows = 10

/** The columns with dates; the first one decides for those whose own cells do not. */
const momentNames = ['submitted_at', 'reviewed_at', 'meeting_scheduled_at'] as const satisfies readonly RecordName[]
export type MomentName = (typeof momentNames)[number]

/** A table that was looked at as a whole. */
export interface Table {
  readonly name: string
  readonly columns: Columns
  readonly rows: readonly (readonly Cell[])[]
  /** The number of the first row, as in a spreadsheet. */
  readonly firstRow: number
  /** The form of rows without a form type. */
  readonly form: FormType | undefined
  /** The columns whose dates have the month first: `6/7/2025` is 7 June. */
  readonly monthFirst: ReadonlySet<MomentName>
  /** What was found, as a sentence. */
  readonly summary: string
}

/** The rows with the only possible order of day and month in a column. */
function ordersIn(rows: Table['rows'], index: number) {
  const only = (order: 'day' | 'month') => rows.findIndex((row) => dateOrder(row[index]) === order)
  return { day: only('day'), month: only('month'), any: rows.some((row) => hasOrder(row[index])) }
}

/**
 * Looks at a table as a whole: the row with the names of its columns, and the order of day and month in each column. Undefined if none of its first rows names
 * a column.
 * @throws UnreadableFile when a column has both orders, or the other one than `monthFirst` says
 */
export function tableOf(
  { name, lines, how, hiddenRows }: Tab,
  {
    versions,
    form: standard,
    monthFirst,
  }: { readonly versions: Versions; readonly form: FormType | undefined; readonly monthFirst: boolean },
): Table | undefined {
  const form = readFormType(name) ?? standard
  const types = form === undefined ? formTypes : [form]
  const heads = lines.slice(0, maxHeadRows).map((line) => columnsOf(line.map(textOf), versions))
  const counts = heads.map((head) => head.matchCount(types))
  const at = counts.indexOf(Math.max(...counts))
  const columns = heads[at]
  if (columns === undefined || counts[at] === 0) return undefined
  const rows = lines.slice(at + 1).map((cells) => columns.merged(cells).cells)
  const firstRow = at + 2
  const facts = [...(how === '' ? [] : [how]), `the names of the columns are in row ${at + 1}`]
  if (hiddenRows.length > 0) facts.push(`hidden rows were left out: ${hiddenRows.join(', ')}`)
  const ordered = new Set<MomentName>()
  for (const moment of momentNames) {
    const index = columns.record(moment)
    if (index === undefined) continue
    const { day, month, any } = ordersIn(rows, index)
    const title = textOf(lines[at]?.[index]).trim()
    const onlyWith = (row: number, order: string): string =>
      `row ${firstRow + row} (${textOf(rows[row]?.[index]).trim()}) fits only with the ${order} first`
    const where = `${name === '' ? 'in' : `${name}: in`} the column ${title}, `
    if (day >= 0 && month >= 0)
      throw new UnreadableFile(
        `${where}${onlyWith(month, 'month')}, and ${onlyWith(day, 'day')}. Write the whole column in one order`,
      )
    if (day >= 0 && monthFirst) throw new UnreadableFile(`${where}${onlyWith(day, 'day')}. Leave out --month-first`)
    const isDecided = day >= 0 || month >= 0
    if (month >= 0 || (day < 0 && (monthFirst || ordered.has('submitted_at')))) ordered.add(moment)
    if (!any) continue
    const order = ordered.has(moment) ? 'month' : 'day'
    const why = isDecided
      ? onlyWith(Math.max(day, month), order)
      : `no row shows which; ${monthFirst ? 'leave out' : 'see'} --month-first`
    facts.push(`${title} was read with the ${order} first (${why})`)
  }
  return { name, columns, rows, firstRow, form, monthFirst: ordered, summary: `${facts.join('; ')}.` }
}
