import { afterEach, expect, it } from 'vitest'
import { type App, openApp, startOfTest } from '../../../tests/support/app.ts'
import type { Json } from '../../../tests/support/desk.ts'
import { submission } from '../../../tests/support/submissions.ts'

let app: App
afterEach(() => app?.remove())

async function open(): Promise<void> {
  app = await openApp({ settings: { DECISION_HOLD_S: '10' } })
}

/** Adds an application of each person, and returns their ids. */
async function add(
  persons: readonly { readonly applicantName: string; readonly applicantEmail: string; readonly companyName?: string }[],
) {
  const ids: string[] = []
  for (const person of persons) {
    const added = submission({ submittedAt: startOfTest, outbox: [], ...person })
    expect((await app.storage.applications.add(added)).kind).toBe('added')
    ids.push(added.change.application.id)
  }
  return ids
}

const people = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ applicantName: `Founder ${n}`, applicantEmail: `founder${n}@example.in` }))

const letter = { subject: 'News of {reference}', text: 'Dear {name},\n\n{company} is on our list.' }
const write = async (ids: readonly string[], more: Json = {}, key = 'one'): Promise<Json> =>
  (
    await app.call(
      '/api/applications/message',
      'POST',
      { ...letter, applications: ids.map((id) => ({ id })), ...more },
      { 'idempotency-key': key },
    )
  ).body
const messages = async (id: string): Promise<Json[]> => (await app.call(`/api/applications/${id}`)).body.messages

it('writes to each person once, also when repeated, and names who is left out', async () => {
  await open()
  const ids = await add([
    { applicantName: 'Asha', applicantEmail: 'asha@example.in', companyName: '{name} Looms' },
    { applicantName: 'Asha R', applicantEmail: 'ASHA@Example.in' },
    { applicantName: 'Bala', applicantEmail: 'bala@example.in' },
  ])
  const unknown = '01990000-0000-7000-8000-000000000000'
  const answers = await Promise.all([write([...ids, unknown]), write([...ids, unknown]), write([...ids, unknown])])
  for (const { messages: written, leftOut, refused } of answers) {
    expect(written.map((each: Json) => each.id)).toEqual([ids[0], ids[2]])
    expect(leftOut).toEqual([{ id: ids[1], why: 'same_person' }])
    expect(refused.map(({ id, code }: Json) => [id, code])).toEqual([[unknown, 'RECORD_NOT_FOUND']])
  }
  const [first] = await messages(ids[0] ?? '')
  expect(await Promise.all(ids.map(async (id) => (await messages(id)).length))).toEqual([1, 0, 1])
  // A name in braces is no placeholder.
  const text = (await app.call(`/api/applications/${ids[0]}/messages/${first?.id}`)).body.letter
  expect(text.subject).toBe(`News of ${ids[0]?.slice(-8).toUpperCase()}`)
  expect(text.text).toContain('Dear Asha,\n\n{name} Looms is on')
  // Another text with the same key is refused.
  const other = await write(ids, { text: 'Another' })
  expect(other.refused.map(({ id }: Json) => id)).toEqual([ids[0], ids[2]])
  // One undo takes all back, and none is sent.
  const undone = await app.call('/api/applications/undo', 'POST', { changes: answers[0].messages })
  expect(undone.body.refused).toEqual([])
  expect(await Promise.all(ids.map(async (id) => (await messages(id))[0]?.state))).toEqual(['cancelled', undefined, 'cancelled'])
})

it('repeats no link that was typed as a name, with the address of another', async () => {
  await open()
  const [id] = await add([
    {
      applicantName: 'You won: https://evil.example',
      applicantEmail: 'victim@example.in',
      companyName: 'claim at evil.example/now',
    },
  ])
  await write([id ?? ''])
  app.clock.ms += 60_000
  await app.runOutbox()
  const mail = app.mails.find(({ to }) => to === 'victim@example.in')
  expect(mail?.text).toContain('Dear applicant,\n\nyour company is on our list.')
  expect(`${mail?.subject}${mail?.text}${mail?.html}`).not.toContain('evil')
})

it('holds the letters of more than 20 people for a minute and more', async () => {
  await open()
  const ids = await add(people(21))
  const { messages: written, undoFor } = await write(ids)
  expect([written.length, undoFor]).toEqual([21, 70])
  const [last] = await messages(ids[20] ?? '')
  expect(Date.parse(last?.due_at) - startOfTest.getTime()).toBe(70_000)
})

it.each([
  ['an unknown placeholder', { text: 'Dear {nmae}' }, 'text', 'one'],
  ['a name in the subject', { subject: 'For {name}' }, 'subject', 'one'],
  ['an empty message', { text: ' ' }, 'text', 'one'],
  ['nobody', { applications: [] }, 'applications', 'one'],
  ['no key', {}, 'key', ''],
])('refuses %s', async (_, more, field, key) => {
  await open()
  const [id = ''] = await add(people(1))
  const refused = await write([id], more, key)
  expect([refused.code, Object.keys(refused.details)]).toEqual(['FORM_VALIDATION_FAILED', [field]])
  expect(await messages(id)).toEqual([])
})
