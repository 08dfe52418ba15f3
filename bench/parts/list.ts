import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { readQuery } from '../../src/server/http/list-query.ts'
import type { Engine } from '../../src/server/storage/kysely/engine.ts'
import { migrate } from '../../src/server/storage/kysely/migrations/apply.ts'
import { postgres } from '../../src/server/storage/kysely/postgres/engine.ts'
import { sqlite } from '../../src/server/storage/kysely/sqlite/engine.ts'
import { storageOver } from '../../src/server/storage/open.ts'
import { forms } from '../../tests/support/answers.ts'
import { startPostgres } from '../../tests/support/postgres.ts'
import { startServer } from '../../tests/support/server.ts'
import { quantile, table } from '../figures.ts'
import { fill, rareWord, uniqueMail } from '../many-applications.ts'
import { type Mark, plot } from '../plot.ts'
import type { Scale, Section } from '../section.ts'

/** The parameters of the `n`th request for a list. */
type Query = (n: number) => Readonly<Record<string, string>>

/** The list requests of the desk by name. `cursor` is the middle of the list. */
const queries = (cursor: string): Readonly<Record<string, Query>> => ({
  'first page': () => ({}),
  'a form': () => ({ form_type: 'Investor' }),
  'a status': () => ({ status: 'pitch' }),
  'a form and a status': () => ({ form_type: 'Investor', status: 'pitch' }),
  'an address': (n) => ({ email: uniqueMail(n * 13) }),
  'a page in the middle of the list': () => ({ cursor }),
  'a word in one of ten': () => ({ q: 'chennai' }),
  'a word in some': () => ({ q: 'water' }),
  'a word in one of a thousand': (n) => ({ q: rareWord(n * 7) }),
  'an address in one': (n) => ({ q: uniqueMail(n * 13) }),
  'a word in none': () => ({ q: 'xylophonist' }),
  'a prefix of two letters': () => ({ q: 'ba' }),
  'a punctuation mark': () => ({ q: '%' }),
  'a common word, form and status': () => ({ q: 'chennai', form_type: 'Investor', status: 'pitch' }),
  'a rare word, form and status': (n) => ({ q: rareWord(n * 7), form_type: 'Accelerator', status: 'pending' }),
  'a common word, middle of the list': () => ({ q: 'chennai', cursor }),
  'a word in all': () => ({ q: 'example' }),
  'a prefix of one letter': () => ({ q: 'a' }),
  'two common words, one letter': () => ({ q: 'chennai the a' }),
  'a common word between two days': () => ({ q: 'the after:2023-11-03 before:2023-11-08' }),
})

type Kind = 'SQLite' | 'PostgreSQL'

/** The durations of each query in one database of one size: milliseconds, sorted. */
interface Durations {
  readonly kind: Kind
  readonly size: number
  readonly storage: ReadonlyMap<string, readonly number[]>
  readonly http: ReadonlyMap<string, readonly number[]>
}

async function timed(rounds: number, call: (n: number) => Promise<unknown>): Promise<readonly number[]> {
  const warmUp = 10
  for (let n = 0; n < warmUp; n += 1) await call(n)
  const times: number[] = []
  for (let n = 0; n < rounds; n += 1) {
    const start = performance.now()
    await call(n + warmUp)
    times.push(performance.now() - start)
  }
  return times.sort((a, b) => a - b)
}

/** The cursor at the `n`th application. */
async function cursorAt({ read }: Engine, n: number): Promise<string> {
  const row = await read.selectFrom('applications').select(['submitted_at', 'id']).where('seq', '=', n).executeTakeFirstOrThrow()
  return Buffer.from(JSON.stringify([row.submitted_at, row.id])).toString('base64url')
}

/** Fills the database up to `size`, and updates the statistics of PostgreSQL, which its autovacuum would do later. */
async function grow(engine: Engine, from: number, size: number): Promise<void> {
  await fill(engine, from, size)
  if (engine.name === 'sqlite') return
  await engine.write(async (trx) => {
    await sql`set local statement_timeout = 0`.execute(trx)
    await sql`select setval(pg_get_serial_sequence('applications', 'seq'), ${size})`.execute(trx)
    await sql`analyze applications`.execute(trx)
  })
}

async function overHttp(
  settings: Readonly<Record<string, string>>,
  cursor: string,
  rounds: number,
): Promise<ReadonlyMap<string, readonly number[]>> {
  const running = await startServer({ ...settings, LOG_LEVEL: 'error' })
  try {
    const cookie = await running.signIn()
    const get = async (path: string): Promise<void> => {
      const answer = await fetch(`${running.url}${path}`, { headers: { cookie } })
      const body = await answer.text()
      if (answer.status !== 200) throw new Error(`${path}: ${body}`)
    }
    const times = new Map<string, readonly number[]>()
    for (const [name, query] of Object.entries(queries(cursor)))
      times.set(name, await timed(rounds, (n) => get(`/api/applications?${new URLSearchParams(query(n))}`)))
    return times.set('counts', await timed(rounds, () => get('/api/stats')))
  } finally {
    await running.stop()
  }
}

async function measure(kind: Kind, sizes: readonly number[], rounds: number): Promise<readonly Durations[]> {
  const folder = mkdtempSync(join(tmpdir(), 'kolam-bench-list-'))
  const wide = { shared_buffers: '512MB', max_wal_size: '16GB', wal_level: 'minimal', max_wal_senders: '0' }
  const server = kind === 'PostgreSQL' ? await startPostgres(wide) : undefined
  const measured: Durations[] = []
  try {
    const url = await server?.database()
    let from = 0
    for (const size of sizes) {
      // A server locks the data folder, so this engine closes before the server starts.
      const engine = url === undefined ? sqlite(folder) : await postgres(url, 8)
      const storage = new Map<string, readonly number[]>()
      await migrate(engine, new Date())
      await grow(engine, from, size)
      from = size
      const cursor = await cursorAt(engine, Math.floor(size / 2))
      const { applications } = storageOver(engine, forms)
      for (const [name, query] of Object.entries(queries(cursor)))
        storage.set(name, await timed(rounds, (n) => applications.list(readQuery(query(n), new Date()))))
      storage.set('counts', await timed(rounds, () => applications.stats()))
      await engine.close()
      measured.push({ kind, size, storage, http: await overHttp({ DATA_DIR: folder, DATABASE_URL: url ?? '' }, cursor, rounds) })
    }
  } finally {
    await server?.remove()
    rmSync(folder, { recursive: true })
  }
  return measured
}

/** Measures the list queries of the desk in the storage and over HTTP, at each size. */
export async function lists({ isQuick, sizes }: Scale): Promise<Section> {
  const rounds = isQuick ? 15 : 40
  const measured = await measure('SQLite', sizes, rounds)
  const inPostgres = isQuick ? [] : await measure('PostgreSQL', sizes, rounds)
  const tables = [measured, inPostgres].filter(({ length }) => length > 0).map(describeStore)
  const last = measured.at(-1)
  const marks = [...(last?.http ?? [])].map(
    ([name, times]): Mark => ({
      name,
      low: quantile(times, 0.5),
      median: quantile(times, 0.95),
      high: times.at(-1) ?? Number.NaN,
      goal: 25,
    }),
  )
  return {
    id: 'list',
    text: `A page of 50 for each query of the desk, ${rounds} times, in milliseconds: median / p95. Measured in the storage, and over HTTP with the client on the same cores.
Goals at a million over HTTP: p95 of 25 ms on SQLite, 50 on PostgreSQL.

${tables.join('\n\n')}`,
    plots: {
      list: plot(
        `Over HTTP, SQLite, ${last?.size.toLocaleString('en')} applications: median, p95 (dot) and longest`,
        'ms',
        marks,
        true,
      ),
    },
  }
}

function describeStore(measured: readonly Durations[]): string {
  const cell = (times: readonly number[] = []): string =>
    `${quantile(times, 0.5).toFixed(1)} / ${quantile(times, 0.95).toFixed(1)}`
  const names = [...(measured[0]?.http.keys() ?? [])]
  const sizes = measured.map(({ size }) => size.toLocaleString('en'))
  const [first = '', ...more] = sizes
  return table(
    [`${measured[0]?.kind}`, ...sizes, `over HTTP: ${first}`, ...more],
    names.map((name) => [
      name,
      ...measured.map(({ storage }) => cell(storage.get(name))),
      ...measured.map(({ http }) => cell(http.get(name))),
    ]),
  )
}
