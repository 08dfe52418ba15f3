import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { cancelMove, copyDatabase } from '../../src/server/storage/copy-database.ts'
import { openStorage } from '../../src/server/storage/open.ts'
import type { Storage } from '../../src/server/storage/port.ts'
import { type Postgres, startPostgres } from '../support/postgres.ts'
import { admin, at, decision, deletion, gather, removal, submission } from '../support/submissions.ts'

let server: Postgres
let dataDir: string

beforeAll(async () => {
  server = await startPostgres()
})
afterAll(() => server.remove())
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'kolam-move-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

/** Fills a data folder: decisions, deletions, unusual texts, files, outbox entries in every state, a session. */
async function fill(count: number): Promise<void> {
  const storage = await openStorage({ dataDir })
  const { applications, outbox, sessions, passcodes, passkeys, refusals, responses, settings } = storage
  const sent = Array.from({ length: count }, (_, n) =>
    submission({
      submittedAt: at(n),
      companyName: n % 10 === 0 ? `odd \0 \ud800 ${n}` : `Company ${n}`,
      key: `key ${n}`,
      files:
        n % 3 === 0
          ? [{ field: 'resume', name: `${n}.pdf`, type: 'application/pdf', bytes: crypto.getRandomValues(new Uint8Array(3000)) }]
          : [],
    }),
  )
  await Promise.all(sent.map((added) => applications.add(added)))
  for (const [n, { change }] of sent.slice(0, 40).entries()) {
    if (n % 4 === 0) await applications.save(decision(change.application, n % 8 === 0 ? 'approved' : 'pitch', at(1000)))
    const { id } = change.application
    const hold = at(n === 1 ? 1001 : 5000)
    if (n % 10 === 1) await applications.remove(id, deletion(at(1000)), hold, [removal(id, hold)])
  }
  await applications.purge(at(2000))
  for (const [n, entry] of (await outbox.claim(['mail.letter', 'sheet.row'], 30, at(2000), at(3000))).entries())
    if (n % 3 !== 0)
      await outbox.settle(entry, n % 3 === 1 ? { kind: 'sent' } : { kind: 'refused', fault: 'no' }, at(2001), undefined)
  const { id: userId } = await sessions.user(admin, at(0))
  const session = { credentialHash: 'h', userId, email: admin, createdAt: at(0), expiresAt: at(1), browser: 'd' }
  await sessions.begin({ session, name: 'Firefox on Linux', trustedUntil: at(9), replaces: undefined })
  await passkeys.add(admin, { id: 'k', name: 'Laptop', publicKey: 'pk', counter: 7, createdAt: at(0), usedAt: undefined })
  await refusals.add(at(0), 3)
  const passcode = { id: 'p', email: admin, codeHash: 'c', createdAt: at(0), expiresAt: at(600), browser: 'b', client: 'c' }
  await passcodes.put({ ...passcode, owner: undefined }, { since: at(0), max: 3 })
  await passcodes.beginTry(admin, { browser: 'b', client: 'c', owner: undefined }, at(1), { triesPerCode: 5, caps: [] })
  await responses.put('r', 'response', at(9))
  await settings.put('s', { text: 'odd \0 \ud800' }, 0)
  await storage.close()
}

/** Everything that a storage returns. */
async function answers(storage: Storage): Promise<unknown> {
  const { applications, outbox, sessions, passkeys, refusals, responses, settings } = storage
  const all = await gather(applications.all({ limit: 50 }))
  return {
    all,
    stats: await applications.stats(),
    history: await Promise.all(all.map(({ id }) => applications.history(id))),
    files: await Promise.all(all.map(({ id }) => applications.file(id, 'resume'))),
    messages: await Promise.all(all.map(({ id }) => outbox.forApplication(id))),
    counts: await outbox.counts(),
    found: (await applications.list({ limit: 200, search: 'odd' })).applications,
    session: await sessions.byCredential('h'),
    browsers: await sessions.browsers(admin, at(1)),
    passkeys: await passkeys.list(admin),
    refusals: await refusals.since(at(0)),
    user: await sessions.user(admin, at(99)),
    response: await responses.get('r', at(1)),
    setting: await settings.get('s'),
  }
}

it('copies everything: the other database returns the same and works', async () => {
  await fill(250)
  const databaseUrl = await server.database()
  const steps: string[] = []
  const { counts } = await copyDatabase({
    dataDir,
    databaseUrl,
    onProgress: ({ step, done, total }) => steps.push(`${step} ${done}/${total}`),
  })
  expect(counts).toMatchObject({
    applications: 249,
    // The purge of an application removed its key.
    idempotency: 249,
    users: 1,
    sessions: 1,
    devices: 1,
    passkeys: 1,
    refusals: 1,
    passcodes: 1,
    wrong_tries: 1,
    replies: 1,
    // one of the desk's, and the record of one deletion
    settings: 2,
  })
  expect(steps).toEqual(['copying', 'comparing'].flatMap((step) => ['100', '200', '249'].map((done) => `${step} ${done}/249`)))

  await cancelMove(dataDir)
  // Opened as a tool, because a server would release the claims of the server before.
  const [here, there] = [await openStorage({ dataDir, sharesFolder: true }), await openStorage({ dataDir: '', databaseUrl })]
  expect(await answers(there)).toEqual(await answers(here))
  expect((await there.applications.add(submission({ key: 'key 7' }))).kind).toBe('already_added')
  expect((await there.applications.add(submission({ submittedAt: at(9999) }))).kind).toBe('added')
  // The row of the application that was purged before the move still has to be removed.
  expect(await there.outbox.claim(['sheet.removal'], 9, at(2000), at(3000))).toMatchObject([{ dueAt: at(1001) }])
  expect(await there.applications.purge(at(5000))).toBe(3)
  await here.close()
  await there.close()
  await expect(copyDatabase({ dataDir, databaseUrl })).rejects.toThrow(/moved to this PostgreSQL database before/)
})

it('resumes after a kill, also when copied records have changed since', async () => {
  await fill(600)
  const databaseUrl = await server.database()
  for (const until of ['copying 100', 'copying 300', 'comparing 200']) {
    const child = spawn(process.execPath, [join(import.meta.dirname, '../support/move-child.ts'), dataDir, databaseUrl], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const exited = once(child, 'close')
    createInterface({ input: child.stdout }).on('line', (line) => line === until && child.kill('SIGKILL'))
    expect(await exited).toEqual([null, 'SIGKILL'])
    const between = await openStorage({ dataDir })
    const [newest] = (await between.applications.list({ limit: 1 })).applications
    const oldest = (await gather(between.applications.all({ limit: 200, status: 'pending' }))).at(-1)
    if (newest === undefined || oldest === undefined) throw new Error('nothing there')
    await between.applications.save(decision(oldest, 'rejected', at(7000)))
    await between.applications.remove(newest.id, deletion(at(7000)), at(7001))
    await between.applications.purge(at(7001))
    await between.close()
  }
  // Of 600: one purged when it was filled, three whose hold was over by then, and one in each round.
  expect((await copyDatabase({ dataDir, databaseUrl })).counts?.applications).toBe(593)
  await cancelMove(dataDir)
  const [here, there] = [await openStorage({ dataDir }), await openStorage({ dataDir: '', databaseUrl })]
  expect(await answers(there)).toEqual(await answers(here))
  await here.close()
  await there.close()
})

it('resumes when a copied record has changed without a new revision since', async () => {
  const storage = await openStorage({ dataDir })
  const { change, ...scored } = submission({ scores: { team: 5 } })
  await storage.applications.add({ ...scored, change })
  await storage.close()
  const databaseUrl = await server.database()
  const onProgress = ({ step }: { readonly step: string }): void => {
    if (step === 'comparing') throw new Error('interrupted')
  }
  await expect(copyDatabase({ dataDir, databaseUrl, onProgress })).rejects.toThrow('interrupted')
  const between = await openStorage({ dataDir })
  await between.applications.recomputeTotals('Accelerator', () => 3)
  await between.close()
  expect((await copyDatabase({ dataDir, databaseUrl })).counts?.applications).toBe(1)
  const there = await openStorage({ dataDir: '', databaseUrl })
  expect(await there.applications.byId(change.application.id)).toMatchObject({ total: 3, revision: 0 })
  await there.close()
})

it('refuses a folder in use, and a database that is not empty or came from elsewhere', async () => {
  await fill(5)
  const databaseUrl = await server.database()
  const running = await openStorage({ dataDir })
  await expect(copyDatabase({ dataDir, databaseUrl })).rejects.toThrow(/Another server is already running/)
  await running.close()
  const used = await openStorage({ dataDir: '', databaseUrl })
  await used.applications.add(submission())
  await expect(copyDatabase({ dataDir, databaseUrl })).rejects.toThrow(/is in use/)
  expect((await used.applications.stats()).total).toBe(1)
  await used.close()
})
