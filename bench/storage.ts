/**
 * How fast the storage is: durable submissions of 2 KB from 64 senders at once, then reads among what was stored.
 * `node bench/storage.ts [seconds] [applications to read among]`. Prints one line a figure.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { NewApplication } from '../src/server/storage/applications-port.ts'
import { openStorage } from '../src/server/storage/open.ts'
import type { Storage } from '../src/server/storage/port.ts'
import { formTypes } from '../src/shared/form-types.ts'
import { startPostgres } from '../tests/support/postgres.ts'
import { at, submission } from '../tests/support/submissions.ts'

const senders = 64
const seconds = Number(process.argv[2] ?? 5)
const amount = Number(process.argv[3] ?? 20_000)

const words = 'kolam loom water meter rice mill school nurse repair battery ledger harvest transit audit garment clinic'.split(
  ' ',
)
let made = 0

/** About 2 KB of answers, every one different. */
function application(): NewApplication {
  made += 1
  const text = (length: number): string =>
    Array.from({ length: length / 6 }, (_, n) => words[(made * 7 + n * (made % 13)) % words.length]).join(' ')
  return submission({
    formType: formTypes[made % formTypes.length],
    submittedAt: at(made / 100),
    applicantName: `Applicant ${made} ${words[made % words.length]}`,
    answers: Object.fromEntries(Array.from({ length: 12 }, (_, n) => [`answer${n}`, text(150)])),
    key: `key ${made} ${process.pid}`,
  })
}

const printFigure = (engine: string, what: string, figure: string): void =>
  console.log(`${engine.padEnd(11)} ${what.padEnd(44)} ${figure}`)

/** Times of each call, sorted, in milliseconds. */
async function timed(calls: number, call: (n: number) => Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  for (let n = 0; n < calls; n += 1) {
    const start = performance.now()
    await call(n)
    times.push(performance.now() - start)
  }
  return times.sort((a, b) => a - b)
}

const quantile = (sorted: readonly number[], q: number): string =>
  `${(sorted[Math.floor((sorted.length - 1) * q)] ?? 0).toFixed(2)} ms`

async function measure(engine: string, storage: Storage): Promise<void> {
  const { applications, outbox } = storage
  for (let n = 0; n < 200; n += 1) await applications.add(application())
  const single = await timed(500, () => applications.add(application()))
  printFigure(engine, 'one sender', `p50 ${quantile(single, 0.5)}, p99 ${quantile(single, 0.99)}`)

  const until = performance.now() + seconds * 1000
  const times: number[] = []
  await Promise.all(
    Array.from({ length: senders }, async () => {
      while (performance.now() < until) {
        const start = performance.now()
        const { kind } = await applications.add(application())
        if (kind !== 'added') throw new Error(kind)
        times.push(performance.now() - start)
      }
    }),
  )
  times.sort((a, b) => a - b)
  printFigure(
    engine,
    `${senders} senders, durable`,
    `${Math.round(times.length / seconds)}/s, p50 ${quantile(times, 0.5)}, p99 ${quantile(times, 0.99)}`,
  )

  for (let left = amount - (await applications.stats()).total; left > 0; left -= 500)
    await Promise.all(Array.from({ length: Math.min(500, left) }, () => applications.add(application())))
  const { total } = await applications.stats()
  const among = (what: string): string => `${what} (of ${total})`
  const show = async (what: string, call: (n: number) => Promise<unknown>): Promise<void> => {
    const read = await timed(100, call)
    printFigure(engine, among(what), `p50 ${quantile(read, 0.5)}, p99 ${quantile(read, 0.99)}`)
  }
  const { nextCursor } = await applications.list({ limit: 200 })
  await show('first page of 50', () => applications.list({ limit: 50 }))
  await show('page of 50 after a cursor', () => applications.list({ limit: 50, cursor: nextCursor }))
  await show('page of 50, form and status', () => applications.list({ limit: 50, formType: 'Contact', status: 'pending' }))
  await show('search for a word that most have', () => applications.list({ limit: 50, search: 'kolam' }))
  await show('search for a word that one has', (n) =>
    applications.list({ limit: 50, search: `applicant${n + 500}@people.example` }),
  )
  await show('search for a beginning of two letters', () => applications.list({ limit: 50, search: 'ba' }))
  await show('search for a sign', () => applications.list({ limit: 50, search: '%' }))
  await show('stats', () => applications.stats())
  await show('claim of 20 messages', (n) => outbox.claim(['mail.letter', 'sheet.row'], 20, at(1e6), at(2e6 + n)))
}

const dataDir = mkdtempSync(join(tmpdir(), 'kolam-bench-'))
const sqlite = await openStorage({ dataDir })
await measure('SQLite', sqlite)
await sqlite.close()
rmSync(dataDir, { recursive: true })

const server = await startPostgres()
try {
  const postgres = await openStorage({ dataDir: '', databaseUrl: await server.database(), poolSize: 16 })
  await measure('PostgreSQL', postgres)
  await postgres.close()
} finally {
  await server.remove()
}
