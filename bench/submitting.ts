import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { type Postgres, startPostgres } from '../tests/support/postgres.ts'
import { root, startServer, until } from '../tests/support/server.ts'
import { columns, cpuSeconds, Figures, inTurns, quantile, type Scale, type Table } from './figures.ts'
import { type Load, run, settings } from './load.ts'
import { jsonSubmission } from './submissions.ts'

/** A server under load: the product, or the floor. */
interface Subject {
  readonly port: number
  readonly pid: number
  /** The bytes of its database, and the applications in it. */
  stored(): Promise<{ readonly bytes: number; readonly count: number }>
  remove(): Promise<unknown>
}

/** Letters wait: nothing listens there. */
const unreachable = { SMTP_URL: 'smtp://127.0.0.1:9' }

function storedInFile(file: string) {
  const db = new DatabaseSync(file, { readOnly: true, timeout: 5000 })
  const value = (sql: string): number => Number(Object.values(db.prepare(sql).get() ?? {})[0])
  const bytes = (value('pragma page_count') - value('pragma freelist_count')) * value('pragma page_size')
  const count = value('select count(*) from applications')
  db.close()
  return { bytes, count }
}

async function storedAt(connectionString: string) {
  const client = new pg.Client({ connectionString })
  await client.connect()
  const { rows } = await client.query(
    'select pg_database_size(current_database()) as bytes, (select count(*) from applications) as count',
  )
  await client.end()
  return { bytes: Number(rows[0].bytes), count: Number(rows[0].count) }
}

async function product(program: string, database: string | undefined): Promise<Subject> {
  const server = await startServer({ ...settings, ...unreachable, DATABASE_URL: database ?? '' }, program)
  return {
    port: Number(new URL(server.url).port),
    pid: server.pid(),
    stored: async () => (database === undefined ? storedInFile(path.join(server.dataDir, 'kolam.sqlite')) : storedAt(database)),
    remove: () => server.remove(),
  }
}

async function floor(database: string | undefined): Promise<Subject> {
  const folder = mkdtempSync(path.join(tmpdir(), 'kolam-bench-floor-'))
  const program = path.join(root, 'bench/floor/server.ts')
  const child: ChildProcess = spawn(process.execPath, [program, database ?? folder], { stdio: ['ignore', 'pipe', 'inherit'] })
  const lines = createInterface({ input: child.stdout as NonNullable<ChildProcess['stdout']> })
  const [line] = await Promise.race([once(lines, 'line'), once(child, 'exit')])
  if (child.exitCode !== null) throw new Error(`the floor ended with ${child.exitCode}`)
  return {
    port: Number(line),
    pid: child.pid ?? 0,
    stored: async () => (database === undefined ? storedInFile(path.join(folder, 'floor.sqlite')) : storedAt(database)),
    async remove() {
      const ended = once(child, 'exit')
      child.kill()
      await ended
      rmSync(folder, { recursive: true })
    },
  }
}

const pieces = jsonSubmission()

/** Measures one round of a subject: at two steady paces, and as many as possible. */
async function round(subject: Subject, { seconds }: Scale) {
  const { port, pid } = subject
  /** Sends, and says how much CPU each took. */
  const sent = async (how: Pick<Load, 'connections' | 'rate'>) => {
    const before = cpuSeconds(pid)
    const { durations } = await run({ pieces, port, seconds, status: 201, ...how })
    return { durations, cpu: ((cpuSeconds(pid) - before) / durations.length) * 1e6 }
  }
  const slow = await sent({ connections: 16, rate: 50 })
  const steady = await sent({ connections: 64, rate: 200 })
  const { durations, cpu } = await sent({ connections: 64 })
  return {
    'CPU, µs': cpu,
    'a second at 64 connections': durations.length / seconds,
    '50 a second: CPU, µs': slow.cpu,
    '200 a second: p99, ms': quantile(steady.durations, 0.99),
    '200 a second: longest, ms': steady.durations.at(-1) ?? Number.NaN,
  }
}

const goals = {
  sqlite: { 'CPU, µs': '4.5 × at most', 'a second at 64 connections': '0.22 × at least', '50 a second: CPU, µs': '2 × at most' },
  postgres: {},
}
const steadyGoals = { '200 a second: p99, ms': '25 at most', '200 a second: longest, ms': '500 at most' }

/** Milliseconds of CPU of a letter, from its claim to its record: the server starts with letters that wait, and writes each to a file. */
async function letterCpu(program: string, database: string | undefined): Promise<number> {
  const folder = mkdtempSync(path.join(tmpdir(), 'kolam-bench-letters-'))
  const stored = { ...settings, DATA_DIR: folder, DATABASE_URL: database ?? '' }
  const holding = await startServer({ ...stored, ...unreachable }, program)
  const port = Number(new URL(holding.url).port)
  const { durations } = await run({ pieces, port, connections: 16, rate: 100, seconds: 3, status: 201 })
  await holding.stop()
  const sending = await startServer(stored, program)
  const written = (): number => readdirSync(path.join(folder, 'mail')).filter((name) => name.endsWith('.eml')).length
  try {
    await until('the first letter', () => existsSync(path.join(folder, 'mail')) || undefined)
    const [first, before] = [written(), cpuSeconds(sending.pid())]
    await until('the letters', () => written() >= durations.length || undefined, 120_000)
    return ((cpuSeconds(sending.pid()) - before) / (durations.length - first)) * 1000
  } finally {
    await sending.remove()
  }
}

/** The programs beside the floor on one database, in turns: the last subject is the floor. */
async function compared(scale: Scale, server: Postgres | undefined): Promise<Table> {
  await using ends = new AsyncDisposableStack()
  const subjects: Subject[] = []
  for (const start of [...scale.programs.map((program) => (url?: string) => product(program, url)), floor]) {
    const subject = await start(await server?.database())
    ends.defer(async () => void (await subject.remove()))
    subjects.push(subject)
  }
  const empty = await Promise.all(subjects.map((subject) => subject.stored()))
  for (const { port } of subjects) await run({ pieces, port, connections: 64, seconds: 5, status: 201 })
  const figures = new Figures(subjects.length)
  await inTurns(subjects.length, scale.rounds, async (at) => figures.add(at, await round(subjects[at] as Subject, scale)))
  const full = await Promise.all(subjects.map((subject) => subject.stored()))
  for (const [at, { bytes, count }] of full.entries())
    figures.add(at, { 'disk of one, bytes': (bytes - (empty[at]?.bytes ?? 0)) / count })
  const own = server === undefined ? { ...goals.sqlite, 'disk of one, bytes': '6,144 at most' } : goals.postgres
  return figures.table([...columns(scale), 'floor'], { ...own, ...steadyGoals })
}

/** What a submission costs the product and the floor while letters wait; and what a letter costs. */
export async function submissions(scale: Scale): Promise<readonly Table[]> {
  await using ends = new AsyncDisposableStack()
  const server = scale.isPostgres ? await startPostgres() : undefined
  ends.defer(async () => server?.remove())
  const besides = await compared(scale, server)
  const letters = new Figures(scale.programs.length)
  await inTurns(scale.programs.length, scale.rounds, async (at) => {
    const cpu = await letterCpu(scale.programs[at] as string, await server?.database())
    letters.add(at, { 'a letter: CPU from its claim to its record, ms': cpu })
  })
  return [besides, letters.table(columns(scale), { 'a letter: CPU from its claim to its record, ms': '4 at most' })]
}
