import { CompiledQuery } from 'kysely'
import { AppError } from '../../../../shared/errors.ts'
import type { Added } from '../../applications-port.ts'
import { fileRow, type Insertion, idempotencyRow, onConflict, quarantineOf, repeatOf, rowsOf } from '../applications/insertion.ts'
import { type Engine, planned } from '../engine.ts'
import { partitionOf } from '../search/index-entry.ts'
import type { Db, Tables } from '../tables.ts'
import { encodeText } from '../text-encoding.ts'

// A transaction has five statements for any number of submissions: each statement, and each round trip to the server, costs more than a row. Rows are
// sent as JSON, so that one prepared statement serves any number of rows.

/** The limit of submissions in one transaction. */
const maxBatch = 32
/** The limit of concurrent transactions: while one waits for the disk, the other inserts. */
const maxConcurrent = 2

interface Caller {
  readonly insertion: Insertion
  readonly resolve: (added: Added) => void
  readonly reject: (error: unknown) => void
}

/** The locks of a submission: no other one with its idempotency key or its duplicate key is inserted concurrently. */
const locksOf = ({ idempotency, duplicate }: Insertion): readonly string[] => [
  ...(idempotency === undefined ? [] : [`idempotency:${idempotency.key}`]),
  `duplicate:${duplicate.key}`,
]

/** Takes the oldest submissions. Two with a common lock are not inserted in one transaction, because the second must find the first. */
function takeBatch(waiting: Caller[], max: number): readonly Caller[] {
  const locked = new Set<string>()
  const batch: Caller[] = []
  const later: Caller[] = []
  for (const caller of waiting.splice(0)) {
    const locks = locksOf(caller.insertion)
    if (batch.length < max && !locks.some((lock) => locked.has(lock))) batch.push(caller)
    else later.push(caller)
    for (const lock of locks) locked.add(lock)
  }
  waiting.push(...later)
  return batch
}

const json = (rows: readonly object[]): string =>
  // Half a surrogate pair cannot be stored.
  JSON.stringify(rows, (_, value) => (typeof value === 'string' ? value.toWellFormed() : value))

/**
 * Selects for each submission, in order: what is stored under its idempotency key, whether it is a duplicate, and the number for its row. `offset 0` makes
 * the planner use the index of duplicate keys; otherwise it would read all pending applications.
 */
const findEarlier = `${planned}
  with w as materialized (
    select *, nextval(pg_get_serial_sequence('applications', 'seq')) as seq
    from json_to_recordset($1::json) as j (key text, at bigint, duplicate text, since bigint, quarantined boolean)
  )
  select
    w.seq,
    (select i.content from idempotency i where i.key = w.key and i.until > w.at) as content,
    (select i.application_id from idempotency i where i.key = w.key and i.until > w.at) as id,
    (
      select 1 from (
        (
          select status, submitted_at from applications a
          where a.duplicate_key = w.duplicate and a.removed_at is null and a.withdrawn_at is null offset 0
        )
        union all
        (
          select status, submitted_at from applications a
          where w.quarantined and a.duplicate_key = w.duplicate and a.quarantine is not null offset 0
        )
      ) same
      where case when w.since is null then same.status = 'pending' else same.submitted_at > w.since end limit 1
    ) as duplicate
  from w order by w.seq`

interface Earlier {
  readonly seq: number
  readonly content: string | null
  readonly id: string | null
  readonly duplicate: number | null
}

const earlierQuery = ({ change, duplicate, idempotency }: Insertion) => ({
  key: idempotency === undefined ? null : encodeText(idempotency.key),
  at: change.application.submittedAt.getTime(),
  duplicate: encodeText(duplicate.key),
  since: duplicate.rule === 'while_pending' ? null : duplicate.since.getTime(),
  quarantined: quarantineOf(change) !== undefined,
})

/** The result when an earlier submission exists; undefined for a new one. A repeat with the same idempotency key is never a duplicate. */
function repeated({ idempotency }: Insertion, { id, content, duplicate }: Earlier): Added | undefined {
  if (idempotency !== undefined && id !== null && content !== null) return repeatOf(idempotency, { content, application_id: id })
  return duplicate === null ? undefined : { kind: 'duplicate' }
}

/** Inserts rows into several tables with one statement. The first row of a table has its columns. */
async function insertRows(trx: Db, rows: { readonly [Table in keyof Tables]?: readonly object[] }): Promise<void> {
  const tables = (Object.keys(rows) as (keyof Tables)[]).filter((table) => rows[table]?.length)
  const parts = tables.map((table, index) => {
    const columns = Object.keys(rows[table]?.[0] ?? {})
      .map((column) => `"${column}"`)
      .join(', ')
    const from = `json_populate_recordset(null::${table}, $${index + 1}::json)`
    return `p${index} as (insert into ${table} (${columns}) select ${columns} from ${from} ${onConflict[table] ?? ''})`
  })
  const values = tables.map((table) => json(rows[table] ?? []))
  await trx.executeQuery(CompiledQuery.raw(`with ${parts.join(', ')} select 1`, values))
}

/** The rows of `counters` for new applications, in a fixed order, so that transactions cannot deadlock. */
function counterRows(inserted: readonly Insertion[], shard: number): Tables['counters'][] {
  const counts = new Map<string, Tables['counters']>()
  for (const { change } of inserted) {
    const { formType, status } = change.application
    const key = `${formType} ${status}`
    counts.set(key, { form_type: formType, status, shard, n: (counts.get(key)?.n ?? 0) + 1 })
  }
  return [...counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
}

/** Inserts submissions without a common lock. @returns their results, in order */
async function insertTogether(
  engine: Pick<Engine, 'lock' | 'shards'>,
  trx: Db,
  insertions: readonly Insertion[],
): Promise<Added[]> {
  await engine.lock(trx, ...insertions.flatMap(locksOf).sort())
  const { rows: earlier } = await trx.executeQuery<Earlier>(CompiledQuery.raw(findEarlier, [json(insertions.map(earlierQuery))]))
  const outcomes = insertions.map((insertion, index): Added => {
    const { id } = insertion.change.application
    return repeated(insertion, earlier[index] as Earlier) ?? { kind: 'added', id }
  })
  const inserted = insertions.filter((_, index) => outcomes[index]?.kind === 'added')
  if (inserted.length === 0) return outcomes
  const rows = insertions.flatMap((insertion, index) =>
    outcomes[index]?.kind === 'added' ? [{ ...rowsOf(insertion, insertion.labels), seq: earlier[index]?.seq ?? 0 }] : [],
  )
  await insertRows(trx, {
    applications: rows.map(({ application, seq }) => ({ ...application, seq, volume: partitionOf(seq) })),
    history: rows.map(({ history }) => history),
    outbox: rows.flatMap(({ outbox }) => outbox),
    person_keys: rows.flatMap(({ personKeys }) => personKeys),
    acknowledgements: rows.map(({ acknowledgement }) => acknowledgement),
    idempotency: inserted.flatMap(({ idempotency, change }) =>
      idempotency === undefined ? [] : [idempotencyRow(idempotency, change.application.id)],
    ),
    counters: counterRows(
      inserted.filter(({ change }) => quarantineOf(change) === undefined),
      Math.floor(Math.random() * engine.shards),
    ),
  })
  for (const { files, change } of inserted)
    for (const file of files) await trx.insertInto('files').values(fileRow(change.application.id, file)).execute()
  return outcomes
}

/** Whether the failure is that of one submission and not of the database: then the others are inserted without it. */
const isOfOne = (error: unknown): boolean => error instanceof AppError && error.code === 'DATABASE_QUERY_FAILED'

/**
 * Inserts submissions (see `Engine.insert`). Those that arrive while others are being inserted are committed together. A failed submission does not affect
 * the others. One with files has its own transaction.
 */
export function batchedInserts(engine: Pick<Engine, 'write' | 'lock' | 'shards'>): Engine['insert'] {
  const insertBatch = async (callers: readonly Caller[]): Promise<void> => {
    try {
      const insertions = callers.map(({ insertion }) => insertion)
      const outcomes = await engine.write((trx) => insertTogether(engine, trx, insertions))
      outcomes.forEach((added, index) => {
        callers[index]?.resolve(added)
      })
    } catch (error) {
      if (callers.length > 1 && isOfOne(error)) for (const caller of callers) await insertBatch([caller])
      else for (const { reject } of callers) reject(error)
    }
  }

  const queue = (maxTogether: number) => {
    const waiting: Caller[] = []
    let running = 0
    const start = (): void => {
      for (; running < maxConcurrent && waiting.length > 0; running += 1)
        void insertBatch(takeBatch(waiting, maxTogether)).then(() => {
          running -= 1
          start()
        })
    }
    return (insertion: Insertion): Promise<Added> =>
      new Promise((resolve, reject) => {
        waiting.push({ insertion, resolve, reject })
        // More submissions may arrive in this turn of the event loop.
        setImmediate(start)
      })
  }

  const insert = queue(maxBatch)
  const upload = queue(1)
  return (insertion) => (insertion.files.length > 0 ? upload(insertion) : insert(insertion))
}
