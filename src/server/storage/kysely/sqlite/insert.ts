import type { DuplicateRule } from '../../../../forms/form.ts'
import type { Added } from '../../applications-port.ts'
import { fileRow, type Insertion, idempotencyRow, rowsOf } from '../applications/insertion.ts'
import { partitionOf } from '../search/index-entry.ts'
import type { Tables } from '../tables.ts'
import { encodeText } from '../text-encoding.ts'
import type { Connection, Value } from './connection.ts'
import { deferWords } from './deferred-words.ts'

/** What became of one submission of a batch. */
export type Outcome = { readonly added: Added } | { readonly error: unknown }

/** A batch takes no further submission after this, so that nobody waits long behind it. Milliseconds. */
const longestBatchMs = 8

/** Makes the statement that inserts rows of these columns, and the function that lists a row's values in their order. */
function inserting<Table extends keyof Tables, Column extends keyof Tables[Table] & string>(
  table: Table,
  columns: readonly Column[],
  onConflict = '',
) {
  const row = `(${columns.map(() => '?').join(', ')})`
  const head = `insert into ${table} (${columns.map((column) => `"${column}"`).join(', ')}) values `
  const statements: string[] = []
  return (connection: Connection, rows: readonly Readonly<Record<Column, unknown>>[]): void => {
    if (rows.length === 0) return
    statements[rows.length] ??= `${head}${Array(rows.length).fill(row).join(', ')}${onConflict}`
    connection.run(
      statements[rows.length] as string,
      rows.flatMap((values) => columns.map((column) => values[column] as Value)),
    )
  }
}

const insertApplication = inserting('applications', [
  ...(['seq', 'id', 'form_type', 'applicant_name', 'applicant_email', 'email_key', 'company_name', 'answers', 'status'] as const),
  ...(['submitted_at', 'reviewed_at', 'reviewed_by', 'notes', 'meeting_at', 'scores', 'ip', 'origin', 'notice'] as const),
  ...(['revision', 'duplicate_key', 'duplicate_rule', 'removed_at', 'hold_until', 'search_text', 'facets', 'volume'] as const),
])
const insertFiles = inserting('files', ['application_id', 'field', 'name', 'type', 'bytes'])
const insertPersonKeys = inserting('person_keys', ['application_id', 'kind', 'key', 'submitted_at'])
const insertHistory = inserting('history', ['application_id', 'revision', 'at', 'by', 'event'])
const insertOutbox = inserting(
  'outbox',
  [
    ...(['id', 'topic', 'payload', 'key', 'application_id', 'revision', 'state', 'due_at', 'next_at', 'attempts'] as const),
    ...(['fence', 'created_at', 'sent_at', 'last_fault', 'failing_since', 'revived_as'] as const),
  ],
  ' on conflict (key) do nothing',
)
const insertIdempotency = inserting(
  'idempotency',
  ['key', 'content', 'application_id', 'until'],
  ' on conflict (key) do update set content = excluded.content, application_id = excluded.application_id, until = excluded.until',
)

const selectClaim = 'select content, application_id from idempotency where key = ? and until > ?'
const selectDuplicate: Readonly<Record<DuplicateRule, string>> = {
  while_pending: `select 1 from applications where duplicate_key = ? and removed_at is null and status = 'pending' limit 1`,
  within_a_day: 'select 1 from applications where duplicate_key = ? and removed_at is null and submitted_at > ? limit 1',
}
const selectNextSeq = `select coalesce(max(seq), 0) + 1 as seq from sqlite_sequence where name = 'applications'`
const count = `insert into counters (form_type, status, shard, n) values (?, ?, 0, 1)
  on conflict (form_type, status, shard) do update set n = n + 1`

/** What an earlier submission makes of this one; undefined when it is a new one. */
function earlier(connection: Connection, { change, duplicate, idempotency }: Insertion): Added | undefined {
  if (idempotency !== undefined) {
    const at = change.application.submittedAt.getTime()
    const claim = connection.get<Tables['idempotency']>(selectClaim, [encodeText(idempotency.key), at])
    if (claim !== undefined)
      return claim.content === encodeText(idempotency.content)
        ? { kind: 'already_added', id: claim.application_id }
        : { kind: 'key_reused' }
  }
  const { key, rule, since } = duplicate
  const values = rule === 'while_pending' ? [encodeText(key)] : [encodeText(key), since.getTime()]
  return connection.get(selectDuplicate[rule], values) === undefined ? undefined : { kind: 'duplicate' }
}

/** Inserts a submission into the transaction, by statements that are compiled once. Its words are left for later. */
function insert(connection: Connection, insertion: Insertion): Added {
  const repeated = earlier(connection, insertion)
  if (repeated !== undefined) return repeated
  const { application, history, outbox, personKeys } = rowsOf(insertion, insertion.labels)
  const { id } = application
  const { seq } = connection.get<{ seq: number }>(selectNextSeq, []) as { seq: number }
  insertApplication(connection, [{ ...application, seq, volume: partitionOf(seq) }])
  for (const file of insertion.files) insertFiles(connection, [fileRow(id, file)])
  insertPersonKeys(connection, personKeys)
  insertHistory(connection, [history])
  insertOutbox(connection, outbox)
  if (insertion.idempotency !== undefined) insertIdempotency(connection, [idempotencyRow(insertion.idempotency, id)])
  connection.run(count, [application.form_type, application.status])
  deferWords(connection, seq)
  return { kind: 'added', id }
}

/**
 * Inserts submissions in one transaction, each behind a savepoint of its own, so that one that fails is undone alone. Durable when it returns.
 * @returns what became of them, in their order; of fewer than there are when their time is over
 * @throws when the transaction fails; nothing is inserted then
 */
export function insertAll(connection: Connection, insertions: readonly Insertion[]): readonly Outcome[] {
  const until = performance.now() + longestBatchMs
  const outcomes: Outcome[] = []
  connection.control('begin immediate')
  try {
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
    connection.control('commit')
    return outcomes
  } catch (error) {
    connection.rollBack()
    throw error
  }
}
