import { type ExpressionBuilder, sql } from 'kysely'
import { type PersonKind, strongKinds } from '../../../applications/person.ts'
import type { Engine } from '../../database/engine.ts'
import { storedByFeatures } from '../../database/stored.ts'
import type { Db, Tables } from '../../database/tables.ts'
import { decodeText, encodeText } from '../../database/text-encoding.ts'
import { toFile } from '../applications/files.ts'
import { historyOf } from '../applications/history.ts'
import { hasPersonKey } from '../applications/person-keys.ts'
import { erasingOf } from '../applications/remove.ts'
import { columns, fromRow } from '../applications/row.ts'
import { entriesOf } from '../outbox/row.ts'
import { erase, undoErasure, waitingErasures } from './erase.ts'
import { periodOver } from './period-over.ts'
import type { Everything, Owned, OwnedFile, Persons, Visibility } from './port.ts'
import { addRequest, requests, setRequestDone } from './requests.ts'

/** The limit of applications of one person. */
const maxApplications = 500

/** The condition for a person's applications: all except deleted ones, but including those in quarantine and those being erased. */
const isOwned = ({ or, eb, exists, selectFrom }: ExpressionBuilder<Tables, 'applications'>) =>
  or([
    eb('removed_at', 'is', null),
    eb('quarantine', 'is not', null),
    exists(selectFrom('erasing').select('erasing.application_id').whereRef('erasing.application_id', '=', 'applications.id')),
  ])

const visibilityOf = (row: Pick<Tables['applications'], 'removed_at' | 'quarantine'>, isErasing: boolean): Visibility => {
  if (isErasing) return 'erasing'
  return row.quarantine === null ? 'listed' : 'quarantined'
}

async function owned(engine: Engine, keys: Parameters<Persons['owned']>[0]): Promise<readonly Owned[]> {
  const db = engine.read
  const kinds = new Map<string, Set<PersonKind>>()
  for (const key of keys.filter(({ kind }) => strongKinds.some((each) => each === kind))) {
    const matches = await db
      .selectFrom('applications')
      .select('id')
      .where(hasPersonKey(engine, key))
      .orderBy('submitted_at', 'desc')
      .limit(maxApplications)
      .execute()
    for (const { id } of matches) kinds.set(id, (kinds.get(id) ?? new Set()).add(key.kind))
  }
  if (kinds.size === 0) return []
  const ids = [...kinds.keys()]
  const rows = await db
    .selectFrom('applications')
    .select([...columns, 'removed_at', 'quarantine'])
    .where('id', 'in', ids)
    .where(isOwned)
    .orderBy('submitted_at', 'desc')
    .orderBy('id', 'desc')
    .limit(maxApplications)
    .execute()
  const erasing = await erasingOf(db, ids)
  return rows.map((row) => ({
    application: fromRow(row),
    shared: strongKinds.filter((kind) => kinds.get(row.id)?.has(kind)),
    visibility: visibilityOf(row, erasing.has(row.id)),
  }))
}

async function filesOf(db: Db, id: string): Promise<readonly OwnedFile[]> {
  const bytes = sql<number>`length(bytes)`.as('size')
  const present = await db
    .selectFrom('files')
    .select(['field', 'name', 'type', bytes])
    .where('application_id', '=', id)
    .orderBy('field')
    .execute()
  const earlier = await db
    .selectFrom('earlier_files')
    .select(['field', 'name', 'type', 'revision', bytes])
    .where('application_id', '=', id)
    .orderBy('revision')
    .orderBy('field')
    .execute()
  return [...present.map((row) => ({ ...row, revision: undefined })), ...earlier].map(
    ({ size, field, name, type, revision }) => ({
      field: decodeText(field),
      name: decodeText(name),
      type: decodeText(type),
      bytes: Number(size),
      revision,
    }),
  )
}

async function everything(db: Db, requestedId: string): Promise<Everything | undefined> {
  const id = encodeText(requestedId)
  const row = await db
    .selectFrom('applications')
    .select([...columns, 'removed_at', 'quarantine'])
    .where('id', '=', id)
    .where(isOwned)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const versions = db.selectFrom('answer_versions').selectAll().where('application_id', '=', id).orderBy('revision')
  return {
    application: fromRow(row),
    visibility: visibilityOf(row, (await erasingOf(db, [id])).has(id)),
    history: (await historyOf(db, requestedId)).map(({ at, by, event }) => ({ at, by, event })),
    messages: await entriesOf(db, id),
    earlier: (await versions.execute()).map((version) => ({
      revision: version.revision,
      formVersion: version.form_version,
      answers: JSON.parse(version.answers),
    })),
    files: await filesOf(db, id),
  }
}

async function file(db: Db, id: string, { field, revision }: Parameters<Persons['file']>[1]): ReturnType<Persons['file']> {
  const row =
    revision === undefined
      ? await db
          .selectFrom('files')
          .select(['field', 'name', 'type', 'bytes'])
          .where('application_id', '=', encodeText(id))
          .where('field', '=', encodeText(field))
          .executeTakeFirst()
      : await db
          .selectFrom('earlier_files')
          .select(['field', 'name', 'type', 'bytes'])
          .where('application_id', '=', encodeText(id))
          .where('field', '=', encodeText(field))
          .where('revision', '=', revision)
          .executeTakeFirst()
  return row && toFile(row)
}

/** The features that store addresses. */
const storing = () =>
  storedByFeatures.flatMap(({ feature, addresses }) => (addresses === undefined ? [] : [{ feature, addresses }]))

export const persons = (engine: Engine): Persons => ({
  owned: (keys) => owned(engine, keys),
  everything: (id) => everything(engine.read, id),
  file: (id, which) => file(engine.read, id, which),
  erase: (erasure) => erase(engine, erasure),
  undoErasure: (...args) => undoErasure(engine, ...args),
  waitingErasures: () => waitingErasures(engine.read),
  async stored(emails) {
    const all = await Promise.all(
      storing().flatMap(({ feature, addresses }) =>
        emails.map(async (email) => {
          const stored = await addresses.find(engine.read, email)
          return stored === undefined ? [] : [{ ...stored, feature }]
        }),
      ),
    )
    return all.flat()
  },
  async removeStored(feature, email) {
    const addresses = storing().find((each) => each.feature === feature)?.addresses
    return addresses !== undefined && engine.write((trx) => addresses.remove(trx, email))
  },
  addRequest: (request) => addRequest(engine, request),
  requests: (limit) => requests(engine.read, limit),
  setRequestDone: (id, at) => setRequestDone(engine, id, at),
  periodOver: (periods, limit) => periodOver(engine.read, periods, limit),
})
