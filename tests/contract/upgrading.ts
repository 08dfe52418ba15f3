import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { migrate } from '../../src/server/database/migrations/apply.ts'
import type { Db } from '../../src/server/database/tables.ts'
import { at } from '../support/submissions.ts'
import type { TestDatabase } from './databases.ts'

export function upgrading(testDatabase: () => Promise<TestDatabase>): void {
  it('refuses a database of a version before 0.2.0, and leaves it as it is', async () => {
    const where = await testDatabase()
    await (await where.open()).close()
    const engine = await where.engine()
    await engine.write((trx) =>
      trx.updateTable('migrations').set({ name: '0064-fewer-pages' }).where('name', '=', '0200-baseline').execute(),
    )
    const before = await engine.read.selectFrom('migrations').selectAll().execute()
    await engine.close()
    await expect(where.open()).rejects.toThrow(
      'The database was made by a version before 0.2.0, which this version cannot upgrade. Export its applications with that version, and import them here.',
    )
    const after = await where.engine()
    expect(await after.read.selectFrom('migrations').selectAll().execute()).toEqual(before)
    await after.close()
  })

  it('a migration may run longer than the statement timeout of the server', async () => {
    const engine = await (await testDatabase()).engine()
    let timeout = '0'
    const up = async (trx: Db): Promise<void> => {
      if (engine.name === 'sqlite') return
      timeout = (await sql<{ statement_timeout: string }>`show statement_timeout`.execute(trx)).rows[0]?.statement_timeout ?? ''
    }
    await migrate(engine, at(0), [{ name: '9999-probe', up }])
    await engine.close()
    expect(timeout).toBe('0')
  })
}
