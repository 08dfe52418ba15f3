import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MailFault, type Message } from '../../src/server/mail/port.ts'
import { minute } from '../../src/shared/dates.ts'
import { mailerOf } from '../support/adapters.ts'
import { openApp, startOfTest } from '../support/app.ts'
import { applicantOf } from '../support/applicant.ts'
import type { Json } from '../support/desk.ts'
import { runProgram } from '../support/program.ts'
import { type Running, startServer, until } from '../support/server.ts'

let server: Running

beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.remove())

interface Applied {
  readonly path: string
  readonly email: string
  /** The path of the page that stops the letters; the confirmation has it. */
  readonly page: string
}

const lettersTo = async (email: string) => (await server.mails()).filter(({ to }) => to?.[0]?.address === email)

async function apply(email: string): Promise<Applied> {
  const { id, path, link: privateLink } = await server.apply('Accelerator', { email })
  const letter = await until('the confirmation', async () => (await lettersTo(email))[0])
  const link = /\nYou did not send this\? Stop our emails:\n(\S+)\n/.exec(letter.text ?? '')?.[1] ?? ''
  expect(new URL(link).pathname).toMatch(new RegExp(`^/my/stop/${id}\\.[\\w-]{22}$`))
  // The sender of the form has the private link, but cannot derive this link from it.
  expect(link.slice(-22)).not.toBe(privateLink.slice(-22))
  return { path, email, page: new URL(link).pathname }
}

const pageText = async (page: string): Promise<string> => (await server.request(page)).text()
const press = (page: string, letters: string, headers: Record<string, string> = {}): Promise<Response> =>
  server.request('/my/stop', {
    method: 'POST',
    headers,
    body: new URLSearchParams({ token: page.slice('/my/stop/'.length), letters }),
  })
const application = async (path: string): Promise<Json> => (await server.call(path)).body
const events = async (path: string): Promise<readonly (readonly [by: string, what: string])[]> =>
  (await application(path)).history.map(({ by, event }: Json) => [by, event.what])

it('opening the link changes nothing; its button stops letters and marks the desk', async () => {
  const { path, email, page } = await apply('not-me@example.in')
  const before = await application(path)
  for (const method of ['GET', 'HEAD', 'GET']) {
    const response = await fetch(server.url + page, { method })
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store'])
  }
  expect(await application(path)).toEqual(before)
  const html = await pageText(page)
  expect(html).toContain('Did you not send this?')
  expect(html).toContain('n•••@example.in')
  expect(html).not.toContain(String(before.application.form_data.founderName).slice(0, 12))

  const pressed = await press(page, 'stop')
  expect([pressed.status, pressed.headers.get('location')]).toEqual([303, page])
  await press(page, 'stop')
  expect(await pageText(page)).toContain('You get no more emails')
  expect(await events(path)).toEqual([
    ['applicant', 'submitted'],
    ['recipient', 'letters_stopped'],
  ])
  expect((await application(path)).application.letters_stopped_at).toMatch(/^\d{4}-/)
  expect((await server.call('/api/applications?q=has:stopped')).body.applications.map(({ id }: Json) => id)).toEqual([
    path.slice(-36),
  ])

  await server.call(path, 'PATCH', { status: 'rejected' })
  await server.call(`${path}/message`, 'POST', { subject: 'Hello', text: 'Are you there?' })
  const parked = await until('both letters to be parked', async () => {
    const messages = (await application(path)).messages.filter(({ state }: Json) => state === 'parked')
    return messages.length === 2 ? messages : undefined
  })
  expect(parked.map(({ last_fault }: Json) => last_fault)).toEqual(
    Array(2).fill('The owner of this address says that they did not apply. Correct the address, or delete the application.'),
  )
  expect((await lettersTo(email)).length).toBe(1)
})

it('stopped letters are named on the private page until they are resumed', async () => {
  const app = await openApp()
  try {
    const priya = await applicantOf(app, 'named@example.in')
    await app.runOutbox()
    const token = /\/my\/stop\/(\S+)/.exec(app.mails.at(-1)?.text ?? '')?.[1] ?? ''
    const paths = ['/my', `/my/change?of=${priya.id}`, `/my/withdraw?of=${priya.id}`]
    const pages = () => Promise.all(paths.map(async (path) => (await priya.get(path)).html))
    expect((await pages())[1]).not.toContain('a letter tells you')
    expect((await priya.post('/my/stop', { token, letters: 'resume' })).status).toBe(303)
    const before = await pages()
    expect(before).toEqual([
      expect.stringMatching(/You hear from us by .*Then an email goes to n•••@example\.in/s),
      expect.stringContaining('an email tells you that it was changed'),
      expect.stringContaining('after an email that confirms this'),
    ])
    await priya.post('/my/stop', { token, letters: 'stop' })
    const [page, form, question] = await pages()
    expect(page).toContain('Our emails to n•••@example.in are stopped.')
    expect(page).not.toMatch(/You hear from us by|an email goes to|by \d+ \w+ 2026/)
    expect(form).not.toContain('a letter tells you')
    expect(question).toMatch(/We stop reading it.*\. You can take this back/)
    expect(question).not.toContain('a letter that confirms')
    await priya.post('/my/stop', { token, letters: 'resume' })
    expect(await pages()).toEqual(before)
  } finally {
    await app.remove()
  }
})

it('while letters are stopped, a request has its heading on the private page', async () => {
  const app = await openApp()
  try {
    const priya = await applicantOf(app, 'asked@example.in')
    await app.runOutbox()
    const token = /\/my\/stop\/(\S+)/.exec(app.mails.at(-1)?.text ?? '')?.[1] ?? ''
    const made = await app.call(`/api/applications/${priya.id}/requests`, 'POST', { text: 'Your deck', kind: 'text' })
    expect(made.status).toBe(200)
    app.clock.ms += minute
    await app.runOutbox()
    const state = async () => {
      const { html } = await priya.get()
      return [/data-state="(\w+)"/.exec(html)?.[1], /<h3 class="([^"]*)"[^>]*>What we need from you</.exec(html)?.[1]]
    }
    expect(await state()).toEqual(['requested', 'visually-hidden'])
    await priya.post('/my/stop', { token, letters: 'stop' })
    expect(await state()).toEqual(['reading', ''])
  } finally {
    await app.remove()
  }
})

it('parked letters are sent once when the owner allows letters again', async () => {
  const { path, email, page } = await apply('me-after-all@example.in')
  await press(page, 'stop')
  await server.call(path, 'PATCH', { status: 'pitch' })
  await until('the invitation to be parked', async () =>
    (await application(path)).messages.find(({ state }: Json) => state === 'parked'),
  )
  await press(page, 'resume')
  const invitation = await until('the invitation', async () => (await lettersTo(email))[1])
  expect(invitation.subject).toMatch(/^An invitation to pitch/)
  const { application: record, messages } = await application(path)
  expect(record.letters_stopped_at).toBeUndefined()
  expect(messages.map(({ letter, state }: Json) => [letter, state])).toEqual([
    ['confirmation', 'sent'],
    ['pitch_invitation', 'cancelled'],
    ['pitch_invitation', 'sent'],
  ])
  expect((await events(path)).map(([, what]) => what)).toEqual(['submitted', 'letters_stopped', 'moved', 'letters_resumed'])
  expect((await server.call('/api/applications?q=has:stopped%20from:me-after-all@example.in')).body.total).toBe(0)
})

it('a corrected address gets the parked letters; the old link ends', async () => {
  const { path, email, page } = await apply('mistyped@example.in')
  await press(page, 'stop')
  await server.call(path, 'PATCH', { status: 'approved' })
  await until('the approval to be parked', async () =>
    (await application(path)).messages.find(({ state }: Json) => state === 'parked'),
  )
  await server.call(`${path}/address`, 'POST', { email: 'typed-right@example.in' })
  await until('the approval', async () => (await lettersTo('typed-right@example.in'))[0])
  expect((await lettersTo(email)).length).toBe(1)
  expect((await fetch(server.url + page)).status).toBe(404)
  expect((await press(page, 'stop')).status).toBe(404)
  expect((await application(path)).application.letters_stopped_at).toBeUndefined()
})

it('a private link, an altered token, another action and another site stop nothing', async () => {
  const { path, page } = await apply('guarded@example.in')
  const { link } = await server.apply('Contact')
  const forged = `/my/stop/${link.slice('/my/'.length)}`
  expect([(await fetch(server.url + forged)).status, (await press(forged, 'stop')).status]).toEqual([404, 404])
  expect((await press(`${page.slice(0, -1)}_`, 'stop')).status).toBe(404)
  expect((await press(page, 'both')).status).toBe(404)
  expect((await press(page, 'stop', { origin: 'https://evil.example' })).status).toBe(403)
  expect((await events(path)).length).toBe(1)
})

it('a letter whose response was lost keeps its id when letters are resumed', async () => {
  const email = 'lost@example.in'
  const sent: Message[] = []
  let isLost = false
  const app = await openApp({
    mailer: mailerOf((message) => {
      sent.push(message)
      if (message.code !== undefined) app.passcodes.push(message.code)
      if (isLost) throw new MailFault('The mail server did not answer within 15 seconds')
    }),
  })
  const applicant = await applicantOf(app, email)
  await app.runOutbox()
  const token = /\/my\/stop\/(\S+)/.exec(sent.at(-1)?.text ?? '')?.[1] ?? ''
  await app.call(`/api/applications/${applicant.id}`, 'PATCH', { status: 'rejected' })
  app.clock.ms += 11_000
  isLost = true
  await app.runOutbox()
  isLost = false
  for (const letters of ['stop', 'resume'])
    expect((await applicant.post('/my/stop', { token, letters })).headers.get('location')).toBe(`/my/stop/${token}`)
  app.clock.ms += 60_000
  await app.runOutbox()
  const rejections = sent.filter(({ to, subject }) => to === email && subject === sent.at(-1)?.subject)
  expect(rejections.map(({ id }) => id)).toEqual(Array(2).fill(rejections[0]?.id))
  await app.remove()
})

describe('letters stay stopped', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'kolam-stopped-'))
  const dataDir = path.join(folder, 'data')
  const env = { DATA_DIR: dataDir, DATABASE_URL: '' }
  const open = () => openApp({ dataDir, databaseUrl: null })
  const record = (): string => readFileSync(path.join(dataDir, 'deletions.json'), 'utf8')
  const replaceDatabase = (file?: string): void => {
    for (const ending of ['', '-wal', '-shm']) rmSync(path.join(dataDir, `kolam.sqlite${ending}`), { force: true })
    if (file !== undefined) writeFileSync(path.join(dataDir, 'kolam.sqlite'), readFileSync(file))
  }
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('on an older database file, and after an import, until the deletion', async () => {
    const [backup, sheet] = [path.join(folder, 'older.sqlite'), path.join(folder, 'rows.csv')]
    let app = await open()
    const stopped = await applicantOf(app, 'stopped@example.in')
    const mistyped = await applicantOf(app, 'mistyped@example.in')
    const other = await applicantOf(app, 'other@example.in')
    await app.runOutbox()
    expect((await runProgram('backup', [backup], env)).errors).toBe('')
    const tokens = new Map(app.mails.map(({ to, text }) => [to, /\/my\/stop\/(\S+)/.exec(text)?.[1] ?? '']))
    await stopped.post('/my/stop', { token: tokens.get('stopped@example.in') ?? '', letters: 'stop' })
    expect(JSON.parse(record()).rows).toEqual([
      { kind: 'letters', id: stopped.id, hash: expect.stringMatching(/^\w{8}:\w{64}$/), at: startOfTest.getTime(), stopped: 1 },
    ])
    expect(record()).not.toContain('example.in')
    // What is stored is said, although its copy cannot be written; the next sweep writes it.
    mkdirSync(path.join(dataDir, 'deletions.json.part'))
    const page = await mistyped.post('/my/stop', { token: tokens.get('mistyped@example.in') ?? '', letters: 'stop' })
    expect([page.status, (await mistyped.stored()).lettersStoppedAt]).toEqual([303, startOfTest])
    rmSync(path.join(dataDir, 'deletions.json.part'), { recursive: true })
    await app.chore('sweep')
    expect(JSON.parse(record()).rows.map(({ id }: Json) => id)).toContain(mistyped.id)
    const corrected = await app.call(`/api/applications/${mistyped.id}/address`, 'POST', { email: 'right@example.in' })
    expect(corrected.status).toBe(200)
    const exported = await app.fetch('/api/applications/export?format=csv')
    writeFileSync(sheet, await exported.text())
    await app.remove()

    const stops = async (): Promise<readonly (Date | null | undefined)[]> => {
      const all = await Promise.all([stopped, mistyped, other].map(({ id }) => app.storage.applications.byId(id)))
      return all.map((stored) => stored?.lettersStoppedAt)
    }
    replaceDatabase(backup)
    app = await open()
    expect(await stops()).toEqual([startOfTest, startOfTest, null])
    await app.remove()

    // The restore cannot read what was stopped; the next start can.
    writeFileSync(path.join(dataDir, 'kolam.sqlite'), 'damaged')
    const restored = await runProgram('restore', [backup, '--yes'], env)
    expect([restored.errors, restored.output.split('\n')[0]]).toEqual(['', expect.stringMatching(/^Current: {2}cannot be read/)])
    app = await open()
    expect(await stops()).toEqual([startOfTest, startOfTest, null])
    await app.remove()

    replaceDatabase()
    app = await open()
    expect(await stops()).toEqual([undefined, undefined, undefined])
    expect((await runProgram('import', [sheet], env)).output).toContain('3 rows: 3 imported, 0 already there, 0 refused.')
    // The rows have the corrected address.
    expect(await stops()).toEqual([startOfTest, null, null])
    expect((await app.call('/api/applications?q=has:stopped')).body.applications.map(({ id }: Json) => id)).toEqual([stopped.id])

    expect((await app.call(`/api/applications/${stopped.id}`, 'DELETE')).status).toBe(200)
    app.clock.ms += minute
    await app.chore('purge')
    expect(JSON.parse(record()).rows.map(({ kind, id }: Json) => [kind, id])).toEqual([
      ['application', stopped.id],
      ['letters', mistyped.id],
    ])
    await app.remove()
  })

  it('not when the owner allowed them again after the older file was made', async () => {
    const backup = path.join(folder, 'stopped.sqlite')
    replaceDatabase()
    let app = await open()
    const applicant = await applicantOf(app, 'again@example.in')
    await app.runOutbox()
    const token = /\/my\/stop\/(\S+)/.exec(app.mails.at(-1)?.text ?? '')?.[1] ?? ''
    await applicant.post('/my/stop', { token, letters: 'stop' })
    expect((await runProgram('backup', [backup], env)).errors).toBe('')
    app.clock.ms += minute
    await applicant.post('/my/stop', { token, letters: 'resume' })
    await app.remove()
    const newest = record()
    replaceDatabase(backup)
    app = await open()
    expect((await app.storage.applications.byId(applicant.id))?.lettersStoppedAt).toBeNull()
    expect(record()).toBe(newest)
    await app.remove()
    // The file is older than the database: it changes nothing.
    replaceDatabase(backup)
    const { key, rows }: Json = JSON.parse(newest)
    const older = rows.map((row: Json) => ({ ...row, at: Date.parse('2025-01-01') }))
    writeFileSync(path.join(dataDir, 'deletions.json'), JSON.stringify({ key, rows: older }))
    app = await open()
    expect((await app.storage.applications.byId(applicant.id))?.lettersStoppedAt).toEqual(startOfTest)
    await app.remove()
  })
})
