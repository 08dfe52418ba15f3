import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { migrate } from '../../server/database/migrations/apply.ts'
import { sqlite } from '../../server/database/sqlite/engine.ts'
import { applicationTables, copiedTables, groupsOf } from './rows.ts'

it('reads the tables with files for one application at a time, and only those', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'kolam-rows-'))
  const engine = sqlite(folder)
  await migrate(engine, new Date())
  const { columnsOf } = await copiedTables(engine.read)
  const tables = applicationTables.map(([table]) => table)
  const single = tables.filter((table) => groupsOf(table, ['a', 'b']).length === 2)
  expect(single).toEqual(['files', 'earlier_files'])
  expect(tables.filter((table) => columnsOf(table).includes('bytes'))).toEqual(single)
  await engine.close()
  rmSync(folder, { recursive: true })
})
