import type { Forms } from '../../../../forms/definitions/all.ts'
import type { Applications, FileOf, StoredFile } from '../../applications-port.ts'
import { labelsOf } from '../../search-text.ts'
import type { Engine } from '../engine.ts'
import type { Db } from '../tables.ts'
import { decodeText, encodeText } from '../text-encoding.ts'
import { stats } from './counters.ts'
import { histories, newsSince } from './history.ts'
import { importApplication } from './import.ts'
import { facts } from './insights.ts'
import { all, countAll, list } from './list.ts'
import { related } from './person-keys.ts'
import { purge } from './purge.ts'
import { discard, inQuarantine, quarantined, release } from './quarantine.ts'
import { recomputeTotals } from './recompute-totals.ts'
import { remove } from './remove.ts'
import { columns, fromRow } from './row.ts'
import { revise, save, saveWithFile } from './save.ts'
import { undo } from './undo.ts'

/** See applications-port.ts. */
export async function byId(db: Db, id: string): ReturnType<Applications['byId']> {
  const row = await db
    .selectFrom('applications')
    .select(columns)
    .where('id', '=', encodeText(id))
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return row && fromRow(row)
}

/** The files of applications that are not deleted. */
const filesOf = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('files')
    .innerJoin('applications', 'applications.id', 'files.application_id')
    .where('files.application_id', 'in', ids.map(encodeText))
    .where('applications.removed_at', 'is', null)

async function files(db: Db, ids: readonly string[]): Promise<readonly FileOf[]> {
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

async function file(db: Db, id: string, field: string): Promise<StoredFile | undefined> {
  const row = await filesOf(db, [id])
    .select(['files.field', 'files.name', 'files.type', 'files.bytes'])
    .where('files.field', '=', encodeText(field))
    .executeTakeFirst()
  return row && toFile(row)
}

/** Reads a file from its row. */
const toFile = (row: { field: string; name: string; type: string; bytes: Uint8Array }): StoredFile => ({
  field: decodeText(row.field),
  name: decodeText(row.name),
  type: decodeText(row.type),
  bytes: new Uint8Array(row.bytes),
})

async function versions(db: Db, id: string): ReturnType<Applications['versions']> {
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

async function earlierFile(db: Db, id: string, field: string, revision: number): Promise<StoredFile | undefined> {
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

const markSeen = (engine: Engine, id: string, revision: number): Promise<void> =>
  engine.write(async (trx) => {
    await trx
      .updateTable('applications')
      .set({ seen_revision: revision })
      .where('id', '=', encodeText(id))
      .where('seen_revision', '<', revision)
      .where('answers_revision', '>=', revision)
      .execute()
  })

/** @param forms see `StorageOptions.forms` */
export function applications(engine: Engine, forms?: Forms): Applications {
  const { read } = engine
  return {
    add: (submission) => {
      const { answers, formType } = submission.change.application
      return engine.insert({ ...submission, labels: labelsOf(answers, forms?.[formType]) })
    },
    import: (application) => importApplication(engine, forms, application),
    save: (...changes) => save(engine, forms, changes),
    saveWithFile: (change, file) => saveWithFile(engine, forms, change, file),
    revise: (revised) => revise(engine, forms, revised),
    versions: (id) => versions(read, id),
    earlierFile: (id, field, revision) => earlierFile(read, id, field, revision),
    markSeen: (id, revision) => markSeen(engine, id, revision),
    remove: (id, entry, holdUntil, outbox) => remove(engine, id, entry, holdUntil, outbox),
    undo: (id, by, at, delivery, revision) => undo(engine, id, by, at, delivery, revision),
    purge: (now) => purge(engine, now),
    quarantined: (query) => quarantined(read, query),
    release: (change) => release(engine, change),
    discard: (which, now) => discard(engine, which, now),
    inQuarantine: (id) => inQuarantine(read, id),
    byId: (id) => byId(read, id),
    history: async (id) => (await histories(read, [id])).get(id) ?? [],
    file: (id, field) => file(read, id, field),
    histories: (ids) => histories(read, ids),
    files: (ids) => files(read, ids),
    list: (query) => list(engine, query),
    all: (query) => all(engine, query),
    count: (query) => countAll(engine, query),
    newsSince: (since, limit) => newsSince(read, since, limit),
    related: (id) => related(read, id),
    recomputeTotals: (formType, totalOf) => recomputeTotals(engine, formType, totalOf),
    stats: () => stats(engine),
    facts: (query) => facts(read, query),
  }
}
