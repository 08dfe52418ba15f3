import type { Db } from '../../database/tables.ts'
import { decodeText, encodeText } from '../../database/text-encoding.ts'
import type { FileOf } from './lists.ts'
import type { Applications, StoredFile } from './port.ts'

/** Reads a file from its row. */
export const toFile = (row: { field: string; name: string; type: string; bytes: Uint8Array }): StoredFile => ({
  field: decodeText(row.field),
  name: decodeText(row.name),
  type: decodeText(row.type),
  bytes: new Uint8Array(row.bytes),
})

/** The files of applications that are not deleted. */
const filesOf = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('files')
    .innerJoin('applications', 'applications.id', 'files.application_id')
    .where('files.application_id', 'in', ids.map(encodeText))
    .where('applications.removed_at', 'is', null)

export async function files(db: Db, ids: readonly string[]): Promise<readonly FileOf[]> {
  if (ids.length === 0) return []
  const rows = await filesOf(db, ids)
    .select(['files.application_id', 'files.field', 'files.name', 'files.type'])
    .orderBy('files.field')
    .execute()
  const order = new Map(ids.map((id, index) => [id, index]))
  return rows
    .map((row) => ({
      applicationId: row.application_id,
      field: decodeText(row.field),
      name: decodeText(row.name),
      type: decodeText(row.type),
    }))
    .sort((a, b) => (order.get(a.applicationId) ?? 0) - (order.get(b.applicationId) ?? 0))
}

export async function file(db: Db, id: string, field: string): Promise<StoredFile | undefined> {
  const row = await filesOf(db, [id])
    .select(['files.field', 'files.name', 'files.type', 'files.bytes'])
    .where('files.field', '=', encodeText(field))
    .executeTakeFirst()
  return row && toFile(row)
}

export async function versions(db: Db, id: string): ReturnType<Applications['versions']> {
  const own = encodeText(id)
  const [answers, earlier] = await Promise.all([
    db
      .selectFrom('answer_versions')
      .select(['revision', 'answers'])
      .where('application_id', '=', own)
      .orderBy('revision')
      .execute(),
    db.selectFrom('earlier_files').select(['revision', 'field', 'name']).where('application_id', '=', own).execute(),
  ])
  return answers.map((version) => ({
    revision: version.revision,
    answers: JSON.parse(version.answers),
    files: earlier
      .filter(({ revision }) => revision === version.revision)
      .map(({ field, name }) => ({ field: decodeText(field), name: decodeText(name) })),
  }))
}

export async function earlierFile(db: Db, id: string, field: string, revision: number): Promise<StoredFile | undefined> {
  const row = await db
    .selectFrom('earlier_files')
    .innerJoin('applications', 'applications.id', 'earlier_files.application_id')
    .select(['field', 'name', 'type', 'bytes'])
    .where('application_id', '=', encodeText(id))
    .where('field', '=', encodeText(field))
    .where('earlier_files.revision', '=', revision)
    .where('applications.removed_at', 'is', null)
    .executeTakeFirst()
  return row && toFile(row)
}
