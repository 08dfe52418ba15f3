import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { submission } from '../../../../../tests/support/submissions.ts'
import { openStorage } from '../../open.ts'
import { sqlite } from '../sqlite/engine.ts'
import { wordCounts } from './0025-word-counts.ts'

it('lets an index change again whose count of rows an earlier version has lowered to zero', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kolam-migration-'))
  const storage = await openStorage({ dataDir: folder })
  await storage.applications.add(submission({ companyName: 'Kadal', answers: { idea: 'looms' } }))
  const found = (search: string) => storage.applications.list({ limit: 1, search }).then(({ total }) => total)
  expect(await found('kadal looms')).toBe(1)
  const engine = sqlite(folder, { sharesFolder: true })
  try {
    const deleteWord = (word: string) =>
      engine.write(async (trx) => {
        await sql`insert into application_words (application_words, rowid, words) values ('delete', 1, ${word})`.execute(trx)
      })
    await deleteWord('00000looms')
    await expect(deleteWord('00000kadal')).rejects.toMatchObject({ cause: { errcode: 267 } })
    await engine.write((trx) => wordCounts(trx, engine))
    expect([await found('kadal'), await found('looms')]).toEqual([1, 0])
    await deleteWord('00000kadal')
    expect(await found('kadal')).toBe(0)
  } finally {
    await storage.close()
    await engine.close()
    rmSync(folder, { recursive: true })
  }
})
