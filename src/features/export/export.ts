import { setImmediate as nextTurn } from 'node:timers/promises'
import { toSpecifiedRecord } from '../../api/responses.ts'
import { type Application, endings, endOf } from '../../applications/application.ts'
import { scoreOf, total } from '../../applications/rubric.ts'
import type { Numbers } from '../../server/feature.ts'
import type { FormVersions } from '../../server/forms/versions.ts'
import { folderName, uniquePath } from '../../server/http/safe-name.ts'
import { type Entry, zip } from '../../server/http/zip.ts'
import type { ListQuery, StoredApplications } from '../../server/records/applications/lists.ts'
import { byteOrderMark, csvLine } from '../../shared/csv.ts'
import { formTypes } from '../../shared/form-types.ts'
import { deadlineNote, otherLabels, type Rubrics, type Table, table } from './table.ts'
import { workbook } from './xlsx.ts'

/** The formats of an export, with media type and file extension. */
export const formats = {
  csv: { type: 'text/csv; charset=utf-8', extension: 'csv' },
  xlsx: { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', extension: 'xlsx' },
  json: { type: 'application/json; charset=utf-8', extension: 'json' },
  zip: { type: 'application/zip', extension: 'zip' },
} as const

export type Format = keyof typeof formats

export const isFormat = (name: string): name is Format => Object.hasOwn(formats, name)

/** The parameters of an export. */
export interface ExportRequest {
  readonly format: Format
  readonly query: ListQuery
  /** Whether each record of the JSON includes its history. */
  readonly history: boolean
  /** An application without what the blind pass hides of it. */
  shown(application: Application): Application
  /** The time of the request: later applications are left out, so that all files of one export agree. */
  readonly at: Date
}

type Store = Pick<StoredApplications, 'all' | 'stats' | 'histories' | 'files' | 'file'>

/** A streamed file, with the number of applications written so far. */
export interface ExportFile {
  readonly pieces: AsyncIterable<Uint8Array>
  rows(): number
}

/** Applications per read. Batches are small, so that V8 collects most of their garbage from the young generation. */
const batchSize = 40

/** The approximate length of a streamed piece, characters. */
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

/** The scores of an application by the names of criteria, and their total, which is null until all are given; undefined without scores. */
function scoresOf(rubrics: Rubrics, { formType, scores }: Application) {
  const rubric = rubrics[formType] ?? []
  const criteria = rubric.flatMap(({ id, name }) => {
    const score = scoreOf(scores, id)
    return score === undefined ? [] : [[name, score] as const]
  })
  if (criteria.length === 0) return undefined
  return { scores: { total: total(rubric, scores) ?? null, criteria: Object.fromEntries(criteria) } }
}

/** The parts that all formats read from. */
interface Source extends Pick<ExportRequest, 'query' | 'history' | 'shown' | 'at'> {
  readonly store: Store
  readonly formVersions: FormVersions
  readonly rubrics: Rubrics
  readonly numbers: readonly Numbers[]
  /** Called with the number of applications written so far. */
  count(rows: number): void
}

async function* batches({ store, query, shown, at }: Source): AsyncGenerator<readonly Application[]> {
  let applications: Application[] = []
  for await (const application of store.all({ ...query, cursor: undefined, limit: batchSize })) {
    if (application.submittedAt > at) continue
    applications.push(shown(application))
    if (applications.length < batchSize) continue
    yield applications
    applications = []
    // Reads of SQLite do not yield to the event loop themselves.
    await nextTurn()
  }
  yield applications
}

/** The notes about deadlines, by application. Only applications to the accelerator have them. */
async function deadlineNotes({ store }: Source, batch: readonly Application[]): Promise<ReadonlyMap<string, string>> {
  const ids = batch.filter(({ formType }) => formType === 'Accelerator').map(({ id }) => id)
  if (ids.length === 0) return new Map()
  const histories = await store.histories(ids)
  return new Map(ids.map((id) => [id, deadlineNote(histories.get(id))]))
}

/** The lines of a table: its column names, then one line per application. */
async function* lines(source: Source, { names, line }: Table): AsyncGenerator<readonly string[]> {
  yield names
  const { formVersions } = source
  let n = 0
  for await (const batch of batches(source)) {
    const deadlines = await deadlineNotes(source, batch)
    for (const application of batch) {
      source.count(++n)
      const note = deadlines.get(application.id) ?? ''
      const answered = { version: formVersions.version(application), form: await formVersions.of(application) }
      yield line(application, answered, note)
    }
  }
}

async function* csv(source: Source, columns: Table): AsyncGenerator<string> {
  yield byteOrderMark
  for await (const texts of lines(source, columns)) yield csvLine(texts)
}

/** Further fields of an application in the JSON, besides the specified record. */
const optionalFields = (application: Application) => {
  const { origin, requests } = application
  const end = endOf(application)
  return {
    ...(requests.length > 0 && { requests }),
    ...(origin !== null && { origin }),
    // The name of the column.
    ...(end !== undefined && { [`${end.state}_at`]: end.at.toISOString() }),
  }
}

async function* json(source: Source): AsyncGenerator<string> {
  const { formVersions } = source
  let n = 0
  yield '[\n'
  for await (const batch of batches(source)) {
    const histories = source.history ? await source.store.histories(batch.map(({ id }) => id)) : undefined
    const deadlines = await deadlineNotes(source, batch)
    for (const application of batch) {
      source.count(++n)
      const labels = otherLabels(formVersions.today[application.formType], await formVersions.of(application))
      const record = {
        ...toSpecifiedRecord(application),
        ...scoresOf(source.rubrics, application),
        ...optionalFields(application),
        ...Object.fromEntries(
          source.numbers.flatMap(({ name, of }) => (of.has(application.id) ? [[name, of.get(application.id)]] : [])),
        ),
        ...(Object.keys(labels).length > 0 && { asked_as: labels }),
        ...(deadlines.get(application.id) && { deadline: deadlines.get(application.id) }),
        ...(histories && {
          history: (histories.get(application.id) ?? []).map((entry) => ({ ...entry, at: entry.at.toISOString() })),
        }),
      }
      yield `${n === 1 ? '' : ',\n'}${JSON.stringify(record)}`
    }
  }
  yield '\n]\n'
}

/** Every match of a query, newest first, as a streamed file, which is never in memory as a whole. */
export async function exportFile(
  store: Store,
  formVersions: FormVersions,
  rubrics: Rubrics,
  numbers: readonly Numbers[],
  { format, ...request }: ExportRequest,
): Promise<ExportFile> {
  const { byFormType } = await store.stats()
  const { formType, status } = request.query
  // Only applications in review are in the counts.
  const ended = endings.find(({ state }) => state === status)
  const selected = formTypes.filter((type) =>
    formType === undefined ? ended !== undefined || byFormType[type] > 0 : type === formType,
  )
  const columns = table(
    selected.map((type) => formVersions.all(type).map(({ form }) => form)),
    rubrics,
    ended,
    numbers,
  )
  let rows = 0
  const source: Source = { ...request, store, formVersions, rubrics, numbers, count: (n) => (rows = Math.max(rows, n)) }
  const pieces = (): AsyncIterable<Uint8Array> => {
    switch (format) {
      case 'csv':
        return encoded(csv(source, columns))
      case 'json':
        return encoded(json(source))
      case 'xlsx':
        return workbook(lines(source, columns), columns.kinds)
      case 'zip': {
        const tables = [
          { name: 'applications.csv', content: encoded(csv(source, columns)) },
          { name: 'applications.json', content: encoded(json(source)) },
        ]
        return zip(archiveEntries(store, tables, batches(source)))
      }
    }
  }
  return { pieces: pieces(), rows: () => rows }
}

/** The entries of an archive of applications: the tables, then a folder for each application that has files. Only one file is in memory at a time. */
async function* archiveEntries(
  store: Pick<StoredApplications, 'files' | 'file'>,
  tables: readonly Entry[],
  batches: AsyncIterable<readonly Application[]>,
): AsyncGenerator<Entry> {
  yield* tables
  for await (const batch of batches) {
    const names = new Map(batch.map((application) => [application.id, application.applicantName]))
    const used = new Set<string>()
    for (const { applicationId, field, name } of await store.files([...names.keys()])) {
      const file = await store.file(applicationId, field)
      if (file === undefined) continue
      const folder = `files/${folderName(names.get(applicationId) ?? '', applicationId)}`
      yield { name: uniquePath(folder, name, used), content: file.bytes }
    }
  }
}
