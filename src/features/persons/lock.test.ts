import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { onBothDatabases } from '../../../tests/contract/on-database.ts'
import { promises } from '../../../tests/support/adapters.ts'
import { openApp } from '../../../tests/support/app.ts'
import { applicantOf } from '../../../tests/support/applicant.ts'
import { runProgram } from '../../../tests/support/program.ts'
import { yamlFiles } from '../../content/files.ts'
import { loadConsistent } from '../../content/rules.ts'
import { eraseRecorded } from '../../server/records/persons/erase-recorded.ts'
import { day } from '../../shared/dates.ts'
import { locked } from './store.ts'

const folder = mkdtempSync(path.join(os.tmpdir(), 'kolam-lock-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const locking = { ...promises, lockDeleted: '2026-01-01' } as const
const email = 'zqlockedzq@tamarind.example'

type App = Awaited<ReturnType<typeof openApp>>

/** Erases the person of an application, and lets the purge come after the hold. */
async function eraseNow(app: App, id: string): Promise<void> {
  expect((await app.call('/api/person/erasures', 'POST', { ids: [id] })).status).toBe(200)
  app.clock.ms += day
  await app.chore('purge')
}

const lockedRows = (app: App) => app.storage.engine.read.selectFrom('locked_applications').selectAll().execute()

it('an erased application stays under lock for a year, away from the desk', async () => {
  const app = await openApp({ promises: locking })
  await app.chore('lock')
  const { id } = await applicantOf(app, email)
  await eraseNow(app, id)
  const [row, ...more] = await lockedRows(app)
  expect([row?.id, row?.deleted_at, more]).toEqual([id, app.clock.ms, []])
  const content = JSON.parse(row?.content ?? '{}')
  expect(Object.keys(content)).toEqual(['applications', 'answer_versions', 'history', 'outbox', 'files', 'earlier_files'])
  expect(content.applications[0]).toMatchObject({ id, applicant_email: email })
  expect(content.history.length).toBeGreaterThan(1)
  const persons = (await app.call('/api/person')).body
  expect([persons.locked_since, persons.erasures]).toEqual(['2026-01-01', []])
  expect((await app.call('/api/person', 'POST', { q: email })).body).toMatchObject({ applications: [], stored: [] })
  expect((await app.call(`/api/applications/${id}`)).status).toBe(404)

  app.clock.ms = Date.parse('2027-01-06T04:29:59Z')
  await app.chore('sweep')
  expect(await lockedRows(app)).toHaveLength(1)
  app.clock.ms += 1000
  await app.chore('sweep')
  expect(await lockedRows(app)).toEqual([])
  await app.remove()
})

it('the year is a whole one, also until a day after 29 February', async () => {
  const app = await openApp({ promises: locking })
  await app.chore('lock')
  const { id } = await applicantOf(app, email)
  app.clock.ms = Date.parse('2027-02-28T04:30:00Z')
  await eraseNow(app, id)
  for (const [at, rows] of [
    ['2028-02-29T23:00:00Z', 1],
    ['2028-03-01T04:30:00Z', 0],
  ] as const) {
    app.clock.ms = Date.parse(at)
    await app.chore('sweep')
    expect([at, (await lockedRows(app)).length]).toEqual([at, rows])
  }
  await app.remove()
})

it.each([
  ['while the site does not keep them', promises],
  ['before the day on which that begins', { ...promises, lockDeleted: '2026-02-01' } as const],
])('nothing stays %s', async (_, those) => {
  const app = await openApp({ promises: those })
  await app.chore('lock')
  const { id } = await applicantOf(app, email)
  await eraseNow(app, id)
  expect(await lockedRows(app)).toEqual([])
  await app.remove()
})

it('what its sender withdraws unread stays under lock, and no page says otherwise', async () => {
  const app = await openApp({ promises: locking })
  await app.chore('lock')
  const sender = await applicantOf(app, email, 'Contact', { knot: 'x' })
  const withdrawn = await (await sender.post('/my/withdraw', { of: sender.id })).text()
  expect(withdrawn).toContain('what you sent us with it has left our desk')
  app.clock.ms += day
  await app.chore('purge')
  const left = await app.storage.engine.read.selectFrom('applications').select('id').execute()
  expect([left, (await lockedRows(app)).map(({ id }) => id)]).toEqual([[], [sender.id]])
  await app.remove()
})

it('spam leaves nothing, deleted, after its 30 days, or again after a restore', async () => {
  const app = await openApp({ promises: locking })
  await app.chore('lock')
  const spam = async (name: string): Promise<string> => {
    const { id } = await applicantOf(app, `${name}.${email}`, 'Contact', { knot: 'x' })
    expect(await app.storage.applications.inQuarantine(id)).toBeDefined()
    return id
  }
  const [first, alike] = [await spam('first'), await spam('alike')]
  const deleted = async (body: object) => (await app.call('/api/quarantine/delete', 'POST', body)).body.deleted
  expect(await deleted({ ids: [first] })).toBe(1)
  expect(await deleted({ like: alike, upTo: new Date(app.clock.ms).toISOString() })).toBe(1)
  const [old, restored] = [await spam('old'), await spam('restored')]
  const row = { kind: 'application', id: restored, hash: '', at: app.clock.ms, stopped: 0 } as const
  expect(await eraseRecorded(app.storage.engine, [row], 'restore', new Date(app.clock.ms))).toBe(1)
  const left = async () => (await app.storage.engine.read.selectFrom('applications').select('id').execute()).map(({ id }) => id)
  await app.chore('purge')
  expect(await left()).toEqual([old])
  app.clock.ms += 30 * day
  await app.chore('purge')
  expect([await left(), await lockedRows(app)]).toEqual([[], []])
  await app.remove()
})

it('is read on the machine only, with a name, and survives a restore', async () => {
  const dataDir = path.join(folder, 'data')
  const program = (name: string, ...args: string[]) => runProgram(name, args, { DATA_DIR: dataDir, DATABASE_URL: '' })
  let app = await openApp({ dataDir, databaseUrl: null, promises: locking })
  const { id } = await applicantOf(app, email)
  const early = path.join(folder, 'early.sqlite')
  expect((await program('backup', early)).code).toBe(0)
  await app.chore('lock')
  await eraseNow(app, id)
  const [{ content } = { content: '' }] = await lockedRows(app)
  await app.remove()

  expect((await program('locked')).output).toBe(`${id}; deleted 2026-01-06 04:30 UTC\n1 deleted application under lock.\n`)
  const nameless = await program('locked', id)
  expect([nameless.code, nameless.errors.includes('--by NAME'), nameless.output]).toEqual([1, true, ''])
  const opened = await program('locked', id, '--by', 'Asha Example')
  expect(opened.output).toBe(`${content}\n`)
  expect(opened.errors).toContain(`Asha Example opened ${id}. It is written down.`)
  const unknown = await program('locked', 'nothing', '--by', 'Asha Example')
  expect([unknown.code, unknown.errors.trim()]).toEqual([1, 'nothing is not under lock.'])

  // The backup has the application, and does not know the lock.
  expect((await program('restore', early, '--yes')).code).toBe(0)
  const list = (await program('locked')).output
  expect(list).toMatch(new RegExp(`^${id}; deleted 2026-01-06 04:30 UTC; opened \\S+ by Asha Example\n1 deleted`))

  const late = path.join(folder, 'late.sqlite')
  expect((await program('backup', late)).code).toBe(0)
  rmSync(dataDir, { recursive: true })
  expect((await program('restore', late, '--yes')).code).toBe(0)
  expect((await program('locked')).output).toBe(list)
  app = await openApp({ dataDir, databaseUrl: null, promises })
  await app.chore('sweep')
  expect(await lockedRows(app)).toHaveLength(1)
  app.clock.ms = Date.parse('2027-01-06T04:30:00Z')
  await app.chore('sweep')
  await app.chore('purge')
  await app.remove()
  const bytes = readdirSync(dataDir).map((name) => readFileSync(path.join(dataDir, name)).toString('latin1'))
  expect(bytes.filter((text) => text.includes('zqlockedzq'))).toEqual([])
}, 60_000)

it('the notice says it, in a version since then', () => {
  const [promisesFile, privacy] = ['content/promises.yaml', 'content/pages/privacy.yaml']
  const faultsOf = (since: string, change: (text: string) => string = (text) => text) => {
    const promised = (yamlFiles[promisesFile] ?? '').replace('lockDeleted: off', `lockDeleted: ${since}`)
    const read = loadConsistent({ ...yamlFiles, [promisesFile]: promised, [privacy]: change(yamlFiles[privacy] ?? '') })
    return read.ok ? [] : read.fault
  }
  expect([faultsOf('off'), faultsOf('2026-11-29')]).toEqual([[], []])
  const since = '`lockDeleted` of content/promises.yaml is 2027-05-13'
  expect(faultsOf('2027-05-13', (text) => text.replace('{deletion} If', 'If'))).toEqual([
    `${privacy}: ${since}, and no paragraph says it: put {deletion} in place of what deleting means`,
    expect.stringContaining(`: ${since}, so the text is new: write that day or a later one`),
  ])
  expect(faultsOf('2027-05-13', (text) => text.replace('version: 2026-11-29', 'version: 2027-05-13'))).toEqual([])
})

onBothDatabases((fresh) =>
  it('each of several readers at once is written down', async () => {
    const { engine } = await fresh()
    const row = { id: 'a', deleted_at: 1, content: '{}', opened: '[]' }
    await engine.write((trx) => trx.insertInto('locked_applications').values(row).execute())
    const readers = ['Asha', 'Bala', 'Clara', 'Dev']
    await Promise.all(readers.map((by) => locked.open(engine, 'a', by, new Date(1))))
    const [stored] = await locked.all(engine.read)
    expect(stored?.opened.map(({ by }) => by).toSorted()).toEqual(readers)
  }),
)
