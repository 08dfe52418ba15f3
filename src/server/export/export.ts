import { setImmediate } from 'node:timers/promises'
import { toSpecifiedRecord } from '../../api/replies.ts'
import type { Application } from '../../applications/application.ts'
import { scoreOf, total } from '../../applications/rubric.ts'
import type { Forms } from '../../forms/definitions/all.ts'
import { byteOrderMark, csvLine } from '../../shared/csv.ts'
import { formTypes } from '../../shared/form-types.ts'
import type { Applications, ListQuery } from '../storage/applications-port.ts'
import { withFiles } from './archive.ts'
import { type Rubrics, table } from './table.ts'
import { workbook } from './xlsx.ts'
import { zip } from './zip.ts'

export const formats = {
  csv: { type: 'text/csv; charset=utf-8', ending: 'csv' },
  xlsx: { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', ending: 'xlsx' },
  json: { type: 'application/json; charset=utf-8', ending: 'json' },
  zip: { type: 'application/zip', ending: 'zip' },
} as const

export type Format = keyof typeof formats

export const isFormat = (word: string): word is Format => Object.hasOwn(formats, word)

export interface Asked {
  readonly format: Format
  readonly query: ListQuery
  /** Whether each record of the JSON tells what happened to it. */
  readonly history: boolean
  /** When it was asked for: what comes in later is left out, so that all files of one export hold the same. */
  readonly at: Date
}

type Store = Pick<Applications, 'all' | 'stats' | 'histories' | 'files' | 'file'>

/** A file, in pieces as it is made, and how many applications it holds so far. */
export interface ExportFile {
  readonly pieces: AsyncIterable<Uint8Array>
  rows(): number
}

/** How many applications are read at a time: few, so that most of what a batch leaves is gone before it grows old in the heap. */
const batch = 40

/** Text is given out in pieces of about this many characters. */
const pieceLength = 65_536

async function* encoded(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  let piece = ''
  for await (const text of texts) {
    piece += text
    if (piece.length < pieceLength) continue
    yield Buffer.from(piece.toWellFormed())
    piece = ''
  }
  yield Buffer.from(piece.toWellFormed())
}

/** The scores of an application by the criteria's names, and their total; nothing while it has none. */
function scored(rubrics: Rubrics, { formType, scores }: Application) {
  const rubric = rubrics[formType] ?? []
  const sum = total(rubric, scores)
  if (sum === undefined) return undefined
  const given = rubric.flatMap(({ id, name }) => {
    const score = scoreOf(scores, id)
    return score === undefined ? [] : [[name, score] as const]
  })
  return { scores: { total: sum, criteria: Object.fromEntries(given) } }
}

/** Every match of a query, newest first, as a file that is made while it is read: at no time is all of it in memory. */
export async function exportFile(
  store: Store,
  forms: Forms,
  rubrics: Rubrics,
  { format, query, history, at }: Asked,
): Promise<ExportFile> {
  const { byFormType } = await store.stats()
  const selected = formTypes.filter((type) => (query.formType === undefined ? byFormType[type] > 0 : type === query.formType))
  const { names, kinds, line } = table(
    selected.map((type) => forms[type]),
    rubrics,
  )
  let rows = 0

  async function* batches(): AsyncGenerator<readonly Application[]> {
    let some: Application[] = []
    for await (const application of store.all({ ...query, cursor: undefined, limit: batch })) {
      if (application.submittedAt > at) continue
      some.push(application)
      if (some.length < batch) continue
      yield some
      some = []
      // A page is read without waiting; whoever else asks gets a turn.
      await setImmediate()
    }
    yield some
  }
  async function* lines(): AsyncGenerator<readonly string[]> {
    yield names
    let n = 0
    for await (const some of batches())
      for (const application of some) {
        rows = Math.max(rows, ++n)
        yield line(application)
      }
  }
  async function* csv(): AsyncGenerator<string> {
    yield byteOrderMark
    for await (const texts of lines()) yield csvLine(texts)
  }
  async function* json(): AsyncGenerator<string> {
    let n = 0
    yield '[\n'
    for await (const some of batches()) {
      const told = history ? await store.histories(some.map(({ id }) => id)) : undefined
      for (const application of some) {
        rows = Math.max(rows, ++n)
        const entries = told && {
          history: (told.get(application.id) ?? []).map((entry) => ({ ...entry, at: entry.at.toISOString() })),
        }
        yield `${n === 1 ? '' : ',\n'}${JSON.stringify({ ...toSpecifiedRecord(application), ...scored(rubrics, application), ...entries })}`
      }
    }
    yield '\n]\n'
  }
  const pieces = (): AsyncIterable<Uint8Array> => {
    switch (format) {
      case 'csv':
        return encoded(csv())
      case 'json':
        return encoded(json())
      case 'xlsx':
        return workbook(lines(), kinds)
      case 'zip':
        return zip(withFiles(store, { csv: encoded(csv()), json: encoded(json()) }, batches()))
    }
  }
  return { pieces: pieces(), rows: () => rows }
}
