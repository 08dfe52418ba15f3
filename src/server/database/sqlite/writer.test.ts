import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { AppError } from '../../../shared/errors.ts'
import type { Db } from '../tables.ts'
import { type Connection, connect } from './connection.ts'
import { kyselyOver } from './dialect.ts'
import { Writer } from './writer.ts'

let folder: string
let connection: Connection
let trx: Db
let writer: Writer

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kolam-writer-'))
  connection = connect(join(folder, 'a.sqlite'), 'write')
  connection.db.exec('create table words (word text primary key)')
  trx = kyselyOver(connection)
  writer = new Writer(connection, trx)
})

afterEach(async () => {
  vi.restoreAllMocks()
  await writer.close()
  connection.close()
  rmSync(folder, { recursive: true })
})

const put = (word: string) => writer.write(async (db) => void (await sql`insert into words values (${word})`.execute(db)))
const stored = (): unknown[] =>
  connection.db
    .prepare('select word from words order by word')
    .all()
    .map(({ word }) => word)

it('commits concurrent writes once, and resolves none before that', async () => {
  // A frozen clock: on a slow machine the time limit of a transaction would split them.
  vi.spyOn(performance, 'now').mockReturnValue(0)
  const control = vi.spyOn(connection, 'control')
  const answered: boolean[] = []
  const other = connect(join(folder, 'a.sqlite'), 'read')
  const seen = () => other.db.prepare('select count(*) as n from words').get()?.n
  await Promise.all(
    Array.from({ length: 50 }, async (_, n) => {
      await put(`w${n}`)
      answered.push(seen() === 50)
    }),
  )
  other.close()
  expect(answered).toEqual(Array(50).fill(true))
  expect(control.mock.calls.filter(([sql]) => sql === 'begin immediate')).toHaveLength(1)
  expect(control.mock.calls.filter(([sql]) => sql === 'commit')).toHaveLength(1)
})

it('rolls back a unit that fails, and no other', async () => {
  const failing = writer.write(async (db) => {
    await sql`insert into words values ('half')`.execute(db)
    throw new Error('changed my mind')
  })
  const settled = await Promise.allSettled([put('a'), failing, put('a'), put('b')])
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled'])
  expect(settled[1]).toMatchObject({ reason: { message: 'changed my mind' } })
  expect(settled[2]).toMatchObject({ reason: { code: 'DATABASE_QUERY_FAILED' } })
  expect(stored()).toEqual(['a', 'b'])
})

it('writes a unit at most twice, whatever others do', async () => {
  const control = vi.spyOn(connection, 'control')
  let runs = 0
  const settled = await Promise.allSettled(
    Array.from({ length: 50 }, (_, n) =>
      writer.write(async (db) => {
        runs += 1
        await sql`insert into words values (${n % 5 === 4 ? 'taken' : `w${n}`})`.execute(db)
      }),
    ),
  )
  expect(settled.flatMap(({ status }, n) => (status === 'rejected' ? [n] : []))).toEqual([9, 14, 19, 24, 29, 34, 39, 44, 49])
  expect(stored()).toHaveLength(41)
  expect(runs).toBeLessThanOrEqual(100)
  // Each that fails costs two transactions: of those before it, and its own.
  expect(control.mock.calls.filter(([statement]) => statement === 'begin immediate').length).toBeLessThanOrEqual(28)
})

it('rejects and rolls back all of a batch whose commit fails, and writes the next', async () => {
  const control = connection.control.bind(connection)
  const broken = vi.spyOn(connection, 'control').mockImplementation((statement) => {
    if (statement === 'commit') throw new AppError('DATABASE_CONNECTION_FAILED')
    control(statement)
  })
  const settled = await Promise.allSettled([put('a'), put('b')])
  expect(settled.map((result) => result.status === 'rejected' && result.reason.code)).toEqual([
    'DATABASE_CONNECTION_FAILED',
    'DATABASE_CONNECTION_FAILED',
  ])
  broken.mockRestore()
  expect(stored()).toEqual([])
  await put('c')
  expect(stored()).toEqual(['c'])
})

it('reports a full disk, and stores again when there is space', async () => {
  const pages = Number(connection.db.prepare('pragma page_count').get()?.page_count)
  connection.db.exec(`pragma max_page_count = ${pages}`)
  const settled = await Promise.allSettled([put('small'), put('x'.repeat(100_000))])
  expect(settled[1]).toMatchObject({ reason: { name: 'AppError', code: 'DATABASE_CONNECTION_FAILED' } })
  const acknowledged = settled[0]?.status === 'fulfilled' ? ['small'] : []
  expect(stored()).toEqual(acknowledged)
  connection.db.exec('pragma max_page_count = 100000')
  await put('x'.repeat(100_000))
  expect(stored()).toHaveLength(acknowledged.length + 1)
})

it('waits for another process that writes, without blocking the event loop', async () => {
  const other = connect(join(folder, 'a.sqlite'), 'write')
  other.control('begin immediate')
  let ticks = 0
  const turning = setInterval(() => {
    ticks += 1
    if (ticks === 10) other.control('commit')
  }, 5)
  await put('a')
  clearInterval(turning)
  other.close()
  expect(ticks).toBeGreaterThanOrEqual(10)
  expect(stored()).toEqual(['a'])
})

it('writes what was queued before `close`, and nothing after it', async () => {
  const before = put('a')
  const closing = writer.close()
  await expect(put('b')).rejects.toMatchObject({ code: 'DATABASE_CONNECTION_FAILED' })
  await closing
  await before
  expect(stored()).toEqual(['a'])
})

it('opens connections with durable commits and foreign keys', () => {
  const read = connect(join(folder, 'a.sqlite'), 'read')
  const value = (sql: string) => Object.values(connection.db.prepare(sql).get() ?? {})[0]
  expect(['journal_mode', 'synchronous', 'foreign_keys', 'secure_delete'].map((name) => value(`pragma ${name}`))).toEqual([
    'wal',
    2,
    1,
    1,
  ])
  expect(() => read.db.exec("insert into words values ('x')")).toThrow(/readonly/)
  read.close()
})
