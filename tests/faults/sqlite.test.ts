import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { openStorage } from '../../src/server/storage/open.ts'
import { childProgram } from '../support/child-program.ts'
import { at, deletion, submission } from '../support/submissions.ts'

let child: string
let dataDir: string

beforeAll(async () => {
  child = await childProgram('storage-child')
})

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'kolam-faults-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

/** Starts a process that stores without end; resolves when it is ready. `said` are the ids that it acknowledged. */
async function storing() {
  const server = spawn(process.execPath, [child, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] })
  const output: string[] = []
  const lines = createInterface({ input: server.stdout })
  lines.on('line', (line) => output.push(line))
  const reach = async (count: number) => {
    while (output.length < count) await once(lines, 'line')
  }
  await reach(1)
  const kill = async () => {
    const closed = once(server, 'close')
    server.kill('SIGKILL')
    await closed
    return output.slice(1)
  }
  return { reach, kill }
}

it('refuses a second server on the same folder, and not after the first was killed', async () => {
  const { kill } = await storing()
  try {
    await expect(openStorage({ dataDir })).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect(openStorage({ dataDir })).rejects.toThrow(/^Another server is already running on the data in .*Stop it first/)
    // A tool may read and write at the same time.
    const secondStorage = await openStorage({ dataDir, sharesFolder: true })
    const sent = submission()
    expect((await secondStorage.applications.add(sent)).kind).toBe('added')
    expect(await secondStorage.applications.byId(sent.change.application.id)).toEqual(sent.change.application)
    await secondStorage.close()
  } finally {
    await kill()
  }
  const next = await openStorage({ dataDir })
  await next.close()
  await (await openStorage({ dataDir })).close()
})

it('accepts nothing while its file is moved away or replaced', async () => {
  const storage = await openStorage({ dataDir })
  // A check that writes nothing succeeds on a disk that takes no bytes.
  const logged = (): number => statSync(join(dataDir, 'kolam.sqlite-wal')).size
  const before = logged()
  await storage.ping()
  expect(logged()).toBeGreaterThan(before)
  const file = join(dataDir, 'kolam.sqlite')
  const submitted = submission()
  const refusal = {
    code: 'DATABASE_CONNECTION_FAILED',
    cause: { message: expect.stringContaining('was moved, deleted or replaced') },
  }
  renameSync(file, `${file}.old`)
  await expect(storage.applications.add(submitted)).rejects.toMatchObject(refusal)
  copyFileSync(`${file}.old`, file)
  await expect(storage.applications.add(submitted)).rejects.toMatchObject(refusal)
  await expect(storage.settings.put('views', [], 0)).rejects.toMatchObject(refusal)
  await expect(storage.ping()).rejects.toMatchObject(refusal)
  renameSync(`${file}.old`, file)
  await storage.ping()
  expect((await storage.applications.add(submitted)).kind).toBe('added')
  await storage.close()
})

it('stores everything that it acknowledged before a kill', async () => {
  let acknowledged: string[] = []
  for (let round = 0; round < 3; round += 1) {
    const { reach, kill } = await storing()
    await reach(30)
    acknowledged = [...acknowledged, ...(await kill())]
  }
  const { applications, close } = await openStorage({ dataDir })
  const there = await Promise.all(acknowledged.map((id) => applications.byId(id)))
  expect(acknowledged.length).toBeGreaterThanOrEqual(87)
  expect(there.filter((application) => application === undefined)).toEqual([])
  const { total } = await applications.stats()
  expect((await applications.list({ limit: 1, search: 'applicant' })).total).toBe(total)
  await close()
})

// strace exists only on Linux. There the test fails without it, because nothing else proves the sync.
it.skipIf(process.platform !== 'linux')('syncs to the disk before each acknowledgement', () => {
  const log = join(dataDir, 'strace.log')
  const { status, stderr } = spawnSync(
    'strace',
    [
      '-f',
      '-s',
      '64',
      '-o',
      log,
      '-e',
      'trace=fsync,fdatasync,write',
      '-e',
      'signal=none',
      process.execPath,
      child,
      join(dataDir, 'data'),
      '100',
    ],
    { encoding: 'utf8' },
  )
  expect([status, stderr]).toEqual([0, ''])
  const calls = readFileSync(log, 'utf8').split('\n')
  const unsynced: string[] = []
  let acknowledged = 0
  let synced = false
  for (const call of calls) {
    // strace prints a call in two lines when another thread makes a call meanwhile.
    if (/\b(fsync|fdatasync)(\(\d+| resumed>)\)\s+= 0/.test(call)) synced = true
    const id = /\bwrite\(1, "([0-9a-f-]{36})\\n"/.exec(call)?.[1]
    if (id === undefined) continue
    acknowledged += 1
    if (!synced) unsynced.push(id)
    synced = false
  }
  expect([acknowledged, unsynced]).toEqual([100, []])
})

it('keeps no trace of purged records in its files and its log', async () => {
  const { applications, close } = await openStorage({ dataDir })
  const secret = { applicantName: 'Zsofia Quixotewitz', answers: { idea: 'unmistakablewording' } }
  const bytes = new TextEncoder().encode('resumewithoutequal')
  const sent = submission({ ...secret, files: [{ field: 'resume', name: 'a.pdf', type: 'application/pdf', bytes }] })
  for (let n = 0; n < 30; n += 1) await applications.add(submission())
  await applications.add(sent)
  await applications.remove(sent.change.application.id, deletion(at(1)), at(2))
  const wordsOnDisk = () => {
    const files = readdirSync(dataDir).map((name) => readFileSync(join(dataDir, name)).toString('latin1').toLowerCase())
    return ['quixotewitz', 'unmistakablewording', 'resumewithoutequal'].filter((word) =>
      files.some((file) => file.includes(word)),
    )
  }
  expect(wordsOnDisk()).toHaveLength(3)
  expect(await applications.purge(at(2))).toBe(1)
  // The log of a running server contains nothing either.
  expect(wordsOnDisk()).toEqual([])
  await close()
  expect(wordsOnDisk()).toEqual([])
})

it('refuses a file that is not a database with a reason, and leaves it unchanged', async () => {
  writeFileSync(join(dataDir, 'kolam.sqlite'), 'a letter to my aunt '.repeat(100))
  await expect(openStorage({ dataDir })).rejects.toMatchObject({
    code: 'DATABASE_CONNECTION_FAILED',
    message: 'The database cannot be opened: file is not a database',
  })
  expect(readFileSync(join(dataDir, 'kolam.sqlite'), 'utf8')).toBe('a letter to my aunt '.repeat(100))
  // The lock is released after the check.
  rmSync(join(dataDir, 'kolam.sqlite'))
  await (await openStorage({ dataDir })).close()
})

it('refuses a database of a newer version', async () => {
  await (await openStorage({ dataDir })).close()
  const db = new DatabaseSync(join(dataDir, 'kolam.sqlite'))
  db.exec("insert into migrations values ('9999-later', 1)")
  db.close()
  await expect(openStorage({ dataDir })).rejects.toThrow(
    /made by a newer version of this program \(it has the migration 9999-later\)/,
  )
})
