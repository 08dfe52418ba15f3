import type { Compilable } from 'kysely'
import type { Application } from '../../../../applications/application.ts'
import type { DuplicateCheck } from '../../../../applications/submission.ts'
import type { Added, IdempotencyClaim, NewApplication } from '../../port.ts'
import type { SearchText } from '../../search-text.ts'
import type { Db, Engine } from '../engine.ts'
import { keep } from '../odd-text.ts'
import { foundBy } from '../search/found-by.ts'
import { volumeOf } from '../search/volumes.ts'
import { count } from './counters.ts'
import { draft, record } from './draft.ts'
import { know } from './related.ts'
import { changeable } from './row.ts'

/** What was stored before that this may be, under its key and by its form's rule for duplicates; and the number that it would get. */
async function earlier(
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
        .where('key', '=', keep(claim?.key ?? ''))
        .where('until', '>', claim === undefined ? Number.MAX_SAFE_INTEGER : at.getTime())
      const same = eb
        .selectFrom('applications')
        .select('id')
        .where('duplicate_key', '=', keep(key))
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

function remember(trx: Db, { key, content, until }: IdempotencyClaim, id: string): Compilable {
  const row = { content: keep(content), application_id: id, until: until.getTime() }
  return trx
    .insertInto('idempotency')
    .values({ key: keep(key), ...row })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
}

/** An application as it goes into its table. */
export function newRow(searchText: SearchText, application: Application, duplicate: Pick<DuplicateCheck, 'key' | 'rule'>) {
  return {
    id: application.id,
    form_type: application.formType,
    applicant_name: keep(application.applicantName),
    company_name: keep(application.companyName),
    answers: JSON.stringify(application.answers),
    submitted_at: application.submittedAt.getTime(),
    ip: keep(application.ip),
    origin: application.origin === null ? null : JSON.stringify(application.origin),
    notice: keep(application.notice),
    revision: application.revision,
    duplicate_key: keep(duplicate.key),
    duplicate_rule: duplicate.rule,
    removed_at: null,
    hold_until: null,
    search_text: foundBy(application, searchText),
    ...changeable(application),
  }
}

/** See port.ts. The key is asked first: a submission that comes again under its key is never a duplicate. */
export function add(
  engine: Engine,
  searchText: SearchText,
  { change, files, duplicate, idempotency }: NewApplication,
): Promise<Added> {
  const { application, entry, outbox } = change
  const { id } = application
  const row = newRow(searchText, application, duplicate)
  return engine.write<Added>(async (trx) => {
    const keys = idempotency === undefined ? [] : [`idempotency:${idempotency.key}`]
    await engine.lock(trx, ...keys, `duplicate:${duplicate.key}`)
    const { claimed, isDuplicate, seq } = await earlier(trx, engine.nextSeq, duplicate, idempotency, application.submittedAt)
    if (idempotency !== undefined && claimed !== undefined)
      return claimed.content === keep(idempotency.content) ? { kind: 'already_added', id: claimed.id } : { kind: 'key_reused' }
    if (isDuplicate) return { kind: 'duplicate' }
    const volume = volumeOf(seq)
    await engine.together(trx, [
      trx.insertInto('applications').values({ ...row, seq, volume }),
      ...engine.search.add(trx, { ...row, seq, volume }),
      ...files.map(({ field, name, type, bytes }) =>
        trx.insertInto('files').values({ application_id: id, field: keep(field), name: keep(name), type: keep(type), bytes }),
      ),
      ...know(trx, application),
      record(trx, id, application.revision, entry),
      ...draft(trx, outbox, application.revision, entry.at),
      ...(idempotency === undefined ? [] : [remember(trx, idempotency, id)]),
      ...count(trx, engine.shards, application.formType, { [application.status]: 1 }),
    ])
    return { kind: 'added', id }
  })
}
