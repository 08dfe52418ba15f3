import type { Compilable } from 'kysely'
import type { Application } from '../../../../applications/application.ts'
import type { DuplicateCheck } from '../../../../applications/submission.ts'
import type { Added, Applications, IdempotencyClaim, ImportedApplication, NewApplication } from '../../applications-port.ts'
import type { Engine } from '../engine.ts'
import { insertOutboxEntries } from '../outbox/insert.ts'
import type { IndexedText } from '../search/fold.ts'
import { partitionOf } from '../search/word-index.ts'
import type { Db } from '../tables.ts'
import { encodeText } from '../text-encoding.ts'
import { updateCounters } from './counters.ts'
import { insertHistory } from './history.ts'
import { insertPersonKeys } from './person-keys.ts'
import { changeable } from './row.ts'

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

function insertIdempotencyKey(trx: Db, { key, content, until }: IdempotencyClaim, id: string): Compilable {
  const row = { content: encodeText(content), application_id: id, until: until.getTime() }
  return trx
    .insertInto('idempotency')
    .values({ key: encodeText(key), ...row })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
}

/** The row of a new application, without its number. */
function newRow(indexedText: IndexedText, application: Application, duplicate: Pick<DuplicateCheck, 'key' | 'rule'>) {
  return {
    id: application.id,
    form_type: application.formType,
    applicant_name: encodeText(application.applicantName),
    company_name: encodeText(application.companyName),
    answers: JSON.stringify(application.answers),
    submitted_at: application.submittedAt.getTime(),
    ip: encodeText(application.ip),
    origin: application.origin === null ? null : JSON.stringify(application.origin),
    notice: encodeText(application.notice),
    revision: application.revision,
    duplicate_key: encodeText(duplicate.key),
    duplicate_rule: duplicate.rule,
    removed_at: null,
    hold_until: null,
    search_text: indexedText(application),
    ...changeable(application),
  }
}

/** See applications-port.ts. The idempotency key comes first: a submission that is repeated under its key is never a duplicate. */
export function add(
  engine: Engine,
  indexedText: IndexedText,
  { change, files, duplicate, idempotency }: NewApplication,
): Promise<Added> {
  const { application, entry, outbox } = change
  const { id } = application
  const row = newRow(indexedText, application, duplicate)
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
      ...files.map(({ field, name, type, bytes }) =>
        trx
          .insertInto('files')
          .values({ application_id: id, field: encodeText(field), name: encodeText(name), type: encodeText(type), bytes }),
      ),
      ...insertPersonKeys(trx, application),
      insertHistory(trx, id, application.revision, entry),
      ...insertOutboxEntries(trx, outbox, application.revision, entry.at),
      ...(idempotency === undefined ? [] : [insertIdempotencyKey(trx, idempotency, id)]),
      ...updateCounters(trx, engine.shards, application.formType, { [application.status]: 1 }),
    ])
    return { kind: 'added', id }
  })
}

/** See applications-port.ts. A deleted application is there until it is purged. */
export function importApplication(
  engine: Engine,
  indexedText: IndexedText,
  { change, duplicate }: ImportedApplication,
): ReturnType<Applications['import']> {
  const { application, entry, outbox } = change
  const { id } = application
  const values = newRow(indexedText, application, duplicate)
  return engine.write(async (trx) => {
    const { seq } = await trx.selectNoFrom((eb) => eb.parens(engine.nextSeq).as('seq')).executeTakeFirstOrThrow()
    const row = { ...values, seq, volume: partitionOf(seq) }
    const inserted = await trx
      .insertInto('applications')
      .values(row)
      .onConflict((conflict) => conflict.column('id').doNothing())
      .executeTakeFirst()
    if (inserted.numInsertedOrUpdatedRows !== 1n) return 'already_there'
    await engine.together(trx, [
      ...engine.search.insert(trx, row),
      ...insertPersonKeys(trx, application),
      insertHistory(trx, id, application.revision, entry),
      ...insertOutboxEntries(trx, outbox, application.revision, entry.at),
      ...updateCounters(trx, engine.shards, application.formType, { [application.status]: 1 }),
    ])
    return 'imported'
  })
}
