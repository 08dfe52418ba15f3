import { afterAll, beforeAll, expect, it } from 'vitest'
import { day, hour, second } from '../../src/shared/dates.ts'
import type { FormType } from '../../src/shared/form-types.ts'
import { type App, openApp, startOfTest } from '../support/app.ts'
import type { Applied, Json } from '../support/desk.ts'
import { cookiesOf } from '../support/server.ts'

let app: App

beforeAll(async () => {
  app = await openApp()
})
afterAll(() => app.remove())
/** It is a Monday at 10:00 in India, `weeks` after 5 January 2026. 15 and 16 January are holidays. */
function begin(weeks: number): void {
  app.clock.ms = startOfTest.getTime() + weeks * 7 * day
}
function wait(ms: number): void {
  app.clock.ms += ms
}

async function apply(type: FormType = 'Contact') {
  wait(second)
  const applied = await app.apply(type)
  const cookie = cookiesOf(await app.request(applied.link))
  /** The text of the applicant's page. */
  const page = async () => (await app.request(`/my?of=${applied.id}`, { headers: { cookie } })).text()
  return { ...applied, page }
}

const delay = ({ path }: Pick<Applied, 'path'>, body: Json = {}) => app.call(`${path}/delay`, 'POST', body)
const isLate = async ({ id }: Applied): Promise<boolean> =>
  (await app.call('/api/applications?q=is:late')).body.applications.some((application: Json) => application.id === id)
const lettersOf = ({ id }: Applied): string[] =>
  app.mails.flatMap(({ subject, text }) => (subject.includes(id.slice(-8).toUpperCase()) ? [`${subject}\n${text}`] : []))
const history = async ({ path }: Applied): Promise<Json[]> => (await app.call(path)).body.history.map(({ event }: Json) => event)

it('moves the due moment by business days; the page shows it after the letter', async () => {
  begin(0)
  const late = await apply()
  wait(25 * hour)
  expect(await isLate(late)).toBe(true)
  // Tuesday, 6 January, 11:00
  const { body: preview } = await app.call(`${late.path}/letters/delay`, 'POST', {})
  expect(preview.letter.text).toMatch(/You hear from us by 9 January 2026\./)

  const delayed = await delay(late, { sentence: 'The reader of your message is ill.' })
  expect([delayed.status, delayed.body.undoFor, delayed.body.application.status]).toEqual([200, 10, 'pending'])
  expect(delayed.body.application.due_at).toBe('2026-01-09T18:29:59.999Z')
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

  wait(11 * second)
  await app.runOutbox()
  expect(lettersOf(late)).toEqual([
    expect.stringMatching(/^Our answer takes longer: your .*\n.*by 9 January 2026\.\n\nThe reader of your message is ill\.\n/s),
  ])
  const page = await late.page()
  expect(page).toContain('You hear from us by 9 January 2026.')
  expect(page).toContain('We need more time')
  wait(4 * day)
  expect(await isLate(late)).toBe(true)
})

it('counts a delay from the due day, and skips holidays', async () => {
  begin(1)
  // Monday, 12 January; due on Wednesday, the 14th, before two holidays and a weekend
  const soon = await apply('AccelerationAsService')
  expect((await app.call(soon.path)).body.application.due_at).toBe('2026-01-14T18:29:59.999Z')
  expect((await delay(soon)).body.application.due_at).toBe('2026-01-21T18:29:59.999Z')
})

it('can be undone until its letter is sent, by undo and in the outbox', async () => {
  begin(2)
  const late = await apply()
  wait(25 * hour)
  const { application } = (await delay(late)).body
  const undone = await app.call(`${late.path}/undo`, 'POST', { revision: application.revision })
  expect([undone.status, undone.body.application.due_at]).toEqual([200, '2026-01-20T04:30:01.000Z'])
  expect((await history(late)).at(-1)).toMatchObject({ what: 'undone', undid: 'delayed', to: '2026-01-20T04:30:01.000Z' })
  expect((await app.call(`${late.path}/undo`, 'POST', { revision: application.revision })).status).toBe(409)
  expect(await isLate(late)).toBe(true)

  await delay(late)
  const { letters } = (await app.call('/api/outbox/letters')).body
  const [waiting] = letters.filter(({ application_id }: Json) => application_id === late.id)
  expect([letters.length > 0, waiting.letter]).toEqual([true, 'delay'])
  const edited = await app.call(`${late.path}/messages/${waiting.id}`, 'PATCH', { sentence: 'Until Friday.' })
  expect(edited.status).toBe(200)
  const { messages } = (await app.call(late.path)).body
  const { id } = messages.findLast(({ state }: Json) => state === 'waiting')
  const { letter } = (await app.call(`${late.path}/messages/${id}`)).body
  expect(letter.text).toMatch(/by 23 January 2026\.\n\nUntil Friday\.\n/)
  expect((await app.call(`${late.path}/messages/${id}`, 'DELETE')).body.application.due_at).toBe('2026-01-20T04:30:01.000Z')

  const { body: sent } = await delay(late)
  wait(11 * second)
  await app.runOutbox()
  expect(lettersOf(late)).toHaveLength(1)
  const tooLate = await app.call(`${late.path}/undo`, 'POST', { revision: sent.application.revision })
  expect([tooLate.status, tooLate.body.error]).toEqual([409, expect.stringContaining('too late to undo')])
})

it('is refused too early, while a letter waits, a third time, and after a decision', async () => {
  begin(3)
  const refused = async (applied: Applied): Promise<unknown[]> => {
    const { status, body } = await delay(applied)
    return [status, body.error]
  }
  const early = await apply('Accelerator')
  expect(await refused(early)).toEqual([409, 'An answer can be delayed from two days before it is due.'])
  const late = await apply()
  expect((await delay(late, { sentence: 'x'.repeat(2001) })).body.details).toEqual({
    sentence: 'The sentence can have 2,000 characters at most',
  })
  for (const _ of [1, 2]) {
    expect((await delay(late)).status).toBe(200)
    expect(await refused(late)).toEqual([409, 'The letter about the last delay has not been sent yet: it is in the outbox.'])
    wait(11 * second)
    await app.runOutbox()
    wait(5 * day)
  }
  expect(lettersOf(late)).toHaveLength(2)
  expect(await refused(late)).toEqual([409, 'The answer was delayed twice: decide now.'])
  await app.call(late.path, 'PATCH', { status: 'approved' })
  expect(await refused(late)).toEqual([409, 'It is already decided, so no answer can be delayed.'])
  expect((await delay({ ...late, path: '/api/applications/none' })).status).toBe(404)
  const stranger = await app.request(`${late.path}/delay`, { method: 'POST' })
  expect(stranger.status).toBe(401)
})

it('a decision cancels the letter of a delay, and its undo queues it again', async () => {
  begin(4)
  const [approved, undone] = [await apply(), await apply()]
  wait(25 * hour)
  for (const late of [approved, undone]) {
    await delay(late)
    await app.call(late.path, 'PATCH', { status: 'approved' })
  }
  expect((await app.call(`${undone.path}/undo`, 'POST', {})).body.application.status).toBe('pending')
  wait(11 * second)
  await app.runOutbox()
  expect(lettersOf(approved)).toEqual([expect.not.stringContaining('takes longer')])
  expect(lettersOf(undone)).toEqual([expect.stringContaining('takes longer')])
  expect(await undone.page()).toContain('You hear from us by 6 February 2026.')
})
