import type { DuplicateRule } from '../../../../forms/form.ts'
import type { Added } from '../../applications-port.ts'
import { fileRow, type Insertion, idempotencyRow, onConflict, quarantineOf, repeatOf, rowsOf } from '../applications/insertion.ts'
import { partitionOf } from '../search/index-entry.ts'
import type { Tables } from '../tables.ts'
import { encodeText } from '../text-encoding.ts'
import type { Connection, Value } from './connection.ts'
import { deferWords } from './deferred-words.ts'

/** What became of one submission of a batch. */
export type Outcome = { readonly added: Added } | { readonly error: unknown }

/** A batch takes no further submission after this, so that nobody waits long behind it. Milliseconds. */
const longestBatchMs = 8

interface Statement {
  readonly columns: readonly string[]
  readonly sql: string
}
const statements = new Map<string, Statement>()

/** Inserts rows, all with the columns of the first, by a statement that is compiled once for each number of rows. */
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
const selectDuplicate: Readonly<Record<DuplicateRule, (which: string) => string>> = {
  while_pending: (which) => `select 1 from applications where duplicate_key = ? and ${which} and status = 'pending' limit 1`,
  within_a_day: (which) => `select 1 from applications where duplicate_key = ? and ${which} and submitted_at > ? limit 1`,
}
const [isSeen, isQuarantined] = ['removed_at is null and withdrawn_at is null', 'quarantine is not null']
const selectNextSeq = `select coalesce(max(seq), 0) + 1 as seq from sqlite_sequence where name = 'applications'`

/** What an earlier submission makes of this one; undefined when it is a new one. */
function earlier(connection: Connection, { change, duplicate, idempotency }: Insertion): Added | undefined {
  if (idempotency !== undefined) {
    const at = change.application.submittedAt.getTime()
    const claim = connection.get<Tables['idempotency']>(selectClaim, [encodeText(idempotency.key), at])
    if (claim !== undefined) return repeatOf(idempotency, claim)
  }
  const { key, rule, since } = duplicate
  const values = rule === 'while_pending' ? [encodeText(key)] : [encodeText(key), since.getTime()]
  const isDuplicate = [isSeen, ...(quarantineOf(change) === undefined ? [] : [isQuarantined])].some(
    (which) => connection.get(selectDuplicate[rule](which), values) !== undefined,
  )
  return isDuplicate ? { kind: 'duplicate' } : undefined
}

/** Inserts a submission into the transaction, by statements that are compiled once. Its words are left for later. */
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

/** Inserts into the open transaction, which is of no use any more when one of them fails; undefined then. */
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

/** Inserts into the open transaction, each behind a savepoint of its own. @throws when the transaction has ended */
function insertApart(connection: Connection, insertions: readonly Insertion[], until: number): readonly Outcome[] {
  const outcomes: Outcome[] = []
  for (const insertion of insertions) {
    if (outcomes.length > 0 && performance.now() > until) break
    connection.control('savepoint unit')
    try {
      outcomes.push({ added: insert(connection, insertion) })
    } catch (error) {
      // A full disk ends the whole transaction, what went before included.
      if (!connection.db.isTransaction) throw error
      outcomes.push({ error })
      connection.control('rollback to unit')
    }
    connection.control('release unit')
  }
  return outcomes
}

/**
 * Inserts submissions in one transaction. One that fails is undone alone: since few do, all are inserted again then, each behind a savepoint, which costs
 * a tenth of an insert. Durable when it returns.
 * @returns what became of them, in their order; of fewer than there are when their time is over
 * @throws when the transaction fails; nothing is inserted then
 */
export function insertAll(connection: Connection, insertions: readonly Insertion[]): readonly Outcome[] {
  const begin = (): number => {
    connection.control('begin immediate')
    return performance.now() + longestBatchMs
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
