import { byteOrderMark, csvLine } from '../../../shared/csv.ts'
import type { Imported, Told } from './import.ts'

/** So many refused rows are told on the terminal. */
const mostTold = 20

const count = (n: number): string => n.toLocaleString('en')

const place = ({ tab, row }: Pick<Told, 'tab' | 'row'>): string => (tab === '' ? `Row ${row}` : `${tab}, row ${row}`)

/** What is said at the end, line by line. */
export function reportLines({ rows, brought, alreadyThere, refused, told, unknown }: Imported, dryRun: boolean): string[] {
  const refusals = told.filter(({ outcome }) => outcome === 'refused')
  const kept = new Set(told.filter(({ outcome }) => outcome === 'imported').map(place)).size
  const more = refusals.length - mostTold
  return [
    ...unknown.map(
      ({ tab, names }) => `${tab === '' ? '' : `${tab}: `}Columns that no form here has were left out: ${names.join(', ')}.`,
    ),
    ...refusals.slice(0, mostTold).map((one) => `${place(one)}, ${one.field}: ${one.says}`),
    ...(more > 0 ? [`And ${count(more)} more like these; --report FILE.csv lists all.`] : []),
    ...(kept > 0
      ? [
          `${count(kept)} ${kept === 1 ? 'row was' : 'rows were'} taken though the form asks for more today; --report FILE.csv says what.`,
        ]
      : []),
    `${count(rows)} ${rows === 1 ? 'row' : 'rows'}: ${count(brought)} ${dryRun ? 'would be imported' : 'imported'}, ` +
      `${count(alreadyThere)} there already, ${count(refused)} refused.${dryRun ? ' Nothing was written.' : ''}`,
  ]
}

/** The same as a CSV file: every remark, row by row. */
export const reportFile = ({ told }: Imported): string =>
  byteOrderMark +
  csvLine(['table', 'row', 'outcome', 'field', 'remark']) +
  told.map(({ tab, row, outcome, field, says }) => csvLine([tab, String(row), outcome, field, says])).join('')
