import type { Application } from '../../../../applications/application.ts'
import type { DuplicateCheck } from '../../../../applications/submission.ts'
import type { Added, IdempotencyClaim, NewApplication } from '../../port.ts'
import type { Db, Engine } from '../engine.ts'
import { keep } from '../odd-text.ts'
import { searchable } from '../search/fold.ts'
import { count } from './counters.ts'
import { draft, record } from './draft.ts'
import { changeable, emailKey } from './row.ts'

/** The texts that an application is found by, beside its applicant's name, address and company. */
export type SearchText = (application: Application) => readonly string[]

/** Every text in a value, however deep: the answers as they were sent. */
export const textsIn = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return [value]
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(textsIn)
  return []
}

async function seenBefore(trx: Db, { key, content }: IdempotencyClaim, at: Date): Promise<Added | undefined> {
  const before = await trx
    .selectFrom('idempotency')
    .select(['content', 'application_id'])
    .where('key', '=', keep(key))
    .where('until', '>', at.getTime())
    .executeTakeFirst()
  if (before === undefined) return undefined
  return before.content === keep(content) ? { kind: 'already_added', id: before.application_id } : { kind: 'key_reused' }
}

async function isDuplicate(trx: Db, { key, rule, since }: DuplicateCheck): Promise<boolean> {
  const same = trx
    .selectFrom('applications')
    .select('id')
    .where('duplicate_key', '=', keep(key))
    .where('removed_at', 'is', null)
    .limit(1)
  const query = rule === 'while_pending' ? same.where('status', '=', 'pending') : same.where('submitted_at', '>', since.getTime())
  return (await query.executeTakeFirst()) !== undefined
}

async function remember(trx: Db, { key, content, until }: IdempotencyClaim, id: string): Promise<void> {
  const row = { content: keep(content), application_id: id, until: until.getTime() }
  await trx
    .insertInto('idempotency')
    .values({ key: keep(key), ...row })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
    .execute()
}

/** See port.ts. The key is asked first: a submission that comes again under its key is never a duplicate. */
export function add(
  engine: Engine,
  searchText: SearchText,
  { change, files, duplicate, idempotency }: NewApplication,
): Promise<Added> {
  const { application, entry, outbox } = change
  const { id } = application
  const text = searchable([
    application.applicantName,
    application.applicantEmail,
    application.companyName,
    ...searchText(application),
  ])
  const row = {
    id,
    form_type: application.formType,
    applicant_name: keep(application.applicantName),
    applicant_email: keep(application.applicantEmail),
    email_key: emailKey(application.applicantEmail),
    company_name: keep(application.companyName),
    answers: JSON.stringify(application.answers),
    submitted_at: application.submittedAt.getTime(),
    ip: keep(application.ip),
    revision: application.revision,
    duplicate_key: keep(duplicate.key),
    duplicate_rule: duplicate.rule,
    removed_at: null,
    hold_until: null,
    search_text: text,
    ...changeable(application),
  }
  return engine.write<Added>(async (trx) => {
    if (idempotency !== undefined) {
      await engine.lock(trx, `idempotency:${idempotency.key}`)
      const before = await seenBefore(trx, idempotency, application.submittedAt)
      if (before !== undefined) return before
    }
    await engine.lock(trx, `duplicate:${duplicate.key}`)
    if (await isDuplicate(trx, duplicate)) return { kind: 'duplicate' }
    const { seq } = await trx.insertInto('applications').values(row).returning('seq').executeTakeFirstOrThrow()
    await engine.search.add(trx, seq, text)
    for (const { field, name, type, bytes } of files)
      await trx
        .insertInto('files')
        .values({ application_id: id, field: keep(field), name: keep(name), type: keep(type), bytes })
        .execute()
    await record(trx, id, application.revision, entry)
    await draft(trx, outbox, application.revision, entry.at)
    if (idempotency !== undefined) await remember(trx, idempotency, id)
    await count(trx, engine.shards, application.formType, { [application.status]: 1 })
    return { kind: 'added', id }
  })
}
