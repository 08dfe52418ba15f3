import type { Compilable } from 'kysely'
import type { DuplicateCheck } from '../../../../applications/submission.ts'
import type { Forms } from '../../../../forms/definitions/all.ts'
import type { Added, Applications, IdempotencyClaim, ImportedApplication } from '../../applications-port.ts'
import { labelsOf } from '../../search-text.ts'
import type { Engine } from '../engine.ts'
import { insertOutboxEntries } from '../outbox/insert.ts'
import { partitionOf } from '../search/index-entry.ts'
import type { Db } from '../tables.ts'
import { encodeText } from '../text-encoding.ts'
import { updateCounters } from './counters.ts'
import { insertHistory } from './history.ts'
import { applicationRow, fileRow, type Insertion, idempotencyRow } from './insertion.ts'
import { insertPersonKeys } from './person-keys.ts'

/** What is stored under the idempotency key, whether the form's rule calls it a duplicate, and the number for a new row: one statement. */
async function findEarlier(
  trx: Db,
  nextSeq: Engine['nextSeq'],
  { key, rule, since }: DuplicateCheck,
  claim: IdempotencyClaim | undefined,
  at: Date,
) {
  const row = await trx
    .selectNoFrom((eb) => {
      const claimed = eb
        .selectFrom('idempotency')
        .where('key', '=', encodeText(claim?.key ?? ''))
        .where('until', '>', claim === undefined ? Number.MAX_SAFE_INTEGER : at.getTime())
      const same = eb
        .selectFrom('applications')
        .select('id')
        .where('duplicate_key', '=', encodeText(key))
        .where('removed_at', 'is', null)
        .limit(1)
      return [
        claimed.select('content').as('content'),
        claimed.select('application_id').as('id'),
        (rule === 'while_pending' ? same.where('status', '=', 'pending') : same.where('submitted_at', '>', since.getTime())).as(
          'duplicate',
        ),
        eb.parens(nextSeq).as('seq'),
      ]
    })
    .executeTakeFirstOrThrow()
  const claimed = row.id === null ? undefined : { id: row.id, content: row.content }
  return { claimed, isDuplicate: row.duplicate !== null, seq: row.seq }
}

function insertIdempotencyKey(trx: Db, claim: IdempotencyClaim, id: string): Compilable {
  const { key, ...row } = idempotencyRow(claim, id)
  return trx
    .insertInto('idempotency')
    .values({ key, ...row })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
}

/** Everything of a new application but its row, files and idempotency key. */
const writesOf = (engine: Engine, trx: Db, { change }: ImportedApplication): readonly Compilable[] => {
  const { application, entry, outbox } = change
  return [
    ...insertPersonKeys(trx, application),
    insertHistory(trx, application.id, application.revision, entry),
    ...insertOutboxEntries(trx, outbox, application.revision, entry.at),
    ...updateCounters(trx, engine.shards, application.formType, { [application.status]: 1 }),
  ]
}

/** Inserts a submission by the statements that both engines understand. The idempotency key comes first: a repeat under it is never a duplicate. */
export function insertByQueries(engine: Engine, insertion: Insertion): Promise<Added> {
  const { change, files, duplicate, idempotency, labels } = insertion
  const { application } = change
  const { id } = application
  const row = applicationRow(application, duplicate, labels)
  return engine.write<Added>(async (trx) => {
    const keys = idempotency === undefined ? [] : [`idempotency:${idempotency.key}`]
    await engine.lock(trx, ...keys, `duplicate:${duplicate.key}`)
    const { claimed, isDuplicate, seq } = await findEarlier(trx, engine.nextSeq, duplicate, idempotency, application.submittedAt)
    if (idempotency !== undefined && claimed !== undefined)
      return claimed.content === encodeText(idempotency.content)
        ? { kind: 'already_added', id: claimed.id }
        : { kind: 'key_reused' }
    if (isDuplicate) return { kind: 'duplicate' }
    const volume = partitionOf(seq)
    await engine.together(trx, [
      trx.insertInto('applications').values({ ...row, seq, volume }),
      ...engine.search.insert(trx, { ...row, seq, volume }),
      ...files.map((file) => trx.insertInto('files').values(fileRow(id, file))),
      ...(idempotency === undefined ? [] : [insertIdempotencyKey(trx, idempotency, id)]),
      ...writesOf(engine, trx, insertion),
    ])
    return { kind: 'added', id }
  })
}

/** See applications-port.ts. A deleted application is there until it is purged. */
export function importApplication(
  engine: Engine,
  forms: Forms | undefined,
  imported: ImportedApplication,
): ReturnType<Applications['import']> {
  const { application } = imported.change
  const values = applicationRow(application, imported.duplicate, labelsOf(application, forms))
  return engine.write(async (trx) => {
    const { seq } = await trx.selectNoFrom((eb) => eb.parens(engine.nextSeq).as('seq')).executeTakeFirstOrThrow()
    const row = { ...values, seq, volume: partitionOf(seq) }
    const inserted = await trx
      .insertInto('applications')
      .values(row)
      .onConflict((conflict) => conflict.column('id').doNothing())
      .executeTakeFirst()
    if (inserted.numInsertedOrUpdatedRows !== 1n) return 'already_there'
    await engine.together(trx, [...engine.search.insert(trx, row), ...writesOf(engine, trx, imported)])
    return 'imported'
  })
}
