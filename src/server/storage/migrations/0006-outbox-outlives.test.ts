import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { sqlite } from '../sqlite/engine.ts'
import { first } from './0001-first.ts'
import { outboxLanes } from './0002-outbox-lanes.ts'
import { outboxOutlives } from './0006-outbox-outlives.ts'

it('keeps every entry, column and index; entries outlive their application', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kolam-migration-'))
  const engine = sqlite(folder)
  const indexes = async () =>
    (
      await sql<{ sql: string }>`select sql from sqlite_schema where tbl_name = 'outbox' and type = 'index' and sql is not null
      and name <> 'outbox_sent' order by name`.execute(engine.read)
    ).rows
  try {
    await engine.write(async (trx) => {
      await first(trx, engine)
      await outboxLanes(trx)
      // What another migration may have added.
      await sql`alter table outbox add column more text default 'kept'`.execute(trx)
      await sql`insert into applications (id, form_type, applicant_name, applicant_email, email_key, company_name, answers, status,
        submitted_at, notes, ip, revision, duplicate_key, duplicate_rule, search_text)
        values ('a', 'Contact', '', '', '', '', '{}', 'pending', 1, '', '', 0, '', '', '')`.execute(trx)
      await sql`insert into outbox (id, topic, payload, key, application_id, revision, state, due_at, attempts, fence, created_at, last_fault)
        values ('o', 'sheet.row', '{}', 'k', 'a', 0, 'waiting', 1, 0, 0, 1, 'x')`.execute(trx)
    })
    const before = await indexes()
    expect(before).toHaveLength(4)
    await engine.write((trx) => outboxOutlives(trx, engine))
    expect(await indexes()).toEqual(before)
    await engine.write(async (trx) => void (await trx.deleteFrom('applications').execute()))
    expect(await engine.read.selectFrom('outbox').selectAll().execute()).toMatchObject([
      { id: 'o', application_id: 'a', last_fault: 'x', more: 'kept', failing_since: null },
    ])
    const again = engine.write(async (trx) => {
      await sql`insert into outbox select 'p', topic, payload, key, application_id, revision, state, due_at, next_at, attempts, fence,
        created_at, sent_at, last_fault, revived_as, more, failing_since from outbox`.execute(trx)
    })
    await expect(again).rejects.toThrow()
  } finally {
    await engine.close()
    rmSync(folder, { recursive: true })
  }
})
