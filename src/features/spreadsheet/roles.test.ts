import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { promises, todaysForms } from '../../../tests/support/adapters.ts'
import { forms } from '../../../tests/support/answers.ts'
import { answers, application } from '../../../tests/support/letters.ts'
import { googleScript, type ScriptAnswer, type ScriptCall, startScript } from '../../../tests/support/sheet-script.ts'
import { simulatedTime } from '../../../tests/support/simulated-time.ts'
import { decision, deletion, hold, note } from '../../../tests/support/submissions.ts'
import { undo } from '../../../tests/support/undo.ts'
import { changeAnswers } from '../../applications/answers-change.ts'
import type { Application } from '../../applications/application.ts'
import { stopLetters } from '../../applications/letter-stop.ts'
import { outgoing } from '../../applications/outgoing/outgoing.ts'
import { returnApplication, withdraw } from '../../applications/withdrawal.ts'
import { dueMoment } from '../../content/promises.ts'
import { createHandlers } from '../../server/outbox/handlers.ts'
import { createWorker } from '../../server/outbox/worker.ts'
import type { NewApplication } from '../../server/records/applications/port.ts'
import { SheetFault } from '../../server/sheets/port.ts'
import { scriptSheet } from '../../server/sheets/script.ts'
import { openStorage } from '../../server/storage/open.ts'
import { AppError } from '../../shared/errors.ts'
import type { FormType } from '../../shared/form-types.ts'
import { primary } from './primary.ts'
import { rebuild } from './rebuild.ts'

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

/** A storage, a worker on simulated time, and a script: ours, unless another answer is given. */
async function openSheet(
  role: 'mirror' | 'primary',
  answer?: (call: ScriptCall) => ScriptAnswer | undefined,
  before: (call: ScriptCall) => Promise<void> = async () => {},
) {
  const time = simulatedTime()
  const google = googleScript()
  google.script.setup()
  const script = await startScript(async (call) => {
    await before(call)
    return (
      answer?.(call) ?? {
        body: JSON.stringify(call.method === 'GET' ? google.get(call.query) : google.post(call.body, call.query)),
      }
    )
  })
  ends.push(() => script.close())
  const dataDir = await mkdtemp(join(tmpdir(), 'kolam-sheet-'))
  ends.push(() => rm(dataDir, { recursive: true, force: true }))
  const storage = await openStorage({ dataDir })
  ends.push(() => storage.close())
  const sheet = scriptSheet({ url: `${script.url}?key=${google.key()}`, siteUrl: 'https://kolam.example', timeoutMs: 2000 })
  const warned: string[] = []
  const dueAt = (type: FormType, at: Date): Date => dueMoment(promises, type, at)
  const warn = (_data: object, message: string): void => void warned.push(message)
  const wait = (ms: number): Promise<void> => time.wait(ms, new AbortController().signal)
  const parts = { applications: storage.applications, sheet, forms, dueAt, now: time.clock, wait, warn }
  const applications = role === 'primary' ? primary(parts) : storage.applications
  const handlers = createHandlers({
    applications: storage.applications,
    outbox: storage.outbox,
    composeLinks: async () => undefined,
    formVersions: todaysForms(forms),
    mailer: { describe: '', send: async ({ id }) => ({ id }), close: async () => {} },
    compose: async (_letter, { applicantEmail }, _form, id) => ({ id, to: applicantEmail, subject: '', html: '', text: '' }),
    otherMails: [],
    refused: async () => undefined,
    reporting: () => undefined,
    sheet,
    holdS: 10,
    now: time.clock,
  })
  const worker = createWorker({
    outbox: storage.outbox,
    handlers,
    clock: time.clock,
    log: { info: () => {}, warn: () => {} },
    wait: time.wait,
  })
  worker.start()
  ends.push(() => worker.stop())

  /** Advances the clock in steps of 0.1 s until `done`, because the script and the storage answer in real time. */
  const until = async (done: () => boolean | Promise<boolean>): Promise<void> => {
    for (const end = performance.now() + 5000; !(await done()); ) {
      if (performance.now() > end) throw new Error('timed out')
      await time.advance(100)
      await new Promise((resolve) => setTimeout(resolve, 2))
    }
  }
  const submit = async (changes: Partial<Application> = {}): Promise<Application> => {
    const newApplication = application({ submittedAt: time.clock(), ...changes })
    const added: NewApplication = {
      change: {
        application: newApplication,
        entry: { at: time.clock(), by: 'applicant', event: { what: 'submitted' } },
        outbox: [
          {
            topic: 'sheet.row',
            payload: { applicationId: newApplication.id },
            key: `${newApplication.id}:row`,
            applicationId: newApplication.id,
            dueAt: time.clock(),
          },
        ],
      },
      files: [],
      duplicate: { key: newApplication.id, rule: 'within_a_day', since: time.clock() },
      idempotency: undefined,
    }
    expect(await applications.add(added)).toEqual({ kind: 'added', id: newApplication.id })
    worker.poke()
    return newApplication
  }
  const remove = (id: string) => {
    const entry = deletion(time.clock())
    const { outbox } = outgoing({ id, revision: 0 }, entry, mirror)
    return applications.remove(id, entry, new Date(time.clock().getTime() + 10_000), outbox)
  }
  /** Rebuilds the spreadsheet while the worker runs, with a hold of `holdS` seconds. */
  const rebuilt = (holdS = 10) =>
    rebuild({
      applications: storage.applications,
      witnesses: storage.witnesses,
      outbox: storage.outbox,
      sheet,
      holdS,
      now: time.clock,
      poke: worker.poke,
      wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    })
  const rows = () => google.rows('Accelerator')
  return { time, google, script, storage, applications, worker, warned, submit, until, rows, remove, rebuilt }
}

const mirror = hold(10, 'mirror')
const list = { limit: 50 }

test('mirror: a decision is written to its row after its hold', async () => {
  const { submit, until, rows, applications, time, worker } = await openSheet('mirror')
  const { id } = await submit()
  await until(() => rows().length === 1)
  const stored = await applications.byId(id)
  if (stored === undefined) return expect.fail('not stored')
  await applications.save(decision(stored, 'approved', time.clock(), mirror))
  worker.poke()
  const decided = time.clock().getTime()
  await until(() => rows()[0]?.status === 'approved')
  expect(time.clock().getTime() - decided).toBeGreaterThanOrEqual(10_000)
  expect(rows()[0]).toMatchObject({ reviewed_by: 'meena@kolam.example', reviewed_at: new Date(decided).toISOString() })
})

test('mirror: an undone decision does not change its row', async () => {
  const { submit, until, rows, applications, storage, time, worker } = await openSheet('mirror')
  const { id } = await submit()
  await until(() => rows().length === 1)
  const stored = (await applications.byId(id)) ?? expect.fail('not stored')
  await applications.save(decision(stored, 'rejected', time.clock(), mirror))
  expect((await undo({ applications, outbox: storage.outbox }, id, 'meena@kolam.example', time.clock(), mirror)).kind).toBe(
    'undone',
  )
  worker.poke()
  await until(async () => (await storage.outbox.counts()).sent === 2)
  expect(rows()[0]?.status).toBe('pending')
  // The letter and the update of the row are cancelled; the row of the submission and the update of the undo are sent.
  expect(await storage.outbox.counts()).toMatchObject({ cancelled: 2, sent: 2, waiting: 0 })
})

test('mirror: a note updates the row at once, a deletion removes it after its hold', async () => {
  const { submit, until, rows, applications, time, worker, remove } = await openSheet('mirror')
  const { id } = await submit()
  await until(() => rows().length === 1)
  const stored = (await applications.byId(id)) ?? expect.fail('not stored')
  await applications.save(note(stored, '=Call her', time.clock(), mirror))
  worker.poke()
  await until(() => rows()[0]?.notes === '=Call her')
  await remove(id)
  const deleted = time.clock().getTime()
  await until(() => rows().length === 0)
  expect(time.clock().getTime() - deleted).toBeGreaterThanOrEqual(10_000)
})

test('mirror: a row is marked as withdrawn, also after a rebuild, until the return', async () => {
  const { submit, until, rows, applications, storage, time, worker, rebuilt } = await openSheet('mirror')
  const { id } = await submit()
  await until(() => rows().length === 1)
  const stored = async () => (await applications.byId(id)) ?? expect.fail('not stored')
  await applications.save(decision(await stored(), 'approved', time.clock(), mirror))
  const messages = () => storage.outbox.forApplication(id)
  await applications.save(withdraw(await stored(), '', await messages(), { at: time.clock(), delivery: mirror }))
  worker.poke()
  await until(() => rows()[0]?.status === 'withdrawn')
  expect(await rebuilt()).toEqual({ rows: 1, removed: 0 })
  expect(rows()).toMatchObject([{ id, status: 'withdrawn' }])
  const returned = returnApplication(await stored(), await applications.history(id), await messages(), {
    at: time.clock(),
    delivery: mirror,
  })
  if (!returned.ok) return expect.fail(returned.fault)
  await applications.save(returned.value)
  worker.poke()
  await until(() => rows()[0]?.status === 'pending')
  await until(() => rows()[0]?.status === 'approved')
})

test.each(['mirror', 'primary'] as const)('%s: changed answers are written to the row, and nothing else', async (role) => {
  const { submit, until, rows, applications, storage, time, worker } = await openSheet(role)
  const { id } = await submit()
  await until(() => rows().length === 1)
  const stored = (await storage.applications.byId(id)) ?? expect.fail('not stored')
  const answers = { ...stored.answers, competition: '=Nobody', companyName: 'Neytal Foods' }
  const form = forms.Accelerator
  const change = changeAnswers(stored, { form, formVersion: 'x', answers }, [], { at: time.clock(), delivery: hold(10, role) })
  expect(await storage.applications.revise({ change, files: [], duplicateKey: 'x' })).toBe('saved')
  worker.poke()
  await until(() => rows()[0]?.companyName === 'Neytal Foods')
  expect(rows()).toMatchObject([{ id, competition: '=Nobody', status: 'pending', founderName: stored.answers.founderName }])
  await time.advance(2_000)
  expect((await applications.byId(id))?.answers).toMatchObject({ competition: '=Nobody' })
})

test('primary: the spreadsheet follows a withdrawal, which the desk lists separately', async () => {
  const { submit, until, rows, applications, storage, time, worker } = await openSheet('primary')
  const { id } = await submit()
  await until(() => rows().length === 1)
  const stored = (await storage.applications.byId(id)) ?? expect.fail('not stored')
  await storage.applications.save(withdraw(stored, '', [], { at: time.clock(), delivery: hold(10, 'primary') }))
  worker.poke()
  await until(() => rows()[0]?.status === 'withdrawn')
  await time.advance(2_000)
  expect(await applications.list(list)).toMatchObject({ applications: [], total: 0 })
  expect(await applications.list({ ...list, status: 'withdrawn' })).toMatchObject({ applications: [{ id }], total: 1 })
  expect((await applications.stats()).total).toBe(0)
  expect(await applications.byId(id)).toMatchObject({ withdrawnAt: expect.any(Date), status: 'pending' })
})

test('primary: letters that the owner of the address stopped stay stopped', async () => {
  const { submit, until, rows, applications, storage, time } = await openSheet('primary')
  const { id } = await submit()
  await until(() => rows().length === 1)
  const stored = (await storage.applications.byId(id)) ?? expect.fail('not stored')
  const stop = stopLetters(stored, true, [], { at: time.clock(), delivery: hold(10, 'primary') })
  await storage.applications.save(stop ?? expect.fail('already stopped'))
  const shown = (await applications.byId(id)) ?? expect.fail('no row')
  expect(shown.lettersStoppedAt).toEqual(time.clock())
  await applications.save(note(shown, 'nice', time.clock(), hold(10, 'primary')))
  expect(await storage.applications.byId(id)).toMatchObject({ notes: 'nice', lettersStoppedAt: shown.lettersStoppedAt })
})

test('mirror: a note does not publish a held decision, and an undo leaves no trace', async () => {
  const { submit, until, rows, applications, storage, time, worker } = await openSheet('mirror')
  const { id } = await submit()
  await until(() => rows().length === 1)
  const stored = (await applications.byId(id)) ?? expect.fail('not stored')
  await applications.save(decision(stored, 'rejected', time.clock(), mirror))
  const decided = (await applications.byId(id)) ?? expect.fail('not stored')
  await applications.save(note(decided, 'nice', time.clock(), mirror))
  worker.poke()
  await until(() => rows()[0]?.notes === 'nice')
  expect(rows()[0]).toMatchObject({ status: 'pending', reviewed_by: '', reviewed_at: '' })
  expect((await undo({ applications, outbox: storage.outbox }, id, 'meena@kolam.example', time.clock(), mirror)).kind).toBe(
    'undone',
  )
  await time.advance(60_000)
  await until(async () => (await applications.byId(id))?.status === 'pending')
  expect(rows()[0]).toMatchObject({ status: 'pending', notes: 'nice', reviewed_by: '' })
})

test('mirror: an append slower than the hold does not restore a deleted person', async () => {
  let release = (): void => {}
  const appending = new Promise<void>((resolve) => {
    release = resolve
  })
  let begun = false
  const { submit, until, rows, storage, time, remove, worker } = await openSheet('mirror', undefined, async ({ body }) => {
    if (body.sheet === undefined) return
    begun = true
    await appending
  })
  const { id } = await submit()
  await until(() => begun)
  await remove(id)
  await time.advance(15_000)
  await storage.applications.purge(time.clock())
  worker.poke()
  await time.idle()
  release()
  await until(async () => (await storage.outbox.inState('sent', 10)).some(({ topic }) => topic === 'sheet.removal'))
  expect(rows()).toEqual([])
})

test('mirror: a deletion and a note wait while the script fails', async () => {
  let isBusy = false
  const { submit, until, rows, applications, time, worker, remove, script } = await openSheet('mirror', () =>
    isBusy ? { status: 429, type: 'text/html', body: '<html>Too many requests' } : undefined,
  )
  const [noted, deleted] = [await submit(), await submit({ id: '019aa1b2-0000-7000-8000-000000000001' })]
  await until(() => rows().length === 2)
  isBusy = true
  const calls = script.calls.length
  const stored = (await applications.byId(noted.id)) ?? expect.fail('not stored')
  await applications.save(note(stored, 'Call her', time.clock(), mirror))
  await remove(deleted.id)
  worker.poke()
  await time.advance(30_000)
  await until(() => script.calls.length > calls + 2)
  expect(rows().length).toBe(2)
  isBusy = false
  await until(() => rows().length === 1 && rows()[0]?.notes === 'Call her')
})

test('mirror: a script that only supports rows gets no decisions', async () => {
  const { submit, until, applications, storage, time, script, worker } = await openSheet('mirror', (call) =>
    call.method === 'GET' ? { body: 'hello' } : { body: '{"success":true}' },
  )
  const { id } = await submit()
  await until(() => script.calls.length === 1)
  const stored = (await applications.byId(id)) ?? expect.fail('not stored')
  await applications.save(decision(stored, 'approved', time.clock(), hold(0, 'mirror')))
  worker.poke()
  await until(async () => (await storage.outbox.counts()).sent === 3)
  expect(script.calls.filter(({ method }) => method === 'POST').length).toBe(1)
})

test('after an outage of the script exactly the missing rows are sent, once each', async () => {
  let down = true
  const { submit, until, rows, storage, time } = await openSheet('mirror', () => (down ? 'drop' : undefined))
  for (let n = 0; n < 10; n += 1) await submit({ id: `019aa1b2-0000-7000-8000-00000000000${n}` })
  await until(async () => (await storage.outbox.inState('waiting', 50)).some(({ attempts }) => attempts > 0))
  expect(rows()).toEqual([])
  down = false
  await until(async () => {
    await time.advance(1000)
    return (await storage.outbox.counts()).sent === 10
  })
  expect(
    rows()
      .map(({ id }) => id)
      .toSorted(),
  ).toEqual(Array.from({ length: 10 }, (_one, n) => `019aa1b2-0000-7000-8000-00000000000${n}`))
})

test('primary: the list comes from the script with its filters; answers are equal', async () => {
  const { submit, until, applications, script, time } = await openSheet('primary')
  const submitted = await submit()
  await until(async () => {
    await time.advance(3000)
    return (await applications.list(list)).total === 1
  })
  const { applications: listed } = await applications.list({
    ...list,
    formType: 'Accelerator',
    status: 'pending',
    email: 'nila@example.in',
  })
  expect(script.calls.at(-1)?.query).toMatchObject({
    action: 'read',
    form_type: 'Accelerator',
    status: 'pending',
    email: 'nila@example.in',
  })
  expect(listed).toEqual([
    { ...submitted, dueAt: dueMoment(promises, 'Accelerator', submitted.submittedAt), answers: { ...answers } },
  ])
  expect((await applications.list({ ...list, search: 'paneer chenn' })).total).toBe(1)
  expect((await applications.list({ ...list, search: 'paneer zebra' })).total).toBe(0)
  expect((await applications.list({ ...list, status: 'approved' })).total).toBe(0)
  expect(await applications.stats()).toMatchObject({ total: 1, pending: 1, approved: 0 })
})

test.each([
  ['an object with applications', (rows: unknown) => ({ applications: rows })],
  ['a bare list', (rows: unknown) => rows],
])('primary: the rows of a custom script: %s', async (_name, wrap) => {
  const rows = [
    {
      id: 'r1',
      form_type: 'Accelerator',
      applicant_name: 'Asha',
      applicant_email: 'asha@example.in',
      status: 'Approved',
      submitted_at: '2026-01-02',
      form_data: '{"companyName":"Palai"}',
    },
    {
      id: 'r2',
      form_type: 'EARLY_CUSTOMER',
      firstName: 'Ravi',
      lastName: 'K',
      interests: 'SaaS of ours, Other',
      timestamp: '2026-01-03',
      status: '',
    },
    { form_type: 'Something else', name: 'Who' },
  ]
  const { applications } = await openSheet('primary', () => ({ body: JSON.stringify(wrap(rows)) }))
  const { applications: listed } = await applications.list(list)
  expect(
    listed.map(({ id, formType, applicantName, companyName, status }) => [id, formType, applicantName, companyName, status]),
  ).toEqual([
    ['r2', 'EarlyCustomer', 'Ravi K', '', 'pending'],
    ['r1', 'Accelerator', 'Asha', 'Palai', 'approved'],
    ['row-3', 'Contact', 'Who', '', 'pending'],
  ])
  expect(listed[0]?.answers.interests).toEqual(['SaaS of ours', 'Other'])
})

test('primary: a failed read shows one marked sample record, with any filter', async () => {
  const { applications, warned } = await openSheet('primary', () => ({ status: 500, body: '' }))
  for (const query of [list, { ...list, status: 'approved' as const, search: 'nothing' }]) {
    const page = await applications.list(query)
    expect(page.applications.map(({ id, applicantName, companyName }) => [id, applicantName, companyName])).toEqual([
      ['sample', 'Sample record', 'Sample (the spreadsheet could not be read)'],
    ])
    expect(page.total).toBe(1)
  }
  expect(warned[0]).toBe('the spreadsheet could not be read: a sample is shown')
})

test('primary: without script support, a decision and a deletion fail unchanged', async () => {
  const rows = [{ id: 'r1', form_type: 'Accelerator', email: 'a@b.in', status: 'pending', timestamp: '2026-01-02' }]
  const { applications, script, storage, time } = await openSheet('primary', ({ query }) =>
    query.action === 'read' ? { body: JSON.stringify(rows) } : { body: '{"success":false}' },
  )
  const shown = (await applications.byId('r1')) ?? expect.fail('not read')
  const failing = { code: 'APPLICATION_UPDATE_FAILED' }
  await expect(applications.save(decision(shown, 'approved', time.clock()))).rejects.toMatchObject(failing)
  await expect(applications.remove('r1', deletion(time.clock()), time.clock())).rejects.toMatchObject(failing)
  await expect(applications.save(decision(shown, 'approved', time.clock()))).rejects.toBeInstanceOf(AppError)
  expect(script.calls.filter(({ method }) => method === 'POST')).toEqual([])
  expect(await storage.outbox.counts()).toMatchObject({ waiting: 0 })
})

test('primary: a deletion that the database refuses leaves the row as it was', async () => {
  const { submit, until, rows, applications, storage, time } = await openSheet('primary')
  const { id } = await submit()
  await until(() => rows().length === 1)
  const shown = (await applications.byId(id)) ?? expect.fail('not read')
  await applications.save(decision(shown, 'pitch', time.clock(), hold(0, 'primary')))
  const before = rows()
  vi.spyOn(storage.applications, 'remove').mockRejectedValueOnce(new Error('the disk is full'))
  const holdUntil = new Date(time.clock().getTime() + 10_000)
  await expect(applications.remove(id, deletion(time.clock()), holdUntil)).rejects.toThrow('the disk is full')
  expect(rows()).toEqual(before)
  expect((await applications.byId(id))?.status).toBe('pitch')
})

test('primary: a decision updates the row and queues its letter, also of a typed row', async () => {
  const { submit, until, rows, applications, google, storage, time, worker } = await openSheet('primary')
  const { id } = await submit()
  await until(() => rows().length === 1)
  const { founderName, email } = answers
  google.post(
    {
      sheet: 'Accelerator',
      id: 'typed-1',
      form_type: 'Accelerator',
      status: 'pending',
      timestamp: '2026-01-01T00:00:00Z',
      founderName,
      email,
    },
    { key: google.key() },
  )
  for (const rowId of [id, 'typed-1']) {
    const shown = (await applications.byId(rowId)) ?? expect.fail('not read')
    expect(await applications.save(decision(shown, 'pitch', time.clock(), hold(0)))).toBe('saved')
    expect(await applications.save(decision(shown, 'approved', time.clock(), hold(0)))).toBe('stale')
    expect((await applications.byId(rowId))?.status).toBe('pitch')
  }
  expect(rows().map((row) => [row.id, row.status])).toEqual([
    [id, 'pitch'],
    ['typed-1', 'pitch'],
  ])
  worker.poke()
  await until(async () => (await storage.outbox.counts()).sent === 3)
  await applications.remove(id, deletion(time.clock()), new Date(time.clock().getTime() + 10_000))
  expect(rows().map((row) => row.id)).toEqual(['typed-1'])
  expect((await undo({ applications, outbox: storage.outbox }, id, 'meena@kolam.example', time.clock(), hold(10))).kind).toBe(
    'undone',
  )
  expect(rows().map((row) => [row.id, row.status])).toEqual([
    ['typed-1', 'pitch'],
    [id, 'pitch'],
  ])
  expect(await applications.remove('nothing', deletion(time.clock()), time.clock())).toEqual({ kind: 'not_found' })
})

test('primary: notes and a decision of one call are written together', async () => {
  const { google, script, submit, until, rows, applications, storage, time } = await openSheet('primary')
  const { id } = await submit()
  await until(() => rows().length === 1)
  const { founderName, email } = answers
  const typed = {
    sheet: 'Accelerator',
    id: 'typed-1',
    form_type: 'Accelerator',
    status: 'pending',
    timestamp: '2026-01-01T00:00:00Z',
  }
  google.post({ ...typed, founderName, email }, { key: google.key() })
  for (const rowId of [id, 'typed-1']) {
    const shown = (await applications.byId(rowId)) ?? expect.fail('not read')
    const written = note(shown, 'Strong', time.clock())
    const decided = decision({ ...written.application, revision: shown.revision + 1 }, 'approved', time.clock(), hold(0))
    const before = script.calls.filter(({ body }) => body?.action === 'update').length
    expect(await applications.save(written, decided)).toBe('saved')
    expect(script.calls.filter(({ body }) => body?.action === 'update')).toHaveLength(before + 1)
    expect(rows().find((row) => row.id === rowId)).toMatchObject({ status: 'approved', notes: 'Strong' })
    expect(await storage.applications.byId(rowId)).toMatchObject({ status: 'approved', notes: 'Strong' })
    const messages = await storage.outbox.forApplication(rowId)
    expect(messages.filter(({ key }) => key.includes(':approval:'))).toHaveLength(1)
  }
})

test('primary: the letter of a decision is sent despite a concurrent note', async () => {
  let meanwhile = async (): Promise<void> => {}
  const { submit, until, rows, applications, storage, time } = await openSheet('primary', undefined, async ({ body }) => {
    if (body.action === 'update') await meanwhile()
  })
  const { id } = await submit()
  await until(() => rows().length === 1)
  const shown = (await applications.byId(id)) ?? expect.fail('not read')
  meanwhile = async () => {
    meanwhile = async () => {}
    const ours = (await storage.applications.byId(id)) ?? expect.fail('not stored')
    expect(await storage.applications.save(note({ ...ours, scores: { team: 4 } }, 'one', time.clock()))).toBe('saved')
  }
  expect(await applications.save(decision(shown, 'approved', time.clock()))).toBe('saved')
  expect(rows()).toMatchObject([{ id, status: 'approved' }])
  expect(await storage.applications.byId(id)).toMatchObject({ status: 'approved', scores: { team: 4 }, revision: 2 })
  const messages = await storage.outbox.forApplication(id)
  expect(messages.map(({ key, state }) => [key, state])).toContainEqual([`${id}:approval:0`, 'waiting'])
  // A change that is based on an older read is refused before the script is called.
  expect(await applications.save(note({ ...shown, status: 'approved' }, 'two', time.clock()))).toBe('stale')
  expect(rows()).toMatchObject([{ notes: '' }])
})

test('rebuild makes the spreadsheet equal to the database, and is idempotent', async () => {
  const { submit, until, rows, applications, google, script, time, rebuilt } = await openSheet('mirror')
  const ids = ['a', 'b', 'c'].map((end) => `019aa1b2-0000-7000-8000-00000000000${end}`)
  for (const id of ids) await submit({ id })
  await until(() => rows().length === 3)
  const stored = (await applications.byId(ids[1] ?? '')) ?? expect.fail('not stored')
  await applications.save(decision(stored, 'rejected', time.clock(), hold(0)))
  google.post({ action: 'delete', id: ids[0] }, { key: google.key() })
  google.post({ sheet: 'Accelerator', id: 'stray', form_type: 'Accelerator' }, { key: google.key() })
  // Its hold lasts one minute in this rebuild, so only the desk may show it.
  expect(await rebuilt(60)).toEqual({ rows: 3, removed: 1 })
  const statuses = () =>
    rows()
      .map(({ id, status }) => [id, status])
      .toSorted()
  expect(statuses()).toEqual(ids.map((id) => [id, 'pending']))
  await time.advance(10_000)
  expect(await rebuilt()).toEqual({ rows: 3, removed: 0 })
  expect(statuses()).toEqual([
    [ids[0], 'pending'],
    [ids[1], 'rejected'],
    [ids[2], 'pending'],
  ])
  const calls = script.calls.length
  expect(await rebuilt()).toEqual({ rows: 3, removed: 0 })
  expect(script.calls.slice(calls).map(({ query }) => query.action)).toEqual(['capabilities', 'read'])
})

test('a rebuild tries a row that failed before at once, and ends with its failure', async () => {
  let broken = true
  const { submit, rows, storage, rebuilt, until } = await openSheet('mirror', ({ body }) =>
    broken && body?.sheet !== undefined ? { status: 500, body: '' } : undefined,
  )
  const { id } = await submit()
  await until(async () =>
    (await storage.outbox.forApplication(id)).some(({ state, attempts }) => state === 'waiting' && attempts > 0),
  )
  await expect(rebuilt()).rejects.toBeInstanceOf(SheetFault)
  await expect(rebuilt()).rejects.toBeInstanceOf(SheetFault)
  broken = false
  expect(await rebuilt()).toEqual({ rows: 1, removed: 0 })
  expect(rows().map((row) => row.id)).toEqual([id])
})

test('a person deleted during a rebuild does not reappear in the spreadsheet', async () => {
  let appends = 0
  let release = (): void => {}
  const appending = new Promise<void>((resolve) => {
    release = resolve
  })
  const { submit, until, rows, google, storage, time, rebuilt, remove, worker } = await openSheet(
    'mirror',
    undefined,
    async ({ body }) => {
      if (body.sheet === undefined) return
      appends += 1
      if (appends === 2) await appending
    },
  )
  const { id } = await submit()
  await until(() => rows().length === 1)
  google.post({ action: 'delete', id }, { key: google.key() })
  const rebuilding = rebuilt()
  await until(() => appends === 2)
  await remove(id)
  await time.advance(11_000)
  await storage.applications.purge(time.clock())
  worker.poke()
  await time.idle()
  release()
  await rebuilding
  await until(async () => (await storage.outbox.inState('sent', 10)).some(({ topic }) => topic === 'sheet.removal'))
  expect(rows()).toEqual([])
})

test('primary: an undo writes the row first; if that fails, nothing changes', async () => {
  let broken = ''
  const { submit, until, rows, applications, storage, time, worker } = await openSheet('primary', ({ body }) =>
    broken !== '' && body?.action === broken ? { status: 500, body: '' } : undefined,
  )
  const { id } = await submit()
  await until(() => rows().length === 1)
  const undoNow = () =>
    undo({ applications, outbox: storage.outbox }, id, 'meena@kolam.example', time.clock(), hold(10, 'primary'))
  const states = async () => (await storage.outbox.forApplication(id)).map(({ state }) => state)
  const shown = (await applications.byId(id)) ?? expect.fail('not read')
  await applications.save(decision(shown, 'rejected', time.clock(), hold(10, 'primary')))
  broken = 'update'
  await expect(undoNow()).rejects.toMatchObject({ code: 'APPLICATION_UPDATE_FAILED' })
  expect([rows()[0]?.status, (await storage.applications.byId(id))?.status, await states()]).toEqual([
    'rejected',
    'rejected',
    ['sent', 'waiting'],
  ])
  broken = ''
  // Another node is sending the letter: the row becomes again what it was.
  const [letter] = await storage.outbox.claim(
    ['mail.letter'],
    1,
    new Date(time.clock().getTime() + 10_000),
    new Date(time.clock().getTime() + 70_000),
  )
  expect(await undoNow()).toEqual({ kind: 'too_late' })
  if (letter === undefined) return expect.fail('no letter')
  await storage.outbox.settle(letter, { kind: 'failed', fault: 'away' }, time.clock(), new Date(time.clock().getTime() + 5_000))
  expect((await undoNow()).kind).toBe('undone')
  expect([rows()[0]?.status, await states()]).toEqual(['pending', ['sent', 'cancelled']])

  await applications.remove(id, deletion(time.clock()), new Date(time.clock().getTime() + 10_000))
  broken = 'update'
  await expect(undoNow()).rejects.toMatchObject({ code: 'APPLICATION_UPDATE_FAILED' })
  expect(await storage.applications.byId(id)).toBeUndefined()
  broken = ''
  expect((await undoNow()).kind).toBe('undone')
  expect([rows().map((row) => row.id), (await storage.applications.byId(id))?.status]).toEqual([[id], 'pending'])
  worker.poke()
})
