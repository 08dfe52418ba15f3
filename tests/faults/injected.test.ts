import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, statSync, truncateSync } from 'node:fs'
import { createServer } from 'node:http'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, expect, it } from 'vitest'
import { answers, submission } from '../support/answers.ts'
import { runProgram } from '../support/program.ts'
import { type Running, startServer, until } from '../support/server.ts'

// Faults of the machine and of other systems that once did harm. Those of mail are in tests/mail (deferred recipients, a slow server), those of the
// spreadsheet's pauses in tests/sheets/script.test.ts, and the end of the process in programs.test.ts.

let server: Running
afterEach(() => server?.remove())

const submit = () => server.request('/api/submit-application', submission('Contact', answers('Contact')))
const database = (): string => path.join(server.dataDir, 'kolam.sqlite')

it('a database that was emptied is no new installation: the server does not start', async () => {
  server = await startServer({ DATABASE_URL: '' })
  expect((await submit()).status).toBe(201)
  await server.stop()
  truncateSync(database(), 0)
  const { code, errors } = await runProgram('main', [], { DATA_DIR: server.dataDir, DATABASE_URL: '', PORT: '0' })
  expect([code, errors.trim().split('\n')]).toEqual([1, [expect.stringContaining(server.dataDir)]])
  expect(statSync(database()).size).toBe(0)
})

it('an endless answer of the spreadsheet is not read to its end', async () => {
  let sent = 0
  let calls = 0
  const endless = createServer((_request, response) => {
    calls += 1
    response.writeHead(200, { 'content-type': 'application/json' })
    const piece = Buffer.alloc(1024 * 1024, ' ')
    const more = (): void => {
      do sent += 1
      while (!response.destroyed && response.write(piece))
    }
    response.on('drain', more)
    more()
  }).listen(0, '127.0.0.1')
  await once(endless, 'listening')
  const address = endless.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  server = await startServer({ SHEET_URL: `http://127.0.0.1:${address.port}/`, DATABASE_URL: '' })
  expect((await submit()).status).toBe(201)
  // A later call shows that an earlier one has been given up.
  await until('more than the limit to be sent, and another call', () => (sent > 50 && calls > 1) || undefined)
  const kilobytes = Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${server.pid()}/status`, 'utf8'))?.[1])
  expect(kilobytes).toBeLessThan(450_000)
  endless.closeAllConnections()
  endless.close()
})

it('an idle connection stays open for longer than a proxy keeps it', async () => {
  server = await startServer()
  expect((await fetch(`${server.url}/healthz`)).headers.get('keep-alive')).toBe('timeout=75')
})

it('a write lock of another process refuses a submission within seconds', async () => {
  server = await startServer({ DATABASE_URL: '' })
  const other = new DatabaseSync(database())
  other.exec('begin immediate')
  const began = performance.now()
  const refused = await submit()
  expect([refused.status, performance.now() - began < 7_000]).toEqual([503, true])
  other.exec('rollback')
  other.close()
  await until('a submission to be accepted', async () => (await submit()).status === 201 || undefined)
})

it('a file that may not grow makes the server not ready', async () => {
  server = await startServer({ DATABASE_URL: '' })
  const limit = (bytes: string): void => {
    expect(spawnSync('prlimit', ['--pid', String(server.pid()), `--fsize=${bytes}:unlimited`]).status).toBe(0)
  }
  limit('4096')
  expect([(await submit()).status, (await fetch(`${server.url}/readyz`)).status]).toEqual([503, 503])
  limit('unlimited')
  await until('the server to be ready', async () => (await fetch(`${server.url}/readyz`)).ok || undefined)
  expect((await submit()).status).toBe(201)
})

it('a deletion just before a restore stays one', async () => {
  server = await startServer({ DATABASE_URL: '' })
  const [deleted, other] = [(await server.apply('Contact')).path, (await server.apply('Contact')).path]
  const env = { DATA_DIR: server.dataDir, DATABASE_URL: '' }
  const backup = path.join(server.dataDir, 'before.sqlite')
  expect((await runProgram('backup', [backup], env)).code).toBe(0)
  expect((await server.call(deleted, 'DELETE')).status).toBe(200)
  await server.stop()
  expect((await runProgram('restore', [backup, '--yes'], env)).code).toBe(0)
  await server.start()
  expect([(await server.call(deleted)).status, (await server.call(other)).status]).toEqual([404, 200])
})
