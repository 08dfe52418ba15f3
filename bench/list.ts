import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Engine } from '../src/server/database/engine.ts'
import { migrate } from '../src/server/database/migrations/apply.ts'
import { postgres } from '../src/server/database/postgres/engine.ts'
import { sqlite } from '../src/server/database/sqlite/engine.ts'
import { startPostgres } from '../tests/support/postgres.ts'
import { startServer } from '../tests/support/server.ts'
import { plain, quantile, type Scale, type Table } from './figures.ts'
import { fill, rareWord, uniqueMail } from './many-applications.ts'

/** The list requests of the desk by name: the parameters of the `n`th request. `cursor` is the middle of the list. */
const queries = (cursor: string): Readonly<Record<string, (n: number) => Readonly<Record<string, string>>>> => ({
  'first page': () => ({}),
  'a form and a status': () => ({ form_type: 'Investor', status: 'pitch' }),
  'a page in the middle of the list': () => ({ cursor }),
  'a word in one of ten': () => ({ q: 'chennai' }),
  'a word in one of a thousand': (n) => ({ q: rareWord(n * 7) }),
  'an address in one': (n) => ({ q: uniqueMail(n * 13) }),
  'a word in none': () => ({ q: 'xylophonist' }),
  'a word in all': () => ({ q: 'example' }),
  'a prefix of one letter': () => ({ q: 'a' }),
  'a rare word, form and status': (n) => ({ q: rareWord(n * 7), form_type: 'Accelerator', status: 'pending' }),
  'a common word between two days': () => ({ q: 'the after:2023-11-03 before:2023-11-08' }),
})

/** Fills the database with `size` applications. @returns the cursor at the middle */
export async function prepare(engine: Engine, size: number): Promise<string> {
  await migrate(engine, new Date())
  await fill(engine, 0, size)
  if (engine.name !== 'sqlite')
    await engine.write(async (trx) => {
      await sql`set local statement_timeout = 0`.execute(trx)
      await sql`select setval(pg_get_serial_sequence('applications', 'seq'), ${size})`.execute(trx)
      await sql`analyze applications`.execute(trx)
    })
  const middle = engine.read
    .selectFrom('applications')
    .select(['submitted_at', 'id'])
    .where('seq', '=', Math.ceil(size / 2))
  const row = await middle.executeTakeFirstOrThrow()
  await engine.close()
  return Buffer.from(JSON.stringify([row.submitted_at, row.id])).toString('base64url')
}

/** Measures the list queries of the desk over HTTP: median / p95 in ms. Only for this checkout's program, because another one may have another schema. */
export async function lists({ applications, isPostgres }: Scale): Promise<readonly Table[]> {
  await using ends = new AsyncDisposableStack()
  const folder = mkdtempSync(join(tmpdir(), 'kolam-bench-list-'))
  ends.defer(() => rmSync(folder, { recursive: true }))
  const server = isPostgres ? await startPostgres({ shared_buffers: '512MB', max_wal_size: '16GB' }) : undefined
  ends.defer(async () => server?.remove())
  const url = await server?.database()
  const cursor = await prepare(url === undefined ? sqlite(folder) : await postgres(url, 8), applications)
  const running = await startServer({ DATA_DIR: folder, DATABASE_URL: url ?? '', LOG_LEVEL: 'error' })
  ends.defer(() => running.stop())
  await running.session()

  async function timed(address: (n: number) => string): Promise<string> {
    const times: number[] = []
    for (let n = 0; n < 40; n += 1) {
      const began = performance.now()
      const answer = await running.fetch(address(n))
      const body = await answer.text()
      if (answer.status !== 200) throw new Error(`${address(n)}: ${body}`)
      times.push(performance.now() - began)
    }
    const sorted = times.slice(10).sort((a, b) => a - b)
    return `${plain(quantile(sorted, 0.5))} / ${plain(quantile(sorted, 0.95))}`
  }

  const rows: string[][] = []
  for (const [what, query] of Object.entries(queries(cursor)))
    rows.push([what, await timed((n) => `/api/applications?${new URLSearchParams(query(n))}`)])
  rows.push(['counts', await timed(() => '/api/stats')])
  return [{ head: ['', 'p50 / p95, ms'], rows }]
}
