import type { DuplicateRule } from '../../../../forms/form.ts'
import type { Added } from '../../applications-port.ts'
import { fileRow, type Insertion, idempotencyRow, onConflict, quarantineOf, repeatOf, rowsOf } from '../applications/insertion.ts'
import { partitionOf } from '../search/index-entry.ts'
import type { Tables } from '../tables.ts'
import { encodeText } from '../text-encoding.ts'
import type { Connection, Value } from './connection.ts'
import { deferWords } from './deferred-words.ts'

/** The result of one submission of a batch. */
export type Outcome = { readonly added: Added } | { readonly error: unknown }

/** After this time a batch takes no further submission, so that other writes do not wait long. */
const maxBatchMs = 8

interface Statement {
  readonly columns: readonly string[]
  readonly sql: string
}
const statements = new Map<string, Statement>()

/** Inserts rows, which all have the columns of the first. Its statement is compiled once for each number of rows. */
function insertRows(connection: Connection, table: keyof Tables, rows: readonly object[]): void {
  const [first] = rows
  if (first === undefined) return
  const name = `${table} ${rows.length}`
  let statement = statements.get(name)
  if (statement === undefined) {
    const columns = Object.keys(first)
    const row = `(${columns.map(() => '?').join(', ')})`
    const head = `insert into ${table} (${columns.map((column) => `"${column}"`).join(', ')})`
    statement = { columns, sql: `${head} values ${Array(rows.length).fill(row).join(', ')} ${onConflict[table] ?? ''}` }
    statements.set(name, statement)
  }
  const { columns, sql } = statement
  connection.run(
    sql,
    rows.flatMap((values) => columns.map((column) => (values as Readonly<Record<string, Value>>)[column] as Value)),
  )
}

const selectClaim = 'select content, application_id from idempotency where key = ? and until > ?'
const selectDuplicate: Readonly<Record<DuplicateRule, (condition: string) => string>> = {
  while_pending: (condition) =>
    `select 1 from applications where duplicate_key = ? and ${condition} and status = 'pending' limit 1`,
  within_a_day: (condition) => `select 1 from applications where duplicate_key = ? and ${condition} and submitted_at > ? limit 1`,
}
const isVisible = 'removed_at is null and withdrawn_at is null'
const isQuarantined = 'quarantine is not null'
const selectNextSeq = `select coalesce(max(seq), 0) + 1 as seq from sqlite_sequence where name = 'applications'`

/** The result when an earlier submission exists; undefined for a new one. */
function earlier(connection: Connection, { change, duplicate, idempotency }: Insertion): Added | undefined {
  if (idempotency !== undefined) {
    const at = change.application.submittedAt.getTime()
    const claim = connection.get<Tables['idempotency']>(selectClaim, [encodeText(idempotency.key), at])
    if (claim !== undefined) return repeatOf(idempotency, claim)
  }
  const { key, rule, since } = duplicate
  const values = rule === 'while_pending' ? [encodeText(key)] : [encodeText(key), since.getTime()]
  const conditions = quarantineOf(change) === undefined ? [isVisible] : [isVisible, isQuarantined]
  const isDuplicate = conditions.some((condition) => connection.get(selectDuplicate[rule](condition), values) !== undefined)
  return isDuplicate ? { kind: 'duplicate' } : undefined
}

/** Inserts a submission into the transaction. Its words are indexed later. */
function insert(connection: Connection, insertion: Insertion): Added {
  const repeated = earlier(connection, insertion)
  if (repeated !== undefined) return repeated
  const { application, history, outbox, personKeys, acknowledgement } = rowsOf(insertion, insertion.labels)
  const { id } = application
  const { seq } = connection.get<{ seq: number }>(selectNextSeq, []) as { seq: number }
  insertRows(connection, 'applications', [{ ...application, seq, volume: partitionOf(seq) }])
  for (const file of insertion.files) insertRows(connection, 'files', [fileRow(id, file)])
  insertRows(connection, 'person_keys', personKeys)
  insertRows(connection, 'history', [history])
  insertRows(connection, 'outbox', outbox)
  insertRows(connection, 'acknowledgements', [acknowledgement])
  if (insertion.idempotency !== undefined) insertRows(connection, 'idempotency', [idempotencyRow(insertion.idempotency, id)])
  if (application.quarantine === null)
    insertRows(connection, 'counters', [{ form_type: application.form_type, status: application.status, shard: 0, n: 1 }])
  deferWords(connection, seq)
  return { kind: 'added', id }
}

/** Inserts submissions into the open transaction. @returns undefined when one fails: the transaction must be rolled back then */
function insertTogether(connection: Connection, insertions: readonly Insertion[], until: number): readonly Outcome[] | undefined {
  const outcomes: Outcome[] = []
  for (const insertion of insertions) {
    if (outcomes.length > 0 && performance.now() > until) break
    try {
      outcomes.push({ added: insert(connection, insertion) })
    } catch {
      return undefined
    }
  }
  return outcomes
}

/** Inserts submissions into the open transaction, each with a savepoint. @throws when the transaction has ended */
function insertApart(connection: Connection, insertions: readonly Insertion[], until: number): readonly Outcome[] {
  const outcomes: Outcome[] = []
  for (const insertion of insertions) {
    if (outcomes.length > 0 && performance.now() > until) break
    connection.control('savepoint unit')
    try {
      outcomes.push({ added: insert(connection, insertion) })
    } catch (error) {
      // A full disk ends the whole transaction.
      if (!connection.db.isTransaction) throw error
      outcomes.push({ error })
      connection.control('rollback to unit')
    }
    connection.control('release unit')
  }
  return outcomes
}

/**
 * Inserts submissions in one transaction, durable when it returns. When one fails, which is rare, all are inserted again with a savepoint each, so that
 * only the failed one is rolled back. A savepoint costs a tenth of an insert.
 * @returns the results in order; fewer than submissions when the time limit is reached
 * @throws when the transaction fails; nothing is inserted then
 */
export function insertAll(connection: Connection, insertions: readonly Insertion[]): readonly Outcome[] {
  const begin = (): number => {
    connection.control('begin immediate')
    return performance.now() + maxBatchMs
  }
  const again = (): readonly Outcome[] => {
    connection.rollBack()
    return insertApart(connection, insertions, begin())
  }
  const until = begin()
  try {
    const outcomes = insertTogether(connection, insertions, until) ?? again()
    connection.control('commit')
    return outcomes
  } catch (error) {
    connection.rollBack()
    throw error
  }
}
