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

type Question = (n: number) => Readonly<Record<string, string>>

/** What the desk asks for; `cursor`: half way down the list. */
const questions = (cursor: string): Readonly<Record<string, Question>> => ({
  'first page': () => ({}),
  'a form': () => ({ form_type: 'Investor' }),
  'a status': () => ({ status: 'pitch' }),
  'a form and a status': () => ({ form_type: 'Investor', status: 'pitch' }),
  'an address': (n) => ({ email: uniqueMail(n * 13) }),
  'a page half way down the list': () => ({ cursor }),
  'a word that one in ten has': () => ({ q: 'chennai' }),
  'a word that some have': () => ({ q: 'water' }),
  'a word that one in a thousand has': (n) => ({ q: rareWord(n * 7) }),
  'an address that one has': (n) => ({ q: uniqueMail(n * 13) }),
  'a word that none has': () => ({ q: 'xylophonist' }),
  'a beginning of two letters': () => ({ q: 'ba' }),
  'a sign': () => ({ q: '%' }),
  'a common word, form and status': () => ({ q: 'chennai', form_type: 'Investor', status: 'pitch' }),
  'a rare word, form and status': (n) => ({ q: rareWord(n * 7), form_type: 'Accelerator', status: 'pending' }),
  'a common word, half way down': () => ({ q: 'chennai', cursor }),
  'a word that all have': () => ({ q: 'example' }),
  'a beginning of one letter': () => ({ q: 'a' }),
  'two common words, one letter': () => ({ q: 'chennai the a' }),
  'a common word between two days': () => ({ q: 'the after:2023-11-03 before:2023-11-08' }),
})

type Kind = 'SQLite' | 'PostgreSQL'

/** Sorted milliseconds of each question at one size of one database. */
interface Answers {
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

/** Where the `n`th application stands, as a cursor. */
async function cursorAt({ read }: Engine, n: number): Promise<string> {
  const row = await read.selectFrom('applications').select(['submitted_at', 'id']).where('seq', '=', n).executeTakeFirstOrThrow()
  return Buffer.from(JSON.stringify([row.submitted_at, row.id])).toString('base64url')
}

/** Fills up to `size`, and lets PostgreSQL know, as it would know after a while by itself. */
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
    for (const [name, query] of Object.entries(questions(cursor)))
      times.set(name, await timed(rounds, (n) => get(`/api/applications?${new URLSearchParams(query(n))}`)))
    return times.set('counts', await timed(rounds, () => get('/api/stats')))
  } finally {
    await running.stop()
  }
}

async function measure(kind: Kind, sizes: readonly number[], rounds: number): Promise<readonly Answers[]> {
  const folder = mkdtempSync(join(tmpdir(), 'kolam-bench-list-'))
  const wide = { shared_buffers: '512MB', max_wal_size: '16GB', wal_level: 'minimal', max_wal_senders: '0' }
  const server = kind === 'PostgreSQL' ? await startPostgres(wide) : undefined
  const measured: Answers[] = []
  try {
    const url = await server?.database()
    let from = 0
    for (const size of sizes) {
      // closed before the server opens it: a server holds the folder for itself
      const engine = url === undefined ? sqlite(folder) : await postgres(url, 8)
      const storage = new Map<string, readonly number[]>()
      await migrate(engine, new Date())
      await grow(engine, from, size)
      from = size
      const cursor = await cursorAt(engine, Math.floor(size / 2))
      const { applications } = storageOver(engine, forms)
      for (const [name, question] of Object.entries(questions(cursor)))
        storage.set(name, await timed(rounds, (n) => applications.list(readQuery(question(n), new Date()))))
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

/** The questions of the desk, at the storage and over HTTP, at each size. */
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
    text: `A page of 50 for each question of the desk, ${rounds} times, in milliseconds: median / p95. At the storage, and over HTTP with the client on the same cores.
Goals at a million over HTTP: p95 of 25 ms on SQLite, 50 on PostgreSQL.

${tables.join('\n\n')}`,
    plots: {
      list: plot(
        `Over HTTP, SQLite, ${last?.size.toLocaleString('en')} applications: half, 95 of 100 (dot) and the longest`,
        'ms',
        marks,
        true,
      ),
    },
  }
}

function describeStore(measured: readonly Answers[]): string {
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
