import type { Application } from '../../applications/application.ts'
import { outgoing } from '../../applications/outgoing/outgoing.ts'
import { duplicateCheck } from '../../applications/submission.ts'
import type { Promises } from '../../content/schema/promises.ts'
import type { Forms } from '../../forms/form.ts'
import { sha256 } from '../../server/crypto/hashes.ts'
import type { ImportedApplication } from '../../server/records/applications/port.ts'
import { minute } from '../../shared/dates.ts'
import type { FormType } from '../../shared/form-types.ts'
import { mailboxKey } from '../../shared/mailbox.ts'
import type { Versions } from './columns.ts'
import { type Read, type Remark, readApplication } from './read-application.ts'
import { textOf } from './read-cell.ts'
import { type Table, tableOf } from './table.ts'
import { type Tab, UnreadableFile } from './tabs.ts'

/** The target of an import: the store, or a dry run, which only checks whether an application exists. */
export interface Destination {
  import(application: ImportedApplication): Promise<'imported' | 'already_there' | 'erased'>
  byId(id: string): Promise<Application | undefined>
}

/** The source, target and options of an import. */
interface Importing {
  readonly tabs: readonly Tab[]
  readonly forms: Forms
  readonly versions: Versions
  readonly promises: Promises
  readonly form: FormType | undefined
  readonly monthFirst: boolean
  readonly mirror: boolean
  readonly to: Destination
  /** The number of rows that are imported at a time. Rows that wait for a connection to the database fail after five seconds. */
  readonly batchSize: number
  /** Pauses so that a server can write. Called after each batch with its duration. */
  yieldToServer(tookMs: number): Promise<void>
  onProgress(done: number, total: number): void
}

/** The result of a row that has a message. */
export interface RowRemark extends Remark {
  readonly tab: string
  /** As in a spreadsheet: the line of column names is row 1. */
  readonly row: number
  readonly outcome: 'refused' | 'imported'
}

/** The result of an import. */
export interface Imported {
  readonly rows: number
  readonly added: number
  readonly alreadyThere: number
  readonly refused: number
  readonly remarks: readonly RowRemark[]
  /** Columns that no form in their table has, by table. */
  readonly unknown: readonly { readonly tab: string; readonly names: readonly string[] }[]
  /** Columns that are for the same, by table. */
  readonly doubled: readonly { readonly tab: string; readonly names: readonly string[] }[]
  /** What was found in each table, as a sentence. */
  readonly summaries: readonly { readonly tab: string; readonly sentence: string }[]
}

/** An application for the store. Its history begins with its submission. Nothing is sent to the applicant. */
function importable(application: Application, forms: Forms, mirror: boolean): ImportedApplication {
  const { submittedAt: at, answers, formType } = application
  const entry = { at, by: 'import', event: { what: 'submitted' } } as const
  return {
    change: {
      application,
      entry,
      ...outgoing(application, { ...entry, at: new Date() }, { spreadsheet: mirror ? 'mirror' : 'none', holdS: 0 }),
    },
    duplicate: duplicateCheck({ form: forms[formType], answers, at }, {}, sha256),
  }
}

/** Whether two applications with one id are the same. The address may have been corrected, and spreadsheets round times. */
const isSame = (first: Application, second: Application): boolean =>
  first.formType === second.formType &&
  (mailboxKey(first.applicantEmail) === mailboxKey(second.applicantEmail) ||
    Math.abs(first.submittedAt.getTime() - second.submittedAt.getTime()) < minute)

type Outcome = 'refused' | 'imported' | 'already there'

async function importRow(
  { forms, mirror, to }: Importing,
  read: Read,
): Promise<{ readonly outcome: Outcome; readonly remarks: readonly Remark[] }> {
  if (read.kind === 'refused') return { outcome: 'refused', remarks: read.remarks }
  const { application, ownId, swappedId, remarks } = read
  if (swappedId !== undefined && (await to.byId(swappedId)) !== undefined) {
    const message = 'It is stored already with the day and month of its date the other way round.'
    return { outcome: 'refused', remarks: [{ field: 'submitted_at', message }] }
  }
  const result = await to.import(importable(application, forms, mirror))
  if (result === 'imported') return { outcome: 'imported', remarks }
  if (result === 'erased')
    return {
      outcome: 'refused',
      remarks: [{ field: 'id', message: 'It (or everything of its person) was permanently deleted, and stays deleted.' }],
    }
  const existing = ownId ? await to.byId(application.id) : undefined
  if (existing === undefined || isSame(existing, application)) return { outcome: 'already there', remarks: [] }
  return { outcome: 'refused', remarks: [{ field: 'id', message: 'Another application has this id.' }] }
}

/** Looks at every table. @throws UnreadableFile when none has columns of a form */
function tablesOf(importing: Importing) {
  const summaries: { tab: string; sentence: string }[] = []
  const tables: Table[] = []
  for (const tab of importing.tabs) {
    const table = tableOf(tab, importing)
    if (table !== undefined) tables.push(table)
    const sentence = table?.summary ?? 'It was left out: none of its first ten rows names a column of a form.'
    summaries.push({ tab: tab.name, sentence })
  }
  if (tables.length > 0) return { tables, summaries }
  throw new UnreadableFile('none of its first ten rows names a column of the form, such as its questions, email or submitted_at')
}

/** Imports the rows of all tables in order. A second run skips what is stored already. @throws UnreadableFile before the first row */
export async function importTabs(importing: Importing): Promise<Imported> {
  const { promises, batchSize, yieldToServer, onProgress } = importing
  const { tables, summaries } = tablesOf(importing)
  const allRemarks: RowRemark[] = []
  const unknown: { tab: string; names: readonly string[] }[] = []
  const doubled: { tab: string; names: readonly string[] }[] = []
  const counts = { rows: 0, added: 0, alreadyThere: 0, refused: 0 }
  const total = tables.reduce((sum, { rows }) => sum + rows.length, 0)
  let done = 0

  for (const { name: tab, columns, rows, firstRow, form, monthFirst } of tables) {
    const types = new Set<FormType>()
    const reading = { promises, columns, form, monthFirst, now: new Date() }
    for (let start = 0; start < rows.length; start += batchSize) {
      const from = performance.now()
      const outcomes = await Promise.all(
        rows.slice(start, start + batchSize).map(async (cells, index) => {
          if (cells.every((cell) => textOf(cell).trim() === '')) return undefined
          const read = readApplication(cells, reading)
          const type = read.kind === 'read' ? read.application.formType : read.form
          if (type !== undefined) types.add(type)
          return { row: firstRow + start + index, ...(await importRow(importing, read)) }
        }),
      )
      for (const result of outcomes) {
        done += 1
        if (result === undefined) continue
        const { row, outcome, remarks } = result
        counts.rows += 1
        if (outcome === 'already there') counts.alreadyThere += 1
        else {
          counts[outcome === 'imported' ? 'added' : 'refused'] += 1
          allRemarks.push(...remarks.map((remark) => ({ tab, row, outcome, ...remark })))
        }
      }
      onProgress(done, total)
      await yieldToServer(performance.now() - from)
    }
    const names = columns.unknown()
    if (types.size > 0 && names.length > 0) unknown.push({ tab, names })
    const both = columns.doubled()
    if (both.length > 0) doubled.push({ tab, names: both })
  }
  return { ...counts, remarks: allRemarks, unknown, doubled, summaries }
}
