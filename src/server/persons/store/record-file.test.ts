import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { KyselyPlugin, QueryResult, UnknownRow } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { migrate, migrations } from '../../storage/migrations/apply.ts'
import { openStorage } from '../../storage/open.ts'
import { sqlite } from '../../storage/sqlite/engine.ts'
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

it('moves the record of an earlier version into its table, and seals its hashes once', async () => {
  const earlier = migrations.filter(({ name }) => name !== '0047-deletions')
  const engine = sqlite(dataDir)
  await migrate(engine, new Date(), earlier)
  const [person, address] = ['1'.repeat(64), '2'.repeat(64)]
  const at = '2026-01-15T00:00:00.000Z'
  const old = {
    'erased:a:b': at,
    [`erased-person:${person}`]: at,
    [`letters:${address}:*`]: [at, 'stopped'],
    erasure_key: { key: 'k' },
  }
  await engine.write(async (trx) => {
    for (const [key, value] of Object.entries(old))
      await trx
        .insertInto('settings')
        .values({ key, value: JSON.stringify(value), revision: 1 })
        .execute()
  })
  await engine.close()
  writeFileSync(join(dataDir, 'deletions.json'), JSON.stringify([{ key: `erased-person:${person}`, value: JSON.stringify(at) }]))
  const written: string[] = []
  for (const _ of [1, 2]) {
    const storage = await open()
    expect([await storage.unmatchedRows(), await storage.settings.get('erased:a:b')]).toEqual([0, undefined])
    await storage.close()
    written.push(readFileSync(join(dataDir, 'deletions.json'), 'utf8'))
  }
  expect(written[1]).toBe(written[0])
  const sealed = expect.stringMatching(/^[0-9a-f]{8}:[0-9a-f]{64}$/)
  expect(JSON.parse(written[0] ?? '')).toEqual({
    key: '{"key":"k"}',
    rows: [
      { kind: 'application', id: 'a:b', hash: '', at: Date.parse(at), stopped: 0 },
      { kind: 'letters', id: '*', hash: sealed, at: Date.parse(at), stopped: 1 },
      { kind: 'person', id: '', hash: sealed, at: Date.parse(at), stopped: 0 },
    ],
  })
  for (const name of readdirSync(dataDir)) expect(readFileSync(join(dataDir, name), 'latin1')).not.toMatch(`${person}|${address}`)
  writeFileSync(join(dataDir, 'server-key'), 'another-key-of-the-server')
  const other = await open()
  expect(await other.unmatchedRows()).toBe(2)
  await other.close()
})
