import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { answers } from '../../../tests/support/answers.ts'
import { openApp } from '../../../tests/support/app.ts'
import { applicantOf } from '../../../tests/support/applicant.ts'
import { run } from '../../../tests/support/database.ts'
import { startPostgres } from '../../../tests/support/postgres.ts'
import { runProgram } from '../../../tests/support/program.ts'
import { type Running, startServer, until } from '../../../tests/support/server.ts'
import { type FormType, formTypes } from '../../shared/form-types.ts'

const canary = 'zqcanaryzq'
let server: Running
/** The data folder of an app whose clock the test sets. */
const data = mkdtempSync(path.join(os.tmpdir(), 'kolam-erasing-'))
const folder = mkdtempSync(path.join(os.tmpdir(), 'kolam-erasure-'))
afterAll(async () => {
  await server?.remove()
  for (const each of [folder, data]) rmSync(each, { recursive: true, force: true })
})

/** The files of a data folder that contain the canary, as written or encoded. */
function filesWithCanary(dataDir = server.dataDir): readonly string[] {
  const files = readdirSync(dataDir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return files
    .map(({ parentPath, name }) => path.join(parentPath, name))
    .filter((file) => readFileSync(file).toString('latin1').toLowerCase().includes(canary))
}

/** Answers to a form, with the canary in every text. */
const marked = (type: FormType, email: string): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(answers(type)).map(([name, value]) => [
      name,
      typeof value !== 'string' ? value : value.includes('@') ? email : value.replace('வணக்கம்', canary),
    ]),
  )

it('nine deleted applications leave no byte on disk, and no import restores them', async () => {
  server = await startServer({ DATABASE_URL: '' })
  const cookie = await server.session()
  await server.stop()
  // The folder captures no letters.
  server = await startServer({ DATABASE_URL: '', DATA_DIR: server.dataDir, SMTP_URL: 'smtp://127.0.0.1:9' })
  const ids: string[] = []
  for (const type of formTypes) ids.push((await server.apply(type, marked(type, `${canary}@example.in`))).id)
  expect(filesWithCanary().length).toBeGreaterThan(0)
  const sheet = path.join(folder, 'older.csv')
  const exported = await fetch(`${server.url}/api/applications/export?format=csv`, { headers: { cookie } })
  writeFileSync(sheet, await exported.bytes())
  for (const id of ids) expect((await server.call(`/api/applications/${id}`, 'DELETE', undefined, { cookie })).status).toBe(200)
  await until('the canary to disappear', () => (filesWithCanary().length === 0 ? true : undefined), 60_000)

  const imported = await runProgram('import', [sheet], { DATA_DIR: server.dataDir, DATABASE_URL: '' })
  expect(imported.output).toContain('9 rows: 0 imported, 0 already there, 9 refused.')
  await until('the canary to disappear again', () => (filesWithCanary().length === 0 ? true : undefined), 60_000)
}, 90_000)

const program = (name: string, args: readonly string[]) => runProgram(name, args, { DATA_DIR: data, DATABASE_URL: '' })

/** Creates every kind of data of one person: nine forms, quarantine, changed answers and files, an answered request, notes, a message, a subscription, a data request. */
async function leaveTraces(app: Awaited<ReturnType<typeof openApp>>, email: string): Promise<void> {
  for (const type of formTypes) await app.apply(type, marked(type, email))
  await app.apply('Contact', { ...marked('Contact', email), knot: 'x' })
  await app.request('/opens', { method: 'POST', body: new URLSearchParams({ email }) })
  const received = new Date(app.clock.ms).toISOString().slice(0, 10)
  await app.call('/api/person/requests', 'POST', { kind: 'erase', person: email, received, note: `Wrote as ${canary}` })
  const intern = await applicantOf(app, email, 'WorkForStartups', marked('WorkForStartups', email))
  const bytes = `%PDF-1.4\n1 0 obj(${canary})endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n`
  const resume = new File([bytes], `${canary}.pdf`, { type: 'application/pdf' })
  expect((await intern.change(marked('WorkForStartups', email), undefined, resume)).status).toBe(303)
  const { revision } = (await app.call(`/api/applications/${intern.id}/requests`, 'POST', { text: `${canary}?`, kind: 'both' }))
    .body
  app.clock.ms += 11_000
  await app.runOutbox()
  const answer = new FormData()
  answer.append('answer', canary)
  answer.append('file', new File([`%PDF-1.4\n1 0 obj(${canary})endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n`], `answer ${canary}.pdf`))
  const path = `/my/answer?of=${intern.id}&request=${revision}`
  expect((await app.request(path, { method: 'POST', headers: { cookie: intern.cookie }, body: answer })).status).toBe(303)
  await app.call(`/api/applications/${intern.id}`, 'PATCH', { notes: `Knows ${canary}` })
  await app.call(`/api/applications/${intern.id}/message`, 'POST', { subject: canary, text: `Dear ${canary}` })
}

it('no backup and no sheet restores a person erased on a running server', async () => {
  const email = `${canary}@example.in`
  let app = await openApp({ dataDir: data, databaseUrl: null })
  await leaveTraces(app, email)
  const csv = await (await app.fetch('/api/applications/export?format=csv')).text()
  // A sheet from another system, whose rows have no ids of ours.
  const foreign = csv.replace(/^(\ufeff?)id,/, '$1number,')
  expect(foreign).not.toBe(csv)
  writeFileSync(path.join(folder, 'ours.csv'), csv)
  writeFileSync(path.join(folder, 'foreign.csv'), foreign)
  const backup = path.join(folder, 'older.sqlite')
  expect((await program('backup', [backup])).code).toBe(0)

  const { applications } = (await app.call('/api/person', 'POST', { q: email })).body
  expect(applications).toHaveLength(formTypes.length + 2)
  const ids = applications.map((owned: { application: { id: string } }) => owned.application.id)
  expect((await app.call('/api/person/erasures', 'POST', { ids })).status).toBe(200)
  await app.chore('purge')
  expect(filesWithCanary(data).length).toBeGreaterThan(0)
  app.clock.ms += 86_400_000
  await app.chore('purge')
  expect(filesWithCanary(data)).toEqual([])
  expect((await app.call('/api/person', 'POST', { q: email })).body.applications).toEqual([])
  await app.remove()

  const restored = await program('restore', [backup, '--yes'])
  expect(restored.output).toContain(`${formTypes.length + 1} applications deleted since the backup will stay deleted`)
  expect(filesWithCanary(data)).toEqual([])
  for (const [sheet, refused] of [
    ['ours.csv', formTypes.length + 1],
    ['foreign.csv', formTypes.length + 1],
  ] as const) {
    const imported = await program('import', [path.join(folder, sheet)])
    expect(imported.output).toContain(`${refused} rows: 0 imported, 0 already there, ${refused} refused.`)
  }
  // Without the server's key, which no backup has, an address that is guessed cannot be compared with the record.
  const key = path.join(data, 'server-key')
  const former = readFileSync(key, 'utf8')
  writeFileSync(key, 'another-key-of-another-machine-12\n')
  const unmatched = 'Server key: The record of deletions has 1 row of another server key'
  expect((await program('doctor', [])).output).toContain(unmatched)
  expect((await program('restore', [backup, '--yes'])).output).toContain(unmatched.slice(12))
  writeFileSync(key, `another-key-of-another-machine-12\n${former}`)
  expect((await program('doctor', [])).output).not.toContain(unmatched)
  const again = await program('import', [path.join(folder, 'foreign.csv')])
  expect(again.output).toContain(`0 already there, ${formTypes.length + 1} refused.`)
  // By hand, without the restore program: the record of deletions is also in the folder.
  for (const name of ['kolam.sqlite', 'kolam.sqlite-wal', 'kolam.sqlite-shm']) rmSync(path.join(data, name), { force: true })
  writeFileSync(path.join(data, 'kolam.sqlite'), readFileSync(backup))
  expect(filesWithCanary(data)).toEqual(['kolam.sqlite'].map((name) => path.join(data, name)))
  app = await openApp({ dataDir: data, databaseUrl: null })
  expect((await app.call('/api/person', 'POST', { q: email })).body.applications).toEqual([])
  await app.remove()
  expect(filesWithCanary(data)).toEqual([])
}, 90_000)

it('a waiting erasure still waits after a restore', async () => {
  const dataDir = path.join(folder, 'waiting')
  let app = await openApp({ dataDir, databaseUrl: null })
  const { id } = await applicantOf(app, 'waits@erase.example')
  const backup = path.join(folder, 'before-waiting.sqlite')
  const settings = { DATA_DIR: dataDir, DATABASE_URL: '' }
  expect((await runProgram('backup', [backup], settings)).code).toBe(0)
  const { erasure } = (await app.call('/api/person/erasures', 'POST', { ids: [id] })).body
  await app.remove()
  expect((await runProgram('restore', [backup, '--yes'], settings)).code).toBe(0)
  app = await openApp({ dataDir, databaseUrl: null })
  expect((await app.call('/api/person')).body.erasures).toEqual([erasure])
  app.clock.ms += 86_400_000
  await app.chore('purge')
  expect(await app.storage.persons.everything(id)).toBeUndefined()
  await app.remove()
})

/** Only `npm run drills` runs it: it starts a PostgreSQL that does not recycle its log files. */
it.runIf(process.env.KOLAM_ERASED_ON_POSTGRES)(
  'a person erased is in no file of PostgreSQL after its vacuum',
  async () => {
    const postgres = await startPostgres({ wal_recycle: 'off' })
    try {
      const databaseUrl = await postgres.database()
      const app = await openApp({ databaseUrl })
      const email = `${canary}@example.in`
      await leaveTraces(app, email)
      const { applications } = (await app.call('/api/person', 'POST', { q: email })).body
      const ids = applications.map((owned: { application: { id: string } }) => owned.application.id)
      expect((await app.call('/api/person/erasures', 'POST', { ids })).status).toBe(200)
      app.clock.ms += 86_400_000
      await app.chore('purge')
      expect((await app.call('/api/person', 'POST', { q: email })).body.applications).toEqual([])
      expect(filesWithCanary(postgres.folder).length).toBeGreaterThan(0)
      await app.remove()
      for (const statement of ['vacuum full', 'checkpoint', 'select pg_switch_wal()', 'checkpoint'])
        await run(databaseUrl, statement)
      await postgres.stop()
      expect(filesWithCanary(postgres.folder)).toEqual([])
    } finally {
      await postgres.remove()
    }
  },
  90_000,
)
