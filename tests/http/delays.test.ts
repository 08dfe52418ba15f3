import { afterAll, beforeAll, expect, it } from 'vitest'
import { day, hour, second } from '../../src/shared/dates.ts'
import type { FormType } from '../../src/shared/form-types.ts'
import { answers, submission } from '../support/answers.ts'
import { type App, type DeskCall, deskCalls, openApp, startOfTest } from '../support/app.ts'
import type { Json } from '../support/desk.ts'
import { cookiesOf } from '../support/server.ts'

let app: App
let call: DeskCall

beforeAll(async () => {
  app = await openApp()
})
afterAll(() => app.remove())
/** Opens an app on a Monday at 10:00 in India, `weeks` after 5 January 2026. 15 and 16 January are holidays. */
async function begin(weeks: number): Promise<void> {
  app.clock.ms = startOfTest.getTime() + weeks * 7 * day
  call = await deskCalls(app)
}

/** Advances the clock, and signs in again because the session may have ended. */
async function wait(ms: number): Promise<void> {
  app.clock.ms += ms
  if (ms >= hour) call = await deskCalls(app)
}

interface Applied {
  readonly id: string
  readonly path: string
  /** The text of the applicant's page. */
  page(): Promise<string>
}

async function apply(type: FormType = 'Contact'): Promise<Applied> {
  await wait(second)
  const sent = await app.request('/api/submit-application', submission(type, answers(type)))
  const { applicationId: id, privateLink } = await sent.json()
  const cookie = cookiesOf(await app.request(new URL(privateLink).pathname))
  return {
    id,
    path: `/api/applications/${id}`,
    page: async () => (await app.request(`/my?of=${id}`, { headers: { cookie } })).text(),
  }
}

const delay = ({ path }: Applied, body: Json = {}) => call(`${path}/delay`, { method: 'POST', body })
const isLate = async ({ id }: Applied): Promise<boolean> =>
  (await call('/api/applications?q=is:late')).applications.some((application: Json) => application.id === id)
const lettersOf = ({ id }: Applied): string[] =>
  app.mails.flatMap(({ subject, text }) => (subject.includes(id.slice(-8).toUpperCase()) ? [`${subject}\n${text}`] : []))
const history = async ({ path }: Applied): Promise<Json[]> => (await call(path)).history.map(({ event }: Json) => event)

it('moves the due moment by business days; the page shows it after the letter', async () => {
  await begin(0)
  const late = await apply()
  await wait(25 * hour)
  expect(await isLate(late)).toBe(true)
  // Tuesday, 6 January, 11:00
  const preview = await call(`${late.path}/letters/delay`, { method: 'POST', body: {} })
  expect(preview.letter.text).toMatch(/You hear from us by 9 January 2026\./)

  const delayed = await delay(late, { sentence: 'The reader of your message is ill.' })
  expect([delayed.status, delayed.undoFor, delayed.application.status]).toEqual([200, 10, 'pending'])
  expect(delayed.application.due_at).toBe('2026-01-09T18:29:59.999Z')
  expect(await isLate(late)).toBe(false)
  expect((await history(late)).at(-1)).toEqual({
    what: 'delayed',
    from: '2026-01-06T04:30:01.000Z',
    until: '2026-01-09T18:29:59.999Z',
    sentence: 'The reader of your message is ill.',
  })
  await app.runOutbox()
  expect(lettersOf(late)).toEqual([])
  expect(await late.page()).toContain('You hear from us by 6 January 2026.')

  await wait(11 * second)
  await app.runOutbox()
  expect(lettersOf(late)).toEqual([
    expect.stringMatching(/^Our answer takes longer: your .*\n.*by 9 January 2026\.\n\nThe reader of your message is ill\.\n/s),
  ])
  const page = await late.page()
  expect(page).toContain('You hear from us by 9 January 2026.')
  expect(page).toContain('We need more time')
  await wait(4 * day)
  expect(await isLate(late)).toBe(true)
})

it('counts a delay from the due day, and skips holidays', async () => {
  await begin(1)
  // Monday, 12 January; due on Wednesday, the 14th, before two holidays and a weekend
  const soon = await apply('AccelerationAsService')
  expect((await call(soon.path)).application.due_at).toBe('2026-01-14T18:29:59.999Z')
  expect((await delay(soon)).application.due_at).toBe('2026-01-21T18:29:59.999Z')
})

it('can be undone until its letter is sent, by undo and in the outbox', async () => {
  await begin(2)
  const late = await apply()
  await wait(25 * hour)
  const { application } = await delay(late)
  const undone = await call(`${late.path}/undo`, { method: 'POST', body: { revision: application.revision } })
  expect([undone.status, undone.application.due_at]).toEqual([200, '2026-01-20T04:30:01.000Z'])
  expect((await history(late)).at(-1)).toMatchObject({ what: 'undone', undid: 'delayed', to: '2026-01-20T04:30:01.000Z' })
  expect((await call(`${late.path}/undo`, { method: 'POST', body: { revision: application.revision } })).status).toBe(409)
  expect(await isLate(late)).toBe(true)

  await delay(late)
  const { letters } = await call('/api/outbox/letters')
  const [waiting] = letters.filter(({ application_id }: Json) => application_id === late.id)
  expect([letters.length > 0, waiting.letter]).toEqual([true, 'delay'])
  const edited = await call(`${late.path}/messages/${waiting.id}`, { method: 'PATCH', body: { sentence: 'Until Friday.' } })
  expect(edited.status).toBe(200)
  const { messages } = await call(late.path)
  const { id } = messages.findLast(({ state }: Json) => state === 'waiting')
  const { letter } = await call(`${late.path}/messages/${id}`)
  expect(letter.text).toMatch(/by 23 January 2026\.\n\nUntil Friday\.\n/)
  expect((await call(`${late.path}/messages/${id}`, { method: 'DELETE' })).application.due_at).toBe('2026-01-20T04:30:01.000Z')

  const sent = await delay(late)
  await wait(11 * second)
  await app.runOutbox()
  expect(lettersOf(late)).toHaveLength(1)
  const tooLate = await call(`${late.path}/undo`, { method: 'POST', body: { revision: sent.application.revision } })
  expect([tooLate.status, tooLate.error]).toEqual([409, expect.stringContaining('too late to undo')])
})

it('is refused too early, while a letter waits, a third time, and after a decision', async () => {
  await begin(3)
  const refused = async (applied: Applied): Promise<unknown[]> => {
    const { status, error } = await delay(applied)
    return [status, error]
  }
  const early = await apply('Accelerator')
  expect(await refused(early)).toEqual([409, 'An answer can be delayed from two days before it is due.'])
  const late = await apply()
  expect((await delay(late, { sentence: 'x'.repeat(2001) })).details).toEqual({
    sentence: 'The sentence can have 2,000 characters at most',
  })
  for (const _ of [1, 2]) {
    expect((await delay(late)).status).toBe(200)
    expect(await refused(late)).toEqual([409, 'The letter about the last delay has not been sent yet: it is in the outbox.'])
    await wait(11 * second)
    await app.runOutbox()
    await wait(5 * day)
  }
  expect(lettersOf(late)).toHaveLength(2)
  expect(await refused(late)).toEqual([409, 'The answer was delayed twice: decide now.'])
  await call(late.path, { method: 'PATCH', body: { status: 'approved' } })
  expect(await refused(late)).toEqual([409, 'It is already decided, so no answer can be delayed.'])
  expect((await delay({ ...late, path: '/api/applications/none' })).status).toBe(404)
  const stranger = await app.request(`${late.path}/delay`, { method: 'POST' })
  expect(stranger.status).toBe(401)
})

it('a decision cancels the letter of a delay, and its undo queues it again', async () => {
  await begin(4)
  const [approved, undone] = [await apply(), await apply()]
  await wait(25 * hour)
  for (const late of [approved, undone]) {
    await delay(late)
    await call(late.path, { method: 'PATCH', body: { status: 'approved' } })
  }
  expect((await call(`${undone.path}/undo`, { method: 'POST', body: {} })).application.status).toBe('pending')
  await wait(11 * second)
  await app.runOutbox()
  expect(lettersOf(approved)).toEqual([expect.not.stringContaining('takes longer')])
  expect(lettersOf(undone)).toEqual([expect.stringContaining('takes longer')])
  expect(await undone.page()).toContain('You hear from us by 6 February 2026.')
})
