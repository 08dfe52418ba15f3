import type { Compilable } from 'kysely'
import type { Forms } from '../../../forms/definitions/all.ts'
import { AppError } from '../../../shared/errors.ts'
import type { Engine } from '../../database/engine.ts'
import { labelsOf } from '../../database/search-text.ts'
import type { Db } from '../../database/tables.ts'
import { encodeText } from '../../database/text-encoding.ts'
import { formOfVersion } from '../../forms/store.ts'
import { insertOutboxEntries } from '../outbox/insert.ts'
import { isErased, lettersStoppedAt } from '../persons/record.ts'
import { updateCounters } from './counters.ts'
import { insertHistory } from './history.ts'
import { applicationRow, fileRow, quarantineOf } from './new-rows.ts'
import type { Added, Applications, ImportedApplication, NewApplication } from './port.ts'
import { isListed } from './row.ts'

/** Inserts a new application with everything but its files and idempotency key. @returns false when one with this id is stored */
async function insertApplication(
  engine: Engine,
  trx: Db,
  { change, duplicate }: Omit<ImportedApplication, 'personHashes'>,
  labels: readonly string[],
): Promise<boolean> {
  const { application, entry, outbox } = change
  const { seq } = await trx.selectNoFrom((eb) => eb.parens(engine.nextSeq).as('seq')).executeTakeFirstOrThrow()
  const row = { ...applicationRow(change, duplicate, labels), seq }
  const inserted = await trx
    .insertInto('applications')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst()
  if (inserted.numInsertedOrUpdatedRows !== 1n) return false
  const writes: readonly Compilable[] = [
    ...engine.search.insert(trx, row),
    insertHistory(trx, application.id, application.revision, entry),
    ...insertOutboxEntries(trx, outbox, application.revision, entry.at, application.ip),
    ...(row.quarantine === null ? updateCounters(trx, application.formType, { [application.status]: 1 }) : []),
  ]
  await engine.together(trx, writes)
  return true
}

/**
 * Whether an application with the same duplicate key makes this one a duplicate. One in quarantine counts for another that would be in quarantine. The rule is
 * applied here, because PostgreSQL would choose the index of pending applications while its statistics are old.
 */
async function isDuplicate(trx: Db, { change, duplicate }: NewApplication): Promise<boolean> {
  const { key, rule, since } = duplicate
  const same = trx.selectFrom('applications').select(['status', 'submitted_at']).where('duplicate_key', '=', encodeText(key))
  const listed = await same.where(isListed).execute()
  const held = quarantineOf(change) === undefined ? [] : await same.where('quarantine', 'is not', null).execute()
  return [...listed, ...held].some(({ status, submitted_at }) =>
    rule === 'while_pending' ? status === 'pending' : submitted_at > since.getTime(),
  )
}

/** The result for a submission whose idempotency key was used before; undefined for a new one. */
async function repeated(trx: Db, { change, idempotency }: NewApplication): Promise<Added | undefined> {
  if (idempotency === undefined) return undefined
  const claim = await trx
    .selectFrom('idempotency')
    .select(['content', 'application_id'])
    .where('key', '=', encodeText(idempotency.key))
    .where('until', '>', change.application.submittedAt.getTime())
    .executeTakeFirst()
  if (claim === undefined) return undefined
  const isSame = claim.content === encodeText(idempotency.content)
  return isSame ? { kind: 'already_added', id: claim.application_id } : { kind: 'key_reused' }
}

/** The locks of a submission: no other one with its idempotency key or its duplicate key is inserted concurrently. Sorted, so that two cannot deadlock. */
const locksOf = ({ idempotency, duplicate }: NewApplication): readonly string[] =>
  [...(idempotency === undefined ? [] : [`idempotency:${idempotency.key}`]), `duplicate:${duplicate.key}`].sort()

/** See port.ts. */
export function addApplication(engine: Engine, forms: Forms | undefined, submission: NewApplication): Promise<Added> {
  const { change, files, idempotency } = submission
  const { id, answers, formType } = change.application
  const labels = labelsOf(answers, forms?.[formType])
  return engine.write(async (trx) => {
    await engine.lock(trx, ...locksOf(submission))
    const earlier = await repeated(trx, submission)
    if (earlier !== undefined) return earlier
    if (await isDuplicate(trx, submission)) return { kind: 'duplicate' }
    if (!(await insertApplication(engine, trx, submission, labels)))
      throw new AppError('DATABASE_QUERY_FAILED', { cause: new Error(`the id ${id} is used`) })
    for (const file of files) await trx.insertInto('files').values(fileRow(id, file)).execute()
    if (idempotency !== undefined) {
      const { key, content, until } = idempotency
      const claim = { content: encodeText(content), application_id: id, until: until.getTime() }
      await trx
        .insertInto('idempotency')
        .values({ key: encodeText(key), ...claim })
        .onConflict((conflict) => conflict.column('key').doUpdateSet(claim))
        .execute()
    }
    return { kind: 'added', id }
  })
}

/** See port.ts. A deleted application counts as stored until it is purged. */
export function importApplication(
  engine: Engine,
  forms: Forms | undefined,
  imported: ImportedApplication,
): ReturnType<Applications['import']> {
  const { application } = imported.change
  const { personHashes = [] } = imported
  return engine.write(async (trx) => {
    const labels = labelsOf(application.answers, await formOfVersion(trx, application, forms?.[application.formType]))
    if (await isErased(engine, trx, encodeText(application.id), application.submittedAt, personHashes)) return 'erased'
    const lettersStopped =
      (await lettersStoppedAt(engine, trx, encodeText(application.id), personHashes)) ?? application.lettersStoppedAt
    const change = { ...imported.change, application: { ...application, lettersStoppedAt: lettersStopped } }
    return (await insertApplication(engine, trx, { ...imported, change }, labels)) ? 'imported' : 'already_there'
  })
}
