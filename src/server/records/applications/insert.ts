import { type Compilable, sql } from 'kysely'
import type { Status } from '../../../applications/application.ts'
import type { Forms } from '../../../forms/form.ts'
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

/** Inserts a new application with everything but its files, and runs `writes` with it. @returns false when one with this id is stored */
async function insertApplication(
  engine: Engine,
  trx: Db,
  { change, duplicate }: Omit<ImportedApplication, 'personHashes'>,
  labels: readonly string[],
  writes: readonly Compilable[] = [],
): Promise<boolean> {
  const { application, entry, outbox } = change
  const row = applicationRow(change, duplicate, labels)
  const insert = engine.insert('applications', [row], 'on conflict (id) do nothing returning seq')
  const [stored] = (await trx.executeQuery<{ seq: number }>(insert.compile())).rows
  if (stored === undefined) return false
  await engine.together(trx, [
    ...engine.search.insert(trx, { ...row, seq: stored.seq }),
    insertHistory(engine, application.id, application.revision, entry),
    ...insertOutboxEntries(engine, outbox, application.revision, entry.at, application.ip),
    ...(row.quarantine === null ? updateCounters(engine, application.formType, { [application.status]: 1 }) : []),
    ...writes,
  ])
  return true
}

/**
 * What a submission repeats: another with its idempotency key, or with its duplicate key; undefined for a new one. One in quarantine counts for another that
 * would be in quarantine. The rule is applied here, because PostgreSQL would choose the index of pending applications while its statistics are old.
 */
async function repeated(
  trx: Db,
  { change, duplicate: { key, rule, since }, idempotency }: NewApplication,
): Promise<Added | undefined> {
  const orHeld = quarantineOf(change) === undefined ? sql`` : sql`or quarantine is not null`
  const { rows } = await sql<Earlier>`
    select null as content, id, status, submitted_at from applications where duplicate_key = ${encodeText(key)} and (${isListed} ${orHeld})
    union all select content, application_id, null, null from idempotency
    where key = ${encodeText(idempotency?.key ?? '')} and until > ${change.application.submittedAt.getTime()}`.execute(trx)
  const claim = rows.find(({ content }) => content !== null)
  if (claim !== undefined)
    return claim.content === encodeText(idempotency?.content ?? '')
      ? { kind: 'already_added', id: claim.id }
      : { kind: 'key_reused' }
  const isSame = ({ status, submitted_at }: Earlier): boolean =>
    rule === 'while_pending' ? status === 'pending' : submitted_at > since.getTime()
  return rows.some(isSame) ? { kind: 'duplicate' } : undefined
}

/** An application with the same duplicate key, or the claim of an idempotency key, which alone has a content. */
interface Earlier {
  readonly content: string | null
  readonly id: string
  readonly status: Status
  readonly submitted_at: number
}

/** The locks of a submission: no other one with its idempotency key or its duplicate key is inserted concurrently. Sorted, so that two cannot deadlock. */
const locksOf = ({ idempotency, duplicate }: NewApplication): readonly string[] =>
  [...(idempotency === undefined ? [] : [`idempotency:${idempotency.key}`]), `duplicate:${duplicate.key}`].sort()

/** The write that claims the idempotency key of a submission. */
const claimKey = ({ insert }: Engine, { change, idempotency }: NewApplication): readonly Compilable[] =>
  idempotency === undefined
    ? []
    : [
        insert(
          'idempotency',
          [
            {
              key: encodeText(idempotency.key),
              content: encodeText(idempotency.content),
              application_id: change.application.id,
              until: idempotency.until.getTime(),
            },
          ],
          'on conflict (key) do update set content = excluded.content, application_id = excluded.application_id, until = excluded.until',
        ),
      ]

export function addApplication(engine: Engine, forms: Forms | undefined, submission: NewApplication): Promise<Added> {
  const { change, files } = submission
  const { id, answers, formType } = change.application
  const labels = labelsOf(answers, forms?.[formType])
  return engine.write(async (trx) => {
    await engine.lock(trx, ...locksOf(submission))
    const earlier = await repeated(trx, submission)
    if (earlier !== undefined) return earlier
    if (!(await insertApplication(engine, trx, submission, labels, claimKey(engine, submission))))
      throw new AppError('DATABASE_QUERY_FAILED', { cause: new Error(`the id ${id} is used`) })
    for (const file of files) await trx.insertInto('files').values(fileRow(id, file)).execute()
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
