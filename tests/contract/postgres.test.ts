import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { claim } from '../../src/server/records/outbox/claim.ts'
import { at } from '../support/submissions.ts'
import { contract } from './contract.ts'
import { onPostgres } from './databases.ts'

contract(onPostgres)

describe('the outbox on PostgreSQL', () => {
  let running: Awaited<ReturnType<typeof onPostgres.start>>
  beforeAll(async () => {
    running = await onPostgres.start()
  })
  afterAll(() => running.stop())

  it('reads only the oldest due letters for a claim, with old statistics', async () => {
    const engine = await (await running.migrated()).engine()
    try {
      const insert = (name: string, state: string, nextAt: string) =>
        sql`
          insert into outbox
            (id, application_id, revision, topic, key, payload, state, attempts, fence, last_fault, created_at, due_at, next_at)
          select ${name} || lpad(n::text, 4, '0'), ${name} || n, 1, 'mail.letter', ${name} || n, '{}', ${state}, 0, 0, '', n, n, ${sql.raw(nextAt)}
          from generate_series(1, 1000) n`.execute(engine.read)
      await insert('sent-', 'sent', 'null')
      await sql`analyze outbox`.execute(engine.read)
      await insert('letter-', 'waiting', 'n')
      // Within the transaction, because PostgreSQL reports what ended transactions read some time later.
      let read = 0
      const measured: typeof engine = {
        ...engine,
        writeOne: (work) =>
          engine.write(async (trx) => {
            const result = await work(trx)
            const { rows } = await sql<{ n: string }>`
              select seq_tup_read + idx_tup_fetch as n from pg_stat_xact_user_tables where relname = 'outbox'`.execute(trx)
            read = Number(rows[0]?.n)
            return result
          }),
      }
      const claimed = await claim(measured, ['mail.letter'], 4, at(0), at(60))
      expect(claimed.map(({ id }) => id)).toEqual(['letter-0001', 'letter-0002', 'letter-0003', 'letter-0004'])
      // Each of the oldest two hundred, the others about its application, and itself again; and the four.
      expect(read).toBeGreaterThan(4)
      expect(read).toBeLessThan(650)
    } finally {
      await engine.close()
    }
  })
})
