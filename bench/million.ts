/**
 * How finding grows: `node bench/million.ts sqlite|postgres [10000,100000,1000000] [rounds]`, after a build, fills a database of its own with applications of the seed's text, and measures
 * each question of the desk at the storage and over HTTP. Prints one line of a table a question.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { readQuery } from '../src/server/http/list-query.ts'
import type { Engine } from '../src/server/storage/kysely/engine.ts'
import { migrate } from '../src/server/storage/kysely/migrations/apply.ts'
import { postgres } from '../src/server/storage/kysely/postgres/engine.ts'
import { sqlite } from '../src/server/storage/kysely/sqlite/engine.ts'
import { storageOver } from '../src/server/storage/open.ts'
import { forms } from '../tests/support/answers.ts'
import { startPostgres } from '../tests/support/postgres.ts'
import { startServer } from '../tests/support/server.ts'
import { fill, rareWord, uniqueMail } from './many-applications.ts'

const kind = process.argv[2] === 'postgres' ? 'postgres' : 'sqlite'
const sizes = (process.argv[3] ?? '10000,100000,1000000').split(',').map(Number)
const rounds = Number(process.argv[4] ?? 40)

const folder = mkdtempSync(join(tmpdir(), 'kolam-million-'))
const server =
  kind === 'postgres'
    ? await startPostgres({ shared_buffers: '512MB', max_wal_size: '16GB', wal_level: 'minimal', max_wal_senders: '0' })
    : undefined
const databaseUrl = await server?.database()

/** Opened for what `work` does, and closed: a server holds the folder for itself. */
async function opened<T>(work: (engine: Engine) => Promise<T>): Promise<T> {
  const engine = databaseUrl === undefined ? sqlite(folder) : await postgres(databaseUrl, 8)
  try {
    await migrate(engine, new Date())
    return await work(engine)
  } finally {
    await engine.close()
  }
}

/** Times of each call, sorted, in milliseconds. */
async function timed(call: (n: number) => Promise<unknown>): Promise<readonly number[]> {
  for (let n = 0; n < 10; n += 1) await call(n)
  const times: number[] = []
  for (let n = 0; n < rounds; n += 1) {
    const start = performance.now()
    await call(n + 10)
    times.push(performance.now() - start)
  }
  return times.sort((a, b) => a - b)
}

const at = (sorted: readonly number[], q: number): string =>
  (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? 0).toFixed(1)

/** Where the `n`th application stands: a cursor half way down the list. */
async function cursorAt({ read }: Engine, n: number): Promise<string> {
  const row = await read.selectFrom('applications').select(['submitted_at', 'id']).where('seq', '=', n).executeTakeFirstOrThrow()
  return Buffer.from(JSON.stringify([row.submitted_at, row.id])).toString('base64url')
}

const questions = (cursor: string): readonly (readonly [string, (n: number) => Readonly<Record<string, string>>])[] => [
  ['first page', () => ({})],
  ['a form', () => ({ form_type: 'Investor' })],
  ['a status', () => ({ status: 'pitch' })],
  ['a form and a status', () => ({ form_type: 'Investor', status: 'pitch' })],
  ['an address', (n) => ({ email: uniqueMail(n * 13) })],
  ['a page half way down the list', () => ({ cursor })],
  ['a word that one in ten has', () => ({ q: 'chennai' })],
  ['a word that some have', () => ({ q: 'water' })],
  ['a word that one in a thousand has', (n) => ({ q: rareWord(n * 7) })],
  ['an address that one has', (n) => ({ q: uniqueMail(n * 13) })],
  ['a word that none has', () => ({ q: 'xylophonist' })],
  ['a beginning of two letters', () => ({ q: 'ba' })],
  ['a sign', () => ({ q: '%' })],
  ['a common word, form and status', () => ({ q: 'chennai', form_type: 'Investor', status: 'pitch' })],
  ['a rare word, form and status', (n) => ({ q: rareWord(n * 7), form_type: 'Accelerator', status: 'pending' })],
  ['a common word, half way down', () => ({ q: 'chennai', cursor })],
  ['a word that all have', () => ({ q: 'example' })],
  ['a beginning of one letter', () => ({ q: 'a' })],
  ['two common words, one letter', () => ({ q: 'chennai the a' })],
  ['a common word between two days', () => ({ q: 'the after:2023-11-03 before:2023-11-08' })],
]

/** Fills up to `size`, and lets PostgreSQL know, as it would know after a while by itself. */
async function grow(engine: Engine, from: number, size: number): Promise<void> {
  await fill(engine, from, size)
  if (kind === 'sqlite') return
  await engine.write(async (trx) => {
    await sql`set local statement_timeout = 0`.execute(trx)
    await sql`select setval(pg_get_serial_sequence('applications', 'seq'), ${size})`.execute(trx)
    await sql`analyze applications`.execute(trx)
  })
}

let filled = 0
for (const size of sizes) {
  const started = performance.now()
  const below = await opened(async (engine) => {
    await grow(engine, filled, size)
    filled = size
    console.log(`# ${kind}, ${size} applications, filled in ${((performance.now() - started) / 1000).toFixed(0)} s`)
    const { applications } = storageOver(engine, forms)
    const cursor = await cursorAt(engine, Math.floor(size / 2))
    const times = new Map<string, readonly number[]>([['counts', await timed(() => applications.stats())]])
    for (const [name, question] of questions(cursor))
      times.set(name, await timed((n) => applications.list(readQuery(question(n)))))
    return { times, cursor }
  })
  const running = await startServer({ DATA_DIR: folder, DATABASE_URL: databaseUrl ?? '' })
  const cookie = await running.signIn()
  const get = async (path: string): Promise<void> => {
    const answer = await fetch(`${running.url}${path}`, { headers: { cookie } })
    const body = await answer.text()
    if (answer.status !== 200) throw new Error(`${path}: ${body}`)
  }
  const asks = [
    ...questions(below.cursor).map(
      ([name, query]) => [name, (n: number) => `/api/applications?${new URLSearchParams(query(n))}`] as const,
    ),
    ['counts', () => '/api/stats'] as const,
  ]
  for (const [name, request] of asks) {
    const over = await timed((n) => get(request(n)))
    const port = below.times.get(name) ?? []
    console.log(
      `| ${kind} | ${size} | ${name.padEnd(34)} | ${at(port, 0.5)} | ${at(port, 0.95)} | ${at(over, 0.5)} | ${at(over, 0.95)} |`,
    )
  }
  await running.stop()
}
await server?.remove()
rmSync(folder, { recursive: true })
