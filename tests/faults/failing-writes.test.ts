import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Running, startServer, until } from '../support/server.ts'
import { type Attempt, preparations, testedKinds } from '../support/writes.ts'

// As SQLite tests itself: of one request, each write or sync of the database fails in turn, with an error of the system call (strace). Afterwards everything
// that was acknowledged is there, nothing is there in part, and the same request succeeds. KOLAM_WRITE_STEP=1 is the full drill.
// A write of other work of the server, such as the outbox, may be the nth one; then that is what fails.

const step = Number(process.env.KOLAM_WRITE_STEP ?? 7)
const faults = step === 1 ? ['EIO', 'ENOSPC'] : ['EIO']
/** More than any request makes. */
const most = 200

let server: Running
let prepare: ReturnType<typeof preparations>

const readIfThere = (file: string): string | undefined => (existsSync(file) ? readFileSync(file, 'utf8') : undefined)

/** Attaches strace to the server, so that its nth write or sync of the database fails with `error`. */
async function failing(n: number, error: string) {
  const database = path.join(server.dataDir, 'kolam.sqlite')
  const log = path.join(server.dataDir, 'strace.log')
  const injected = `inject=write,pwrite64,fsync,fdatasync,ftruncate:error=${error}:when=${n}`
  const files = ['', '-wal'].flatMap((ending) => ['-P', `${database}${ending}`])
  const args = ['-f', '-p', String(server.pid()), '-o', log, '-e', 'signal=none', '-e', injected, ...files]
  const tracer = spawn('strace', args, { stdio: ['ignore', 'ignore', 'pipe'] })
  let printed = ''
  tracer.stderr.on('data', (chunk) => (printed += chunk))
  await until('strace to attach', () => printed.includes('attached') || undefined)
  return {
    /** Detaches it. @returns whether a call failed */
    async end(): Promise<boolean> {
      const closed = once(tracer, 'close')
      tracer.kill('SIGINT')
      await closed
      return readFileSync(log, 'utf8').includes('INJECTED')
    },
  }
}

beforeAll(async () => {
  server = await startServer({ LOG_LEVEL: 'silent', DATABASE_URL: '', DECISION_HOLD_S: '3600' })
  await server.session()
  prepare = preparations(server)
})
afterAll(() => server?.remove())

/** strace exists only on Linux, where a user may attach it to another process unless the system forbids it; root always may. */
const mayTrace =
  process.platform === 'linux' &&
  (process.getuid?.() === 0 || (readIfThere('/proc/sys/kernel/yama/ptrace_scope') ?? '0').trim() === '0')
const ofEachKind = it.skipIf(!mayTrace).for(testedKinds)

ofEachKind('%s: whole or not there when any of its writes fails', { timeout: 900_000 }, async (kind) => {
  const attempts: { readonly attempt: Attempt; readonly when: string }[] = []
  const failures = new Map(faults.map((error) => [error, 0]))
  for (const error of faults)
    for (let n = 1; n <= most; n += step) {
      const attempt = await prepare[kind]()
      const tracer = await failing(n, error)
      const response = await attempt.act()
      const hasFailed = await tracer.end()
      const when = `write ${n} fails with ${error}, and the response is ${response.status}`
      const isThere = await attempt.happened()
      if (response.status < 400) expect(isThere, when).toBe(true)
      // A request that was refused may be sent again.
      if (!isThere) expect((await attempt.act()).status, when).toBeLessThan(400)
      expect(await attempt.happened(), when).toBe(true)
      attempts.push({ attempt, when })
      if (!hasFailed) break
      failures.set(error, (failures.get(error) ?? 0) + 1)
    }
  // A request makes some twenty writes and syncs.
  for (const [error, count] of failures) expect(count, error).toBeGreaterThan(step === 1 ? 10 : 1)
  if (step === 1) console.log([...failures].map(([error, count]) => `${count} ${error}`).join(', '))
  await server.stop('SIGKILL')
  const db = new DatabaseSync(path.join(server.dataDir, 'kolam.sqlite'))
  expect(db.prepare('pragma integrity_check').all()).toEqual([{ integrity_check: 'ok' }])
  expect(db.prepare('pragma foreign_key_check').all()).toEqual([])
  db.close()
  await server.start()
  for (const { attempt, when } of attempts) expect(await attempt.happened(), when).toBe(true)
})
