import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { KyselyPlugin, QueryResult, UnknownRow } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { migrate } from '../../database/migrations/apply.ts'
import { sqlite } from '../../database/sqlite/engine.ts'
import { openStorage } from '../../storage/open.ts'
import { recordFile } from './record-file.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'kolam-record-'))
})
afterEach(() => rmSync(dataDir, { recursive: true }))

const open = () => openStorage({ dataDir, recordsDeletions: true })

it.each([
  ['empty, as after a power failure', ''],
  ['cut off', '[{"key":"deleted'],
  ['of another program', '{"rows":[{"key":1}]}'],
])('names a damaged file: %s', async (_, content) => {
  const file = join(dataDir, 'deletions.json')
  writeFileSync(file, content)
  await expect(open()).rejects.toMatchObject({
    name: 'AppError',
    code: 'DATABASE_ERROR',
    message: expect.stringMatching(
      /deletions\.json was damaged\. It is a second copy .* Remove it, unless you replaced the database/,
    ),
  })
  rmSync(file)
  await (await open()).close()
})

it('names a file that cannot be read', async () => {
  mkdirSync(join(dataDir, 'deletions.json'))
  await expect(open()).rejects.toThrow(`${join(dataDir, 'deletions.json')} cannot be read (EISDIR).`)
})

it('adds a long record of deletions in few statements', async () => {
  const engine = sqlite(dataDir)
  await migrate(engine, new Date())
  const rows = Array.from({ length: 2500 }, (_, n) => ({ kind: 'application', id: `${n}`, hash: '', at: 1, stopped: 0 }))
  writeFileSync(join(dataDir, 'deletions.json'), JSON.stringify({ rows }))
  let statements = 0
  const counting: KyselyPlugin = {
    transformQuery: ({ node }) => {
      statements += 1
      return node
    },
    transformResult: async ({ result }): Promise<QueryResult<UnknownRow>> => result,
  }
  const { write } = engine
  await recordFile(dataDir, { ...engine, write: (work) => write((trx) => work(trx.withPlugin(counting))) }).apply(new Date())
  expect(statements).toBe(3)
  expect(await engine.read.selectFrom('deletions').select('id').execute()).toHaveLength(2500)
  await engine.close()
})
