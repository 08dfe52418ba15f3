import { byteOrderMark, csvLine } from '../../shared/csv.ts'
import type { Imported, RowRemark } from './import.ts'

/** How many refused rows the terminal shows. */
const maxRefusals = 20

const count = (n: number): string => n.toLocaleString('en')

const rowName = ({ tab, row }: Pick<RowRemark, 'tab' | 'row'>): string => (tab === '' ? `Row ${row}` : `${tab}, row ${row}`)

/** The summary for the terminal, line by line. */
export function reportLines(
  { rows, added, alreadyThere, refused, remarks, unknown, doubled, summaries }: Imported,
  dryRun: boolean,
): string[] {
  const refusals = remarks.filter(({ outcome }) => outcome === 'refused')
  const incomplete = new Set(remarks.filter(({ outcome }) => outcome === 'imported').map(rowName)).size
  const more = refusals.length - maxRefusals
  return [
    ...summaries.map(({ tab, sentence }) => `${tab === '' ? 'Found' : tab}: ${sentence}`),
    ...unknown.map(
      ({ tab, names }) => `${tab === '' ? '' : `${tab}: `}Columns that no form has were left out: ${names.join(', ')}.`,
    ),
    ...doubled.map(
      ({ tab, names }) =>
        `${tab === '' ? '' : `${tab}: `}Columns that are for the same: ${names.join('; ')}. Of each row the one with a text was read.`,
    ),
    ...refusals.slice(0, maxRefusals).map((refusal) => `${rowName(refusal)}, ${refusal.field}: ${refusal.message}`),
    ...(more > 0 ? [`And ${count(more)} more like these; --report FILE.csv lists all.`] : []),
    ...(incomplete > 0
      ? [
          `${count(incomplete)} ${incomplete === 1 ? 'row was' : 'rows were'} imported with remarks; --report FILE.csv lists them.`,
        ]
      : []),
    `${count(rows)} ${rows === 1 ? 'row' : 'rows'}: ${count(added)} ${dryRun ? 'would be imported' : 'imported'}, ` +
      `${count(alreadyThere)} already there, ${count(refused)} refused.${dryRun ? ' Nothing was written.' : ''}`,
  ]
}

/** The complete report as CSV: every remark, row by row. */
export const reportFile = ({ remarks }: Imported): string =>
  byteOrderMark +
  csvLine(['table', 'row', 'outcome', 'field', 'remark']) +
  remarks.map(({ tab, row, outcome, field, message }) => csvLine([tab, String(row), outcome, field, message])).join('')
