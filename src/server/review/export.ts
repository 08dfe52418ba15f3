import { Readable } from 'node:stream'
import type { Forms } from '../../forms/definitions/all.ts'
import { formTypes } from '../../shared/form-types.ts'
import type { Applications, ListQuery } from '../storage/port.ts'
import { byteOrderMark, csvLine } from './csv.ts'
import { table } from './table.ts'
import { workbook } from './xlsx.ts'

export const formats = {
  csv: { type: 'text/csv; charset=utf-8', ending: 'csv' },
  xlsx: { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', ending: 'xlsx' },
} as const

export type Format = keyof typeof formats

/** How many applications are read at a time. */
const batch = 200

/** Every match of `query`, newest first, as a file that is made while it is read. */
export async function exportFile(
  applications: Pick<Applications, 'all' | 'stats'>,
  forms: Forms,
  query: ListQuery,
  format: Format,
): Promise<ReadableStream<Uint8Array>> {
  const { byFormType } = await applications.stats()
  const selected = formTypes.filter((type) => (query.formType === undefined ? byFormType[type] > 0 : type === query.formType))
  const { names, line } = table(selected.map((type) => forms[type]))
  async function* lines(): AsyncGenerator<readonly string[]> {
    yield names
    for await (const application of applications.all({ ...query, cursor: undefined, limit: batch })) yield line(application)
  }
  async function* csv(): AsyncGenerator<Uint8Array> {
    const encoder = new TextEncoder()
    yield encoder.encode(byteOrderMark)
    for await (const one of lines()) yield encoder.encode(csvLine(one))
  }
  return Readable.toWeb(Readable.from(format === 'csv' ? csv() : workbook(lines()))) as ReadableStream<Uint8Array>
}
