import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { migrations } from '../../src/server/database/migrations/apply.ts'
import { putDatabase } from '../support/database.ts'
import { runProgram } from '../support/program.ts'
import { freePort, root, startServer } from '../support/server.ts'

// Of each program that writes the database, the nth write, sync or rename fails in turn (strace). Afterwards the database is the old or the new one, the
// program has said what failed, and the same command succeeds. KOLAM_WRITE_STEP=1 is the full drill.

const step = Number(process.env.KOLAM_WRITE_STEP ?? 7)
const faults = step === 1 ? ['EIO', 'ENOSPC'] : ['EIO']
/** More than any of the programs makes. */
const most = 1000
const calls = 'pwrite64,fsync,fdatasync,ftruncate,rename,renameat2,link,copy_file_range,sendfile'

/** The folder of everything here: a backup of six applications, a data folder with eight, their table, and an empty folder. */
let folder: string
const at = (...names: string[]): string => path.join(folder, ...names)

beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'kolam-programs-'))
  const server = await startServer({ DATABASE_URL: '', DATA_DIR: at('data'), LOG_LEVEL: 'silent', DECISION_HOLD_S: '3600' })
  for (let n = 0; n < 6; n++) await server.apply(n === 0 ? 'WorkForStartups' : 'Contact')
  const env = { DATA_DIR: at('data'), DATABASE_URL: '' }
  expect(await runProgram('backup', [at('six.sqlite')], env)).toMatchObject({ code: 0 })
  for (let n = 0; n < 2; n++) await server.apply('Contact')
  const table = await server.fetch('/api/applications/export?format=csv')
  writeFileSync(at('eight.csv'), await table.bytes())
  await server.stop()
  mkdirSync(at('empty'))
  await putDatabase(at('empty'))
  mkdirSync(at('new'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** What a whole database holds. @throws when it is not whole */
function contentOf(file: string): { readonly applications: number } {
  const db = new DatabaseSync(file)
  const count = (of: string): number => Number(db.prepare(`select count(*) as n from ${of}`).get()?.n)
  try {
    expect(db.prepare('pragma integrity_check').all()).toEqual([{ integrity_check: 'ok' }])
    expect(db.prepare('pragma foreign_key_check').all()).toEqual([])
    expect(count('applications where id not in (select application_id from history)')).toBe(0)
    return { applications: count('applications') }
  } finally {
    db.close()
  }
}

interface Run {
  readonly code: number | null
  readonly output: string
  readonly hasFailed: boolean
}

/** Runs a program whose nth call fails with `error`. A server is stopped when it is ready. */
async function failing(name: string, args: readonly string[], dataDir: string, n: number, error: string): Promise<Run> {
  const log = at('strace.log')
  const program = path.join(root, 'dist/server', `${name}.js`)
  const inject = [`trace=${calls}`, 'signal=none', `inject=${calls}:error=${error}:when=${n}`].flatMap((each) => ['-e', each])
  const child = spawn('strace', ['-f', '--seccomp-bpf', '-o', log, ...inject, process.execPath, program, ...args], {
    cwd: os.tmpdir(),
    env: {
      PATH: process.env.PATH,
      HOST: '127.0.0.1',
      LOG_LEVEL: 'error',
      DATABASE_URL: '',
      DATA_DIR: dataDir,
      PORT: String(await freePort()),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk
      // The whole group: a signal to strace alone would leave the program running.
      if (output.includes('is at http')) process.kill(-(child.pid ?? 0), 'SIGKILL')
    })
  const [code] = await once(child, 'close')
  return { code: code as number | null, output, hasFailed: readFileSync(log, 'utf8').includes('INJECTED') }
}

interface Program {
  readonly name: string
  readonly command: string
  args(dataDir: string): readonly string[]
  /** The data folder that it begins with. */
  readonly from: string
  /** Whether it has happened; throws when it has in part. */
  happened(dataDir: string): boolean
}

const programs: readonly Program[] = [
  {
    name: 'a backup',
    command: 'backup',
    args: (dataDir) => [`${dataDir}.sqlite`],
    from: 'data',
    happened(dataDir) {
      expect(contentOf(path.join(dataDir, 'kolam.sqlite')).applications).toBe(8)
      const file = `${dataDir}.sqlite`
      if (!existsSync(file)) return false
      expect(contentOf(file).applications).toBe(8)
      return true
    },
  },
  {
    name: 'a restore',
    command: 'restore',
    args: () => [at('six.sqlite'), '--yes'],
    from: 'data',
    happened(dataDir) {
      const { applications } = contentOf(path.join(dataDir, 'kolam.sqlite'))
      expect([6, 8]).toContain(applications)
      return applications === 6
    },
  },
  {
    name: 'an import',
    command: 'import',
    args: () => [at('eight.csv')],
    from: 'empty',
    // Each row is a transaction of its own; a second import skips those that are there.
    happened: (dataDir) => contentOf(path.join(dataDir, 'kolam.sqlite')).applications === 8,
  },
  {
    name: 'the first start',
    command: 'main',
    args: () => [],
    from: 'new',
    happened(dataDir) {
      const file = path.join(dataDir, 'kolam.sqlite')
      if (!existsSync(file)) return false
      const db = new DatabaseSync(file)
      try {
        const tables = db.prepare("select name from sqlite_schema where name = 'migrations'").all()
        const applied = tables.length === 0 ? 0 : Number(db.prepare('select count(*) as n from migrations').get()?.n)
        expect([0, migrations.length]).toContain(applied)
        return applied > 0
      } finally {
        db.close()
      }
    },
  },
]

it.for(programs)('$name is whole or not there when any of its writes fails', { timeout: 3_600_000 }, async (program) => {
  const { name, command, args, from, happened } = program
  const failures = new Map(faults.map((error) => [error, 0]))
  for (const error of faults)
    for (let n = 1; n <= most; n += step) {
      const dataDir = mkdtempSync(at('run-'))
      cpSync(at(from), dataDir, { recursive: true })
      const { code, output, hasFailed } = await failing(command, args(dataDir), dataDir, n, error)
      const when = `call ${n} of ${name} fails with ${error}, and it ends with ${code}:\n${output}`
      if (code === 0) expect(happened(dataDir), when).toBe(true)
      // One that failed says so, without a stack.
      else if (command !== 'main') expect(output, when).not.toMatch(/^ {4}at /m)
      if (code !== 0 && command !== 'main') expect(output.trim(), when).not.toBe('')
      if (!happened(dataDir)) {
        const again = await failing(command, args(dataDir), dataDir, most * 10, error)
        expect(happened(dataDir), `${when}\nand then:\n${again.output}`).toBe(true)
      }
      rmSync(dataDir, { recursive: true, force: true })
      rmSync(`${dataDir}.sqlite`, { force: true })
      if (!hasFailed) break
      failures.set(error, (failures.get(error) ?? 0) + 1)
    }
  for (const [error, count] of failures) expect(count, error).toBeGreaterThan(0)
  console.log(name, [...failures].map(([error, count]) => `${count} ${error}`).join(', '))
})
