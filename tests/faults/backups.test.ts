import { createHash } from 'node:crypto'
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { queueMorningLetter } from '../../src/features/morning-letter/digest.ts'
import { addresses, subscriptions } from '../../src/features/openings/store.ts'
import { scriptTokens } from '../../src/features/scripts/store.ts'
import { restoreBackup } from '../../src/programs/copies/restore.ts'
import { applicationTables, copiedTables, fingerprint, largeTables, rowsOf } from '../../src/programs/copies/rows.ts'
import { migrate } from '../../src/server/database/migrations/apply.ts'
import { postgres } from '../../src/server/database/postgres/engine.ts'
import { sqlite } from '../../src/server/database/sqlite/engine.ts'
import { personHashes } from '../../src/server/records/persons/hashes.ts'
import { openStorage } from '../../src/server/storage/open.ts'
import type { Storage } from '../../src/server/storage/port.ts'
import { replacedDatabases } from '../../src/server/storage/replaced.ts'
import { minute, second } from '../../src/shared/dates.ts'
import { newId } from '../../src/shared/ids.ts'
import { promises } from '../support/adapters.ts'
import { openApp, startOfTest } from '../support/app.ts'
import { type Applicant, applicantOf } from '../support/applicant.ts'
import { type Postgres, startPostgres } from '../support/postgres.ts'
import { runProgram } from '../support/program.ts'
import { rows } from '../support/rows.ts'
import { startServer, until } from '../support/server.ts'
import { at, decision, deletion, submission } from '../support/submissions.ts'

const rounds = Number(process.env.KOLAM_RESTORE_ROUNDS ?? 1)

let cluster: Postgres
let folder: string

beforeAll(async () => {
  cluster = await startPostgres()
  folder = mkdtempSync(path.join(tmpdir(), 'kolam-backups-'))
})
afterAll(async () => {
  await cluster?.remove()
  rmSync(folder, { recursive: true, force: true })
})

const modeOf = (file: string): string => (statSync(file).mode & 0o777).toString(8)
const fresh = (name: string): string => mkdtempSync(path.join(folder, `${name}-`))

/** The settings of a new installation on one of the databases. */
async function installation(kind: string): Promise<{ DATA_DIR: string; DATABASE_URL: string }> {
  return { DATA_DIR: fresh('data'), DATABASE_URL: kind === 'PostgreSQL' ? await cluster.database() : '' }
}
type Installation = Awaited<ReturnType<typeof installation>>

const storageOf = ({ DATA_DIR, DATABASE_URL }: Installation) =>
  openStorage({ dataDir: DATA_DIR, ...(DATABASE_URL !== '' && { databaseUrl: DATABASE_URL }) })

/** Deletes all data of an installation, like a lost disk. */
async function wipe({ DATA_DIR, DATABASE_URL }: Installation): Promise<void> {
  rmSync(DATA_DIR, { recursive: true })
  if (DATABASE_URL === '') return
  const client = new pg.Client({ connectionString: DATABASE_URL })
  await client.connect()
  await client.query('drop schema public cascade; create schema public')
  await client.end()
}

/** The row count and hash of every table, without letters, because a restore holds them. */
async function hashes(installed: Installation): Promise<Readonly<Record<string, string>>> {
  const model = sqlite(fresh('model'))
  await migrate(model, at(0))
  const engine = installed.DATABASE_URL === '' ? sqlite(installed.DATA_DIR) : await postgres(installed.DATABASE_URL, 1)
  const found: Record<string, string> = {}
  const { small, columnsOf } = await copiedTables(model.read)
  for (const table of [...[...applicationTables, ...largeTables()].map(([name]) => name), ...small]) {
    const columns = columnsOf(table)
    const rows = (await rowsOf(engine.read, table, columns)).filter(({ topic }) => topic !== 'mail.letter')
    found[table] = `${rows.length} ${fingerprint(columns, rows).toString(16)}`
  }
  await engine.close()
  await model.close()
  return found
}

/** The row counts and hashes of a backup file. */
function hashesOf(file: string): Promise<Readonly<Record<string, string>>> {
  const DATA_DIR = fresh('opened')
  copyFileSync(file, path.join(DATA_DIR, 'kolam.sqlite'))
  return hashes({ DATA_DIR, DATABASE_URL: '' })
}

const kinds = ['SQLite', 'PostgreSQL'] as const

describe.each(kinds)('on %s', (kind) => {
  it(`a backup under load, restored after a wipe, is equal by hash, ${rounds} times`, async () => {
    const env = await installation(kind)
    const copies = path.join(folder, `copies-${kind}`)
    for (let round = 0; round < rounds; round += 1) {
      const server = await startServer(env)
      const acknowledged: string[] = []
      const writing = { isStopped: false }
      const writers = Array.from({ length: 4 }, async () => {
        while (!writing.isStopped) {
          acknowledged.push((await server.apply('WorkForStartups')).id)
        }
      })
      let file = ''
      let before: string[] = []
      try {
        await until('20 submissions', () => acknowledged.length >= 20 || undefined)
        before = [...acknowledged]
        const { code, output, errors } = await runProgram('backup', [`${copies}/`], env)
        expect([code, errors]).toEqual([0, ''])
        file = output.slice(0, output.indexOf(': '))
      } finally {
        writing.isStopped = true
        await Promise.all(writers)
        await server.stop()
      }
      expect([copies, file, `${file}.sha256`].map(modeOf)).toEqual(['700', '600', '600'])
      await wipe(env)
      const { code, output, errors } = await runProgram('restore', [file, '--yes'], env)
      expect([code, errors, output]).toEqual([
        0,
        '',
        expect.stringMatching(/^Current: {2}no database\nBackup: {3}[\d,]+ applications/),
      ])
      const restored = await hashes(env)
      expect(restored).toEqual(await hashesOf(file))
      const storage = await storageOf(env)
      const found = await Promise.all(before.map((id) => storage.applications.byId(id)))
      expect(found.includes(undefined)).toBe(false)
      await storage.close()
    }
    const last = await startServer(env)
    expect((await fetch(`${last.url}/readyz`)).status).toBe(200)
    await last.remove()
  }, 600_000)

  it('a restore lists what is lost, sets the database aside, and sends no letter twice', async () => {
    const env = await installation(kind)
    const file = path.join(fresh('copy'), 'a.sqlite')
    const storage = await storageOf(env)
    const sent = [0, 1, 2, 3].map((n) => submission({ submittedAt: at(n) }))
    for (const added of sent) await storage.applications.add(added)
    const [first, second, third, fourth] = sent.map(({ change }) => change.application)
    if (!first || !second || !third || !fourth) throw new Error('nothing there')
    const backedUp = await runProgram('backup', [file], env)
    expect([backedUp.code, backedUp.errors]).toEqual([0, ''])

    const [letter] = (await storage.outbox.claim(['mail.letter'], 1, at(10), at(70))) ?? []
    if (letter === undefined) throw new Error('no letter')
    await storage.outbox.settle(letter, { kind: 'sent' }, at(11), undefined)
    await storage.applications.save(decision(second, 'approved', at(20)))
    await storage.applications.remove(fourth.id, deletion(at(21)), at(22))
    await storage.applications.purge(at(23))
    const later = submission({ submittedAt: at(100) })
    await storage.applications.add(later)

    const refused = await runProgram('restore', [file, '--yes'], env)
    expect([refused.code, refused.output]).toEqual([1, ''])
    expect(refused.errors).toMatch(/server is (already )?running/)
    await storage.close()

    const unconfirmed = await runProgram('restore', [file], env)
    expect([unconfirmed.code, unconfirmed.errors]).toEqual([1, 'Nothing was changed. No terminal to confirm on: add --yes.\n'])
    const { code, output, errors } = await runProgram('restore', [file, '--yes'], env)
    expect([code, errors]).toEqual([0, ''])
    const lines = output.trimEnd().split('\n')
    expect(lines.slice(0, 5)).toEqual([
      'Current:  4 applications, the newest of 2026-01-15 04:31 UTC',
      'Backup:   4 applications, the newest of 2026-01-15 04:30 UTC',
      `1 application would be lost: ${later.change.application.id.slice(-8).toUpperCase()}`,
      '1 application would lose changes: decisions, notes, scores, meetings or answers.',
      '1 application deleted since the backup will stay deleted.',
    ])
    expect(lines.slice(5)).toEqual([
      'Restored: 3 applications.',
      expect.stringMatching(
        /^The previous database is in (the schema )?\S+before[-_]\S+\. It contains personal data: the server deletes it after 90 days\.$/,
      ),
    ])

    const restored = await storageOf(env)
    const states = async (id: string) =>
      (await restored.outbox.forApplication(id)).filter(({ topic }) => topic === 'mail.letter').map(({ state }) => state)
    expect(await restored.applications.byId(fourth.id)).toBeUndefined()
    expect((await restored.applications.byId(second.id))?.status).toBe('pending')
    expect([await states(first.id), await states(second.id)]).toEqual([['sent'], ['waiting']])
    expect((await restored.applications.stats()).total).toBe(3)
    expect((await restored.applications.list({ limit: 5, search: 'applicant' })).total).toBe(3)
    expect((await restored.applications.add(submission({ submittedAt: at(200) }))).kind).toBe('added')
    await restored.close()
    const aside = /is in (?:the schema )?(\S+)\. /.exec(output)?.[1] ?? ''
    if (kind === 'SQLite') expect(readdirSync(aside)).toEqual(['kolam.sqlite'])
    else {
      const old = await openStorage({ dataDir: '', databaseUrl: `${env.DATABASE_URL}?options=-csearch_path%3D${aside}` })
      expect((await old.applications.stats()).total).toBe(4)
      await old.close()
    }
  })

  it('an accepted deletion stays, and a replaced database loses what is deleted', async () => {
    const env = await installation(kind)
    const file = path.join(fresh('copy'), 'a.sqlite')
    const open = () =>
      openStorage({
        dataDir: env.DATA_DIR,
        ...(env.DATABASE_URL !== '' && { databaseUrl: env.DATABASE_URL }),
        recordsDeletions: true,
      })
    const storage = await open()
    const event = { what: 'submitted', quarantined: ['trap'] } as const
    const all = [0, 1, 2, 3, 4].map((n) => submission({ submittedAt: at(n), companyName: `Quokka${n} Works` }))
    for (const [n, added] of all.entries()) {
      const { change } = added
      await storage.applications.add(n < 2 ? { ...added, change: { ...change, entry: { ...change.entry, event } } } : added)
    }
    const [purged = '', discarded = '', deletedId = '', later = '', other = ''] = all.map(({ change }) => change.application.id)
    expect(await storage.applications.inQuarantine(purged)).toBeDefined()
    expect((await runProgram('backup', [file], env)).errors).toBe('')
    const key =
      kind === 'PostgreSQL'
        ? String((await storage.settings.get('server-key'))?.value)
        : readFileSync(path.join(env.DATA_DIR, 'server-key'), 'utf8').trim()
    expect([key.length, readFileSync(file).includes(key), readFileSync(file).includes('Quokka3 Works')]).toEqual([
      43,
      false,
      true,
    ])
    await storage.applications.discard({ ids: [purged] }, at(10))
    await storage.applications.purge(at(11))
    await storage.applications.discard({ ids: [discarded] }, at(12))
    await storage.applications.remove(deletedId, deletion(at(13)), at(3_000_000))
    await storage.close()

    const { output, errors } = await runProgram('restore', [file, '--yes'], env)
    expect(errors).toBe('')
    expect(output).toContain('1 application deleted since the backup will stay deleted.')
    const restored = await open()
    for (const id of [purged, discarded, deletedId]) {
      const { applications } = restored
      expect(await Promise.all([applications.byId(id), applications.inQuarantine(id), applications.deleted(id)])).toEqual([
        undefined,
        undefined,
        undefined,
      ])
    }

    const aside = /is in (?:the schema )?(\S+)\. /.exec(output)?.[1] ?? ''
    const found = async () => {
      if (kind === 'PostgreSQL') {
        const replaced = await openStorage({ dataDir: '', databaseUrl: `${env.DATABASE_URL}?options=-csearch_path%3D${aside}` })
        const ids = await Promise.all([later, other].map(async (id) => (await replaced.applications.byId(id)) !== undefined))
        await replaced.close()
        return ids
      }
      const bytes = readdirSync(aside).map((name) => readFileSync(path.join(aside, name)))
      return [3, 4].map((n) => bytes.some((content) => content.includes(`Quokka${n} Works`)))
    }
    expect(await found()).toEqual([true, true])
    await restored.applications.remove(later, deletion(at(20)), at(21))
    await restored.applications.purge(at(22))
    expect(await found()).toEqual([false, true])

    const source = { dataDir: env.DATA_DIR, databaseUrl: env.DATABASE_URL || undefined }
    const [replaced] = await replacedDatabases(source)
    const age = (days: number): Date => new Date((replaced?.at.getTime() ?? 0) + days * 86_400_000)
    expect((await runProgram('doctor', [], env)).output).toContain('Replaced: 1 database that a restore replaced')
    await restored.sweep(new Date(age(90).getTime() - 1))
    expect(await replacedDatabases(source)).toHaveLength(1)
    await restored.sweep(age(90))
    expect(await replacedDatabases(source)).toEqual([])
    await restored.close()
  })

  it('two restores in one second each move the replaced database aside', async () => {
    const env = await installation(kind)
    const file = path.join(fresh('copy'), 'a.sqlite')
    await (await storageOf(env)).close()
    expect((await runProgram('backup', [file], env)).errors).toBe('')
    const source = { dataDir: env.DATA_DIR, databaseUrl: env.DATABASE_URL || undefined }
    const asides: unknown[] = []
    for (const second of [0, 0.001]) asides.push((await restoreBackup(source, file, at(second), async () => true))?.aside)
    expect(new Set(asides).size).toBe(2)
  })
})

// Statements of the contract, which both databases pass: on PostgreSQL in the drills.
describe.each(rows(kinds, ['SQLite']))('what a restore on %s keeps', (kind) => {
  it('letters that were stopped or allowed again after the backup stay so', async () => {
    const env = await installation(kind)
    const file = path.join(fresh('copy'), 'a.sqlite')
    const open = () => openApp({ dataDir: env.DATA_DIR, databaseUrl: env.DATABASE_URL || null })
    const before = await open()
    const names = ['stopped', 'corrected', 'allowed', 'both', 'other'] as const
    const entries: (readonly [string, Applicant])[] = []
    for (const name of names) entries.push([name, await applicantOf(before, `${name}@people.example`)])
    const ids = Object.fromEntries(entries.map(([name, { id }]) => [name, id]))
    await before.runOutbox()
    const press = async (name: string, letters: 'stop' | 'resume'): Promise<void> => {
      before.clock.ms += minute
      const letter = before.mails.find(({ to }) => to === `${name}@people.example`)
      const token = /\/my\/stop\/(\S+)/.exec(letter?.text ?? '')?.[1] ?? ''
      const body = new URLSearchParams({ token, letters })
      expect((await before.request('/my/stop', { method: 'POST', body })).headers.get('location')).toBe(`/my/stop/${token}`)
    }
    await press('allowed', 'stop')
    expect((await runProgram('backup', [file], env)).errors).toBe('')
    await press('stopped', 'stop')
    await press('corrected', 'stop')
    await press('allowed', 'resume')
    await press('both', 'stop')
    await press('both', 'resume')
    const corrected = await before.call(`/api/applications/${ids.corrected}/address`, 'POST', { email: 'right@people.example' })
    const requested = await before.call(`/api/applications/${ids.other}/requests`, 'POST', { text: 'Your deck', kind: 'text' })
    expect([corrected.status, requested.status]).toEqual([200, 200])
    // One with a request, and one without.
    for (const [name, applicant] of entries)
      if (name === 'other' || name === 'both') await applicant.post('/my/withdraw', { of: applicant.id, reason: '' })
    await before.remove()

    const { output, errors } = await runProgram('restore', [file, '--yes'], env)
    expect(errors).toBe('')
    expect(output.split('\n').slice(2, 6)).toEqual([
      'No application would be lost.',
      '5 applications would lose changes: decisions, notes, scores, meetings or answers.',
      '2 applications would be in review again, although ended by the applicant since.',
      'The letters about 2 applications, stopped since the backup, will stay stopped.',
    ])
    const restored = await open()
    restored.clock.ms = before.clock.ms + minute
    for (const name of names) await restored.call(`/api/applications/${ids[name]}`, 'PATCH', { status: 'rejected' })
    restored.clock.ms += minute
    await restored.runOutbox()
    const rejected = restored.mails.map(({ to }) => to).filter((to) => to.endsWith('@people.example'))
    expect(rejected.sort()).toEqual(['allowed', 'both', 'other'].map((name) => `${name}@people.example`))
    const { history } = (await restored.call(`/api/applications/${ids.stopped}`)).body
    expect(history.slice(1, 2)).toMatchObject([
      { at: new Date(startOfTest.getTime() + 2 * minute).toISOString(), by: 'recipient', event: { what: 'letters_stopped' } },
    ])
    await restored.remove()
  })

  it('what a person left between two erasures stays erased', async () => {
    const env = await installation(kind)
    const file = path.join(fresh('copy'), 'a.sqlite')
    const storage = await storageOf(env)
    const applicantEmail = 'twice@erase.example'
    const imported = submission({ applicantEmail, submittedAt: at(100_000) })
    const { of, ofOne } = personHashes(storage.settings)
    const eraseAt = async (s: number): Promise<void> => {
      const { change, ...added } = submission({ applicantEmail, submittedAt: at(s - 1) })
      await storage.applications.add({ change, ...added })
      const keys = [...(await of([change.application])), { kind: 'phone', key: '9840012345', hash: 'of a number' } as const]
      const applications = [change.application.id]
      const by = 'admin@kolam.example'
      await storage.persons.erase({
        id: newId(at(s)),
        requestedAt: at(s),
        dueAt: at(s),
        by,
        keys,
        applications,
        drafts: () => [],
      })
      await storage.applications.purge(at(s + 1))
    }
    await eraseAt(10)
    const [personHash = ''] = await ofOne(imported.change.application)
    const request = { id: newId(at(90_000)), kind: 'erase', received: '2026-01-16', due: '2026-02-16', doneAt: null } as const
    await storage.persons.addRequest({ ...request, person: applicantEmail, personHash, note: 'By mail', createdAt: at(90_000) })
    const called = { ...request, id: newId(at(90_001)), person: '98400 12345', personHash: 'of a number', note: 'By phone' }
    await storage.persons.addRequest({ ...called, createdAt: at(90_001) })
    expect((await runProgram('backup', [file], env)).errors).toBe('')
    await eraseAt(200_000)
    await storage.close()

    expect((await runProgram('restore', [file, '--yes'], env)).errors).toBe('')
    const restored = await storageOf(env)
    expect(await restored.persons.requests(1)).toMatchObject([request, called].map(({ id }) => ({ id, person: '', note: '' })))
    expect(await restored.witnesses.deleted([called.id])).toEqual(new Set([called.id]))
    const { change, duplicate } = imported
    expect(await restored.applications.import({ change, duplicate, personHashes: [personHash] })).toBe('erased')
    await restored.close()
  })
})

// Its small tables, and the program's words: in the drills.
describe.each(rows<(typeof kinds)[number]>(kinds, []))('what else a restore on %s keeps', (kind) => {
  it('a removed passkey, a forgotten browser and an ended session stay removed', async () => {
    const env = await installation(kind)
    const file = path.join(fresh('copy'), 'a.sqlite')
    const email = 'admin@kolam.example'
    const passkey = (id: string) => ({ id, name: id, publicKey: 'p', counter: 1, createdAt: at(0), usedAt: undefined })
    const signIn = ({ sessions }: Storage, name: string) =>
      sessions.begin({
        session: { credentialHash: name, userId: 'admin-1', email, createdAt: at(0), expiresAt: at(86_400), browser: name },
        name,
        trustedUntil: at(86_400),
        replaces: undefined,
      })
    const token = (id: string) => ({ id, name: id, hash: id, createdAt: at(0) })
    const access = async ({ sessions, passkeys, engine, settings }: Storage) => ({
      webhook: (await settings.get('webhook'))?.value,
      sessions: (await sessions.list(email, at(1))).map(({ browser }) => browser).sort(),
      browsers: (await sessions.browsers(email, at(1))).map(({ name }) => name).sort(),
      passkeys: (await passkeys.list(email)).map(({ id }) => id).sort(),
      tokens: (await scriptTokens(engine).list(email)).map(({ id }) => id).sort(),
    })
    const storage = await storageOf(env)
    for (const name of ['stolen', 'own']) await signIn(storage, name)
    for (const id of ['stolen', 'own']) await storage.passkeys.add(email, passkey(id))
    for (const id of ['stolen', 'own']) await scriptTokens(storage.engine).add(email, token(id), 5)
    await storage.settings.put('webhook', { url: 'https://former.example' }, 0)
    const old = await access(storage)
    expect((await runProgram('backup', [file], env)).errors).toBe('')
    await storage.settings.put('webhook', null, 1)
    await storage.sessions.forget('stolen')
    await storage.passkeys.remove(email, 'stolen')
    await scriptTokens(storage.engine).remove(email, 'stolen')
    await signIn(storage, 'new')
    await storage.passkeys.add(email, passkey('new'))
    await scriptTokens(storage.engine).add(email, token('new'), 5)
    const current = await access(storage)
    await storage.close()
    const names = ['new', 'own']
    expect(current).toEqual({ webhook: null, sessions: names, browsers: names, passkeys: names, tokens: names })

    const oldAccess =
      'Passkeys, trusted browsers, sessions and tokens are those of the backup: at the desk, under Sign-in and Scripts, remove the ones that have ended since.'
    const first = await runProgram('restore', [file, '--yes'], env)
    expect([first.errors, first.output.includes(oldAccess)]).toEqual(['', false])
    const restored = await storageOf(env)
    expect(await access(restored)).toEqual(current)
    await restored.close()

    await wipe(env)
    const second = await runProgram('restore', [file, '--yes'], env)
    expect([second.errors, second.output.includes(oldAccess)]).toEqual(['', true])
    const wiped = await storageOf(env)
    expect(await access(wiped)).toEqual(old)
    await wiped.close()
  })

  it('a subscription that was served or ended after the backup gets no letter again', async () => {
    const env = await installation(kind)
    const file = path.join(fresh('copy'), 'a.sqlite')
    const storage = await storageOf(env)
    const store = subscriptions(storage.engine)
    for (const name of ['served', 'ended', 'waits']) {
      const { id } = await store.add(newId(at(0)), `${name}@example.in`, at(0))
      await store.confirm(id, at(1))
    }
    expect((await runProgram('backup', [file], env)).errors).toBe('')
    for (const name of ['served', 'ended']) await storage.engine.write((trx) => addresses.remove(trx, `${name}@example.in`))
    await storage.close()

    expect((await runProgram('restore', [file, '--yes'], env)).errors).toBe('')
    const restored = await storageOf(env)
    expect(await subscriptions(restored.engine).queueLetters('Cohort 7', 10, at(9))).toBe(1)
    const [letter, ...more] = await restored.outbox.claim(['mail.other'], 5, at(10), at(70))
    expect(more).toEqual([])
    expect((await subscriptions(restored.engine).byId(letter?.applicationId ?? ''))?.email).toBe('waits@example.in')
    await restored.close()
  })

  it('a link that was ended after the backup stays ended, and its sessions too', async () => {
    const env = await installation(kind)
    const file = path.join(fresh('copy'), 'a.sqlite')
    const storage = await storageOf(env)
    const link = {
      ...{ right: 'read' as const, scope: '', title: '', name: 'M', email: 'm@team.example', generation: 0 },
      ...{ createdAt: at(0), until: at(9), usedAt: null, seenAt: null, endedAt: null },
    } as const
    const links = storage.helperLinks
    await links.add(['ended', 'renewed', 'open'].map((id) => ({ ...link, id, secretHash: id })))
    expect(await links.exchange({ id: 'ended', generation: 0 }, 'session', at(0))).toBe(true)
    expect((await runProgram('backup', [file], env)).errors).toBe('')
    await links.end('ended', at(1))
    await links.renew({ ...link, id: 'renewed' }, 'later')
    await storage.close()
    expect((await runProgram('restore', [file, '--yes'], env)).errors).toBe('')
    const restored = await storageOf(env)
    const found = await restored.helperLinks.all()
    expect(found.flatMap(({ id, endedAt }) => (endedAt === null ? [id] : []))).toEqual(['open'])
    expect(await restored.helperLinks.ofSession('session')).toBeUndefined()
    await restored.close()
  })

  it('a restore on the same day repeats no morning letter', async () => {
    const env = await installation(kind)
    const [early, late] = [path.join(fresh('copy'), 'a.sqlite'), path.join(fresh('copy'), 'b.sqlite')]
    const storage = await storageOf(env)
    const { outbox, sweep } = storage
    await storage.applications.add(submission({ dueAt: at(0) }))
    const nodeAt = (now: Date) => ({
      ...storage,
      promises,
      differences: async () => [],
      backups: () => undefined,
      now: () => now,
      poke: () => undefined,
    })
    const morning = new Date('2026-01-20T04:00:00Z')
    const [minutesLater, nextMorning] = [new Date('2026-01-20T04:05:00Z'), new Date('2026-01-21T04:00:00Z')]
    expect((await runProgram('backup', [early], env)).errors).toBe('')
    await queueMorningLetter(nodeAt(morning))
    expect((await runProgram('backup', [late], env)).errors).toBe('')
    const [letter] = await outbox.claim(['mail.other'], 5, morning, minutesLater)
    if (letter === undefined) throw new Error('no morning letter')
    await outbox.settle(letter, { kind: 'sent' }, morning, undefined)
    await sweep(new Date('2026-01-22T04:00:00Z'))
    await storage.close()

    for (const file of [late, early]) {
      expect((await runProgram('restore', [file, '--yes'], env)).errors).toBe('')
      const restored = await storageOf(env)
      await queueMorningLetter({ ...nodeAt(minutesLater), ...restored })
      expect(await restored.outbox.claim(['mail.other'], 5, minutesLater, nextMorning)).toEqual([])
      await restored.close()
    }
    const restored = await storageOf(env)
    await queueMorningLetter({ ...nodeAt(nextMorning), ...restored })
    expect(await restored.outbox.claim(['mail.other'], 5, nextMorning, at(9e9))).toMatchObject([
      { payload: { mail: 'morning', data: { day: '2026-01-21', since: morning.toISOString() } } },
    ])
    await restored.close()
  })

  it('a restore over a new installation keeps the subscriptions and passkeys', async () => {
    const env = await installation(kind)
    const file = path.join(fresh('copy'), 'a.sqlite')
    const storage = await storageOf(env)
    const { id } = await subscriptions(storage.engine).add(newId(at(0)), 'waits@example.in', at(0))
    const email = 'admin@kolam.example'
    const passkey = { id: 'own', name: 'own', publicKey: 'p', counter: 1, createdAt: at(0), usedAt: undefined }
    await storage.passkeys.add(email, passkey)
    await storage.sessions.user(email, at(0))
    await storage.close()
    expect((await runProgram('backup', [file], env)).errors).toBe('')

    const other = await installation(kind)
    const started = await storageOf(other)
    await started.applications.add(submission())
    await started.sessions.user(email, at(100))
    await started.close()
    const { errors, output } = await runProgram('restore', [file, '--yes'], other)
    expect([errors, output.includes('Passkeys, trusted browsers, sessions and tokens are those of the backup')]).toEqual([
      '',
      true,
    ])
    const restored = await storageOf(other)
    expect(await restored.passkeys.list(email)).toMatchObject([{ id: 'own' }])
    expect((await subscriptions(restored.engine).byId(id))?.email).toBe('waits@example.in')
    await restored.close()
  })

  it('a letter waits at the desk when it is unknown whether it was sent', async () => {
    const env = await installation(kind)
    const file = path.join(fresh('copy'), 'a.sqlite')
    const storage = await storageOf(env)
    const sent = submission()
    await storage.applications.add(sent)
    await storage.close()
    await runProgram('backup', [file], env)
    await wipe(env)
    const { output } = await runProgram('restore', [file, '--yes'], env)
    expect(output.trimEnd().split('\n').at(-1)).toBe(
      '1 letter may have been sent before the restore, and is not sent again automatically: the desk lists it.',
    )
    const restored = await storageOf(env)
    expect(await restored.outbox.claim(['mail.letter'], 5, at(9e6), at(9e7))).toEqual([])
    expect(await restored.outbox.inState('parked', 5)).toMatchObject([
      { lastFault: 'It may have been sent before the restore. Send it again only if it did not arrive.' },
    ])
    await restored.close()
  })

  it('a rehearsal reports how the newest backup differs from the live data', async () => {
    const env = await installation(kind)
    const copies = fresh('copies')
    const storage = await storageOf(env)
    const sent = [0, 1, 2].map((n) =>
      submission({
        submittedAt: at(n),
        scores: { team: 5 },
        files: [{ field: 'resume', name: 'a.pdf', type: 'application/pdf', bytes: new Uint8Array([n]) }],
      }),
    )
    for (const added of sent) await storage.applications.add(added)
    const [first, second] = sent.map(({ change }) => change.application)
    if (!first || !second) throw new Error('nothing there')
    await runProgram('backup', [`${copies}/`], env)
    const [name] = readdirSync(copies)
    const file = path.join(copies, name ?? '')
    await storage.applications.save(decision(first, 'approved', at(20)))
    // A total is computed again without a new revision.
    await storage.applications.recomputeTotals('Accelerator', () => 3)
    expect(await runProgram('rehearse', [], env)).toEqual({
      code: 0,
      errors: '',
      output: `${file} was restored and compared: 2 applications with 3 files are equal by hash; 1 changed since.\n`,
    })
    expect(readdirSync(env.DATA_DIR).filter((entry) => entry.includes('rehearsal'))).toEqual([])
    await storage.close()

    // A change without a history entry.
    if (kind === 'SQLite') {
      const db = new DatabaseSync(path.join(env.DATA_DIR, 'kolam.sqlite'))
      db.prepare('update applications set company_name = ? where id = ?').run('Another', second.id)
      db.close()
    } else {
      const client = new pg.Client({ connectionString: env.DATABASE_URL })
      await client.connect()
      await client.query('update applications set company_name = $1 where id = $2', ['Another', second.id])
      await client.end()
    }
    const { code, output } = await runProgram('rehearse', [copies], env)
    expect([code, output]).toEqual([
      1,
      expect.stringMatching(
        new RegExp(`1 application with 3 files is equal by hash, and 1 differs without a change at the desk: ${second.id}\\.\n$`),
      ),
    ])
    const { output: report } = await runProgram('doctor', [], env)
    expect(report).toMatch(/^ok +Backup: The last one was made 0 minutes ago\.$/m)
    expect(report).toMatch(/^broken +Rehearsal: .* differs without a change at the desk/m)
  })
})

it('a rehearsal that fails leaves no copy of the applications in the database', async () => {
  const env = await installation('PostgreSQL')
  const file = path.join(fresh('copy'), 'a.sqlite')
  const storage = await storageOf(env)
  await storage.applications.add(submission())
  await storage.close()
  expect((await runProgram('backup', [file], env)).errors).toBe('')
  rmSync(`${file}.sha256`)
  const db = new DatabaseSync(file)
  db.exec("insert into users (email, id, created_at) values ('a' || char(0), 'PostgreSQL stores no NUL', 0)")
  db.close()
  const { code } = await runProgram('rehearse', [file], env)
  expect(code).toBe(1)
  const client = new pg.Client({ connectionString: env.DATABASE_URL })
  await client.connect()
  expect((await client.query("select nspname from pg_namespace where nspname like 'kolam%'")).rows).toEqual([])
  await client.end()
})

it('a restore is refused while a server runs, also with its own application name', async () => {
  const env = await installation('PostgreSQL')
  const file = path.join(fresh('copy'), 'a.sqlite')
  const server = await storageOf({ ...env, DATABASE_URL: `${env.DATABASE_URL}?application_name=intake` })
  await server.applications.add(submission())
  expect((await runProgram('backup', [file], env)).errors).toBe('')
  // As the jobs of a server do: a connection ends after ten seconds without use, and a busy machine needs longer to start the program.
  const jobs = setInterval(() => void server.ping(), second)
  const refused = await runProgram('restore', [file, '--yes'], env)
  clearInterval(jobs)
  expect([refused.code, refused.output]).toEqual([1, ''])
  expect(refused.errors).toMatch('A server is running on this database. Stop every node first; nothing was changed.')
  expect((await server.applications.stats()).total).toBe(1)
  await server.close()
})

it('a backup of one database is restored on the other, and its words are found', async () => {
  const [postgresql, embedded] = [await installation('PostgreSQL'), await installation('SQLite')]
  const storage = await storageOf(postgresql)
  for (let n = 0; n < 3; n += 1) await storage.applications.add(submission({ submittedAt: at(n) }))
  await storage.edits.pictures.add('a.webp', new Uint8Array([0, 255]), at(0))
  await storage.close()
  let from = postgresql
  for (const to of [embedded, postgresql]) {
    const file = path.join(fresh('copy'), 'a.sqlite')
    expect((await runProgram('backup', [file], from)).errors).toBe('')
    if (to === postgresql) await wipe(postgresql)
    expect((await runProgram('restore', [file, '--yes'], to)).errors).toBe('')
    const restored = await storageOf(to)
    expect((await restored.applications.list({ limit: 5, search: 'applicant' })).total).toBe(3)
    expect(await restored.edits.pictures.get('a.webp')).toEqual(new Uint8Array([0, 255]))
    await restored.close()
    from = to
  }
})

describe('a backup that cannot be used', () => {
  const checksumOf = (file: string): void =>
    writeFileSync(`${file}.sha256`, `${createHash('sha256').update(readFileSync(file)).digest('hex')}  x\n`)
  const damages: readonly (readonly [string, (file: string) => void, RegExp])[] = [
    ['truncated', (file) => truncateSync(file, 40_960), /^\S+ is truncated: it has 40960 of its \d+ bytes\.\n$/],
    [
      'no backup',
      (file) => writeFileSync(file, 'a list of people\n'.repeat(100)),
      /^\S+ is not a backup: it is not a SQLite database\.\n$/,
    ],
    [
      'a database of another program',
      (file) => {
        rmSync(file)
        const db = new DatabaseSync(file)
        db.exec('create table recipes (name text)')
        db.close()
        checksumOf(file)
      },
      /^\S+ is not a backup: it is a database of another program\.\n$/,
    ],
    [
      'of a newer version',
      (file) => {
        const db = new DatabaseSync(file)
        db.exec("insert into migrations values ('9999-later', 1)")
        db.exec('pragma wal_checkpoint(truncate)')
        db.close()
        checksumOf(file)
      },
      /^\S+ was made by a newer version of this program \(with 9999-later\)\. Restore it with that version\.\n$/,
    ],
    [
      'unlike its checksum',
      (file) => {
        const bytes = readFileSync(file)
        bytes.writeUInt8(bytes.readUInt8(bytes.length - 9) ^ 1, bytes.length - 9)
        writeFileSync(file, bytes)
      },
      /^\S+ was damaged: it differs from its checksum in a\.sqlite\.sha256\.\n$/,
    ],
    [
      'damaged, with the checksum of the damaged file',
      (file) => {
        const bytes = readFileSync(file)
        writeFileSync(file, bytes.fill(0xff, 8192, 12_288))
        checksumOf(file)
      },
      /^\S+ was damaged: .+\.\n$/,
    ],
    ['missing', (file) => rmSync(file), /^\S+ cannot be read \(ENOENT\)\.\n$/],
  ]

  let env: { readonly DATA_DIR: string }
  let undamaged: string
  beforeAll(async () => {
    env = { DATA_DIR: fresh('data') }
    undamaged = path.join(fresh('undamaged'), 'a.sqlite')
    await runProgram('seed', ['5'], env)
    expect((await runProgram('backup', [undamaged], env)).errors).toBe('')
  })

  it.each(damages)('%s, is refused in one sentence, and nothing changes', async (_, damage, sentence) => {
    const file = path.join(fresh('copy'), 'a.sqlite')
    for (const end of ['', '.sha256']) copyFileSync(undamaged + end, file + end)
    damage(file)
    const before = readdirSync(env.DATA_DIR).filter((name) => name !== 'server.lock')
    const { code, output, errors } = await runProgram('restore', [file, '--yes'], env)
    expect([code, output, errors]).toEqual([1, '', expect.stringMatching(sentence)])
    expect(readdirSync(env.DATA_DIR).filter((name) => name !== 'server.lock')).toEqual(before)
  })
})

describe('npm run backup', () => {
  it('deletes dated backups past their retention, and no other file', async () => {
    const env = { DATA_DIR: fresh('data') }
    const copies = fresh('copies')
    await runProgram('seed', ['1'], env)
    const days = (n: number): Date => new Date(Date.now() - n * 86_400_000)
    for (const [name, age] of [
      ['kolam-20260101-000000.sqlite', 91],
      ['kolam-20260101-000000.sqlite.sha256', 91],
      ['2026-02-01-09.sqlite', 91],
      ['kolam-20260301-000000.sqlite', 89],
      ['before-the-move.sqlite', 400],
      ['notes-2026-01-01.txt', 400],
    ] as const) {
      appendFileSync(path.join(copies, name), 'x')
      utimesSync(path.join(copies, name), days(age), days(age))
    }
    const { code, output } = await runProgram('backup', [copies, '--keep', '90d'], env)
    expect([code, output.split('\n')[1]]).toEqual([0, '2 backups older than 90 days deleted.'])
    const made = readdirSync(copies).filter((name) => !/kolam-2026030|before|notes/.test(name))
    expect(made).toEqual([
      expect.stringMatching(/^kolam-\d{8}-\d{6}-\d{3}\.sqlite$/),
      expect.stringMatching(/^kolam-\d{8}-\d{6}-\d{3}\.sqlite\.sha256$/),
    ])
    expect(
      ['kolam-20260301-000000.sqlite', 'before-the-move.sqlite', 'notes-2026-01-01.txt'].map((name) =>
        existsSync(path.join(copies, name)),
      ),
    ).toEqual([true, true, true])
    mkdirSync(path.join(copies, 'x'))
    expect((await runProgram('backup', [copies, '--keep', 'ever'], env)).errors).toBe(
      'Usage: npm run backup -- FILE or FOLDER/ [--keep 90d]\n',
    )
  })
})
