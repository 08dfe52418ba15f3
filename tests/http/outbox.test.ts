import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { yamlFiles } from '../../src/content/files.ts'
import { openStorage } from '../../src/server/storage/open.ts'
import { newId } from '../../src/shared/ids.ts'
import { openApp } from '../support/app.ts'
import type { Json } from '../support/desk.ts'
import { type Running, startServer, until } from '../support/server.ts'

let server: Running

beforeAll(async () => {
  server = await startServer({ DECISION_HOLD_S: '0' })
})
afterAll(() => server.remove())

async function holdBy(hold: Json): Promise<void> {
  const { body } = await server.call('/api/outbox/hold')
  expect((await server.call('/api/outbox/hold', 'PUT', { hold, revision: body.revision })).status).toBe(200)
}
beforeEach(() => holdBy({ kind: 'by_hand' }))

const patch = (path: string, body: unknown) => server.call(path, 'PATCH', body)
const messages = async (path: string): Promise<Json[]> => (await server.call(path)).body.messages
const events = async (path: string): Promise<Json[]> => (await server.call(path)).body.history.map((entry: Json) => entry.event)
const waiting = async (path: string): Promise<Json> => {
  const [message, ...others] = (await messages(path)).filter(({ state }) => state === 'waiting')
  expect(others).toEqual([])
  return message ?? {}
}
const send = async (path: string) => server.call('/api/outbox/send', 'POST', { ids: [(await waiting(path)).id] })
const sent = (path: string, count: number) =>
  until('the letters', async () => {
    const sentLetters = (await messages(path)).filter(({ state }) => state === 'sent').map(({ letter }) => letter)
    return sentLetters.length >= count ? sentLetters : undefined
  })
/** The last delivered letter of an application. */
const arrived = async (path: string): Promise<string> => {
  const reference = path.slice(-8).toUpperCase()
  return (await server.mails()).findLast(({ subject }) => subject?.includes(reference))?.text ?? ''
}

it('rejected, undone, approved in "until sent": only the approval is sent', async () => {
  const { path } = await server.apply('Contact')
  const { body } = await patch(path, { status: 'rejected' })
  expect([body.undoFor, body.waitsUntil]).toEqual([10, null])
  const taken = await server.call(`${path}/messages/${(await waiting(path)).id}`, 'DELETE')
  expect([taken.status, taken.body.application.status]).toEqual([200, 'pending'])
  await patch(path, { status: 'approved' })
  expect((await waiting(path)).by_hand).toBe(true)
  expect((await send(path)).body).toEqual({ success: true, leaving: 1, skipped: [] })
  expect(await sent(path, 1)).toEqual(['approval'])
  expect((await messages(path)).map(({ state }) => state)).toEqual(['cancelled', 'sent'])
  expect((await server.call('/api/outbox')).body).toMatchObject({ held: 0, waiting: 0 })
})

it('an invitation and an approval in "until sent" become one letter', async () => {
  const { path } = await server.apply('Contact')
  await patch(path, { status: 'pitch' })
  await patch(path, { status: 'approved' })
  await send(path)
  expect(await sent(path, 1)).toEqual(['approval'])
})

it('lists held letters, sends the selected ones only, and none twice', async () => {
  const paths = [(await server.apply('Contact')).path, (await server.apply('Investor')).path]
  for (const path of paths) await patch(path, { status: 'approved' })
  const list = (await server.call('/api/outbox/letters')).body
  expect(list.total).toBe(2)
  expect(list.letters.map((letter: Json) => [letter.application_id, letter.letter, letter.form_type, letter.by_hand])).toEqual([
    [paths[0]?.slice(-36), 'approval', 'Contact', true],
    [paths[1]?.slice(-36), 'approval', 'Investor', true],
  ])
  expect((await server.call('/api/outbox/send', 'POST', { ids: [list.letters[1].id, 'none'] })).body.leaving).toBe(1)
  expect((await server.call('/api/outbox/send', 'POST', { ids: [list.letters[1].id] })).body.leaving).toBe(0)
  await sent(paths[1] ?? '', 1)
  expect((await server.call('/api/outbox/letters')).body.letters.map((letter: Json) => letter.id)).toEqual([list.letters[0].id])
  for (const ids of [undefined, 'all', [1], Array(1001).fill('x')])
    expect((await server.call('/api/outbox/send', 'POST', { ids })).status).toBe(400)
  await send(paths[0] ?? '')
  await sent(paths[0] ?? '', 1)
})

it('a reason and a sentence can be edited until the letter is sent', async () => {
  const { path } = await server.apply('Accelerator')
  const rejection = await patch(path, { status: 'rejected', reason: 'too_early', sentence: '  Write <b>again</b>\r\nin May.  ' })
  expect(rejection.status).toBe(200)
  const { id } = (await messages(path)).findLast(({ state }) => state === 'waiting') ?? {}
  const letter = (await server.call(`${path}/messages/${id}`)).body
  expect(letter.letter.text).toMatch(/It is too early for us\.[^\n]*\n\nWrite <b>again<\/b>\nin May\.\n/)
  expect(letter.reasons.map((reason: Json) => reason.id)).toContain('too_early')
  expect((await events(path)).at(-1)).toEqual({
    what: 'moved',
    from: 'pending',
    to: 'rejected',
    reason: expect.stringMatching(/^It is too early/),
    sentence: 'Write <b>again</b>\nin May.',
  })

  expect((await patch(`${path}/messages/${id}`, { sentence: 'Write again in June.' })).status).toBe(200)
  expect((await events(path)).at(-1)).toEqual({
    what: 'letter_edited',
    letter: 'rejection',
    about: 1,
    sentence: 'Write again in June.',
  })
  // Another window still has the earlier letter.
  expect((await patch(`${path}/messages/${id}`, { sentence: 'Write again in July.' })).status).toBe(409)
  await server.call('/api/outbox/send', 'POST', {
    ids: (await server.call('/api/outbox/letters')).body.letters.map((held: Json) => held.id),
  })
  await until('the rejection', async () => ((await arrived(path)).includes('Write again in June.') ? true : undefined))
  expect(await arrived(path)).not.toMatch(/in May|too early/)
  const sentId = (await messages(path)).findLast(({ letter: name }) => name === 'rejection')?.id
  expect((await patch(`${path}/messages/${sentId}`, { sentence: 'x' })).status).toBe(409)
  expect((await server.call(`${path}/messages/${sentId}`, 'DELETE')).status).toBe(409)
})

it('a decision without a letter: status and history change, nothing is sent', async () => {
  const { path } = await server.apply('Contact')
  const { body } = await patch(path, { status: 'approved', letter: 'none' })
  expect([body.application.status, body.waitsUntil]).toEqual(['approved', undefined])
  expect((await events(path)).at(-1)).toEqual({ what: 'moved', from: 'pending', to: 'approved', letter: 'none' })
  expect(await messages(path)).toEqual([])
})

it.each([
  [{ status: 'approved', letter: 'later' }, 'letter'],
  [{ status: 'approved', letter: 'none', sentence: 'x' }, 'letter'],
  [{ status: 'approved', reason: 'too_early' }, 'reason'],
  [{ status: 'rejected', reason: 'no_such_reason' }, 'reason'],
  [{ status: 'rejected', reason: 'interns_taken' }, 'reason'],
  [{ status: 'approved', sentence: 'x'.repeat(2001) }, 'sentence'],
  [{ status: 'approved', sentence: 5 }, 'sentence'],
  [{ notes: 'x', sentence: 'y' }, 'status'],
])('refuses %j', async (body, field) => {
  const { path } = await server.apply('Contact')
  const refused = await patch(path, body)
  expect([refused.status, Object.keys(refused.body.details)]).toEqual([400, [field]])
  expect((await server.call(path)).body.application).toMatchObject({ status: 'pending', notes: '' })
})

it('reopened before its letter was sent: pending again, the letter is cancelled', async () => {
  const { path } = await server.apply('Contact')
  expect((await server.call(`${path}/reopen`, 'POST')).status).toBe(409)
  await patch(path, { status: 'rejected', sentence: 'Not now.' })
  const reopened = await server.call(`${path}/reopen`, 'POST')
  expect([reopened.status, reopened.body.application.status, reopened.body.application.reviewed_at]).toEqual([
    200,
    'pending',
    null,
  ])
  expect((await messages(path)).map(({ state }) => state)).toEqual(['cancelled'])
  // There is no hold, and no letter waits.
  const undone = await server.call(`${path}/undo`, 'POST', { revision: reopened.body.application.revision })
  expect([undone.status, undone.body.code]).toEqual([409, 'INVALID_STATUS_TRANSITION'])
  await patch(path, { status: 'approved' })
  await send(path)
  expect(await sent(path, 1)).toEqual(['approval'])
})

it('reopened after its letter was sent: needs a sentence, sends a correction', async () => {
  const { path } = await server.apply('Contact')
  await patch(path, { status: 'rejected' })
  await send(path)
  await sent(path, 1)
  expect((await patch(path, { status: 'pending' })).body.code).toBe('INVALID_STATUS_TRANSITION')
  for (const body of [{}, { sentence: ' \n ' }]) {
    const refused = await server.call(`${path}/reopen`, 'POST', body)
    expect([refused.status, Object.keys(refused.body.details)]).toEqual([400, ['sentence']])
  }
  const reopened = await server.call(`${path}/reopen`, 'POST', { sentence: 'We read the wrong message.' })
  expect(reopened.body.application).toMatchObject({ status: 'pending', reviewed_at: null, reviewed_by: null })
  // Undone while the correction waits: rejected again, and no letter is sent.
  const correction = await waiting(path)
  expect(correction.letter).toBe('correction')
  const taken = await server.call(`${path}/messages/${correction.id}`, 'DELETE')
  expect(taken.body.application).toMatchObject({ status: 'rejected', reviewed_by: 'admin@example.com' })
  await server.call(`${path}/reopen`, 'POST', { sentence: 'We read the wrong message.' })
  await send(path)
  expect(await sent(path, 2)).toEqual(['rejection', 'correction'])
  expect(await arrived(path)).toContain('We read the wrong message.')
  await patch(path, { status: 'approved' })
  await send(path)
  expect(await sent(path, 3)).toEqual(['rejection', 'correction', 'approval'])
})

it('is not reopened from a window that shows an earlier decision', async () => {
  const { path } = await server.apply('Contact')
  await patch(path, { status: 'approved' })
  await server.call(`${path}/reopen`, 'POST', { from: 'approved' })
  await patch(path, { status: 'rejected' })
  const refused = await server.call(`${path}/reopen`, 'POST', { from: 'approved', sentence: 'We approved the wrong one.' })
  expect([refused.status, refused.body.code, refused.body.error]).toEqual([
    409,
    'CONFLICT',
    'It was decided in another window: it is rejected now.',
  ])
  expect((await server.call(path)).body.application.status).toBe('rejected')
  const invalid = await server.call(`${path}/reopen`, 'POST', { from: 'done' })
  expect([invalid.status, Object.keys(invalid.body.details)]).toEqual([400, ['from']])
  // Its letter does not wait for the other tests.
  await server.call(path, 'DELETE')
})

it('a correction that waits is sent before the letter of the decision that follows', async () => {
  const { path } = await server.apply('Contact')
  await patch(path, { status: 'approved' })
  await send(path)
  await sent(path, 1)
  await server.call(`${path}/reopen`, 'POST', { sentence: 'We answered the wrong message.' })
  await patch(path, { status: 'approved', sentence: 'This is the answer to yours.' })
  const held = (await server.call('/api/outbox/letters')).body.letters.map((letter: Json) => [letter.letter, letter.sentence])
  expect(held).toEqual([
    ['correction', 'We answered the wrong message.'],
    ['approval', 'This is the answer to yours.'],
  ])
  const ids = (await messages(path)).filter(({ state }) => state === 'waiting').map(({ id }) => id)
  await server.call('/api/outbox/send', 'POST', { ids })
  expect(await sent(path, 3)).toEqual(['approval', 'correction', 'approval'])
  expect(await arrived(path)).toContain('This is the answer to yours.')
})

it('"send all" skips and names an address that refused a letter; alone it is sent', async () => {
  const app = await openApp({ settings: { DECISION_HOLD_S: '60' } })
  try {
    const ids: string[] = []
    for (const founderName of ['Nila', 'Kabir']) ids.push((await app.apply('Accelerator', { founderName })).id)
    const { outbox } = app.storage
    const at = (): Date => new Date(app.clock.ms)
    const settleLetters = async (): Promise<void> => {
      for (const entry of await outbox.claim(['mail.letter'], 10, at(), at()))
        await outbox.settle(
          entry,
          entry.applicationId === ids[1] ? { kind: 'refused', fault: '550' } : { kind: 'sent' },
          at(),
          undefined,
        )
    }
    await settleLetters()
    for (const id of ids) {
      await app.call(`/api/applications/${id}`, 'PATCH', { status: 'approved' })
      app.clock.ms += 1
    }
    const { letters } = (await app.call('/api/outbox/letters')).body
    expect(letters.map((letter: Json) => [letter.applicant_name, letter.unreachable])).toEqual([
      ['Nila', undefined],
      ['Kabir', true],
    ])
    const all = { ids: letters.map((letter: Json) => letter.id) }
    expect((await app.call('/api/outbox/send', 'POST', all)).body).toEqual({ success: true, leaving: 1, skipped: ['Kabir'] })
    expect((await outbox.held(at(), 10)).map(({ entry }) => entry.applicationId)).toEqual([ids[1]])
    const alone = { ids: [letters[1].id], anyway: true }
    expect((await app.call('/api/outbox/send', 'POST', alone)).body).toEqual({ success: true, leaving: 1, skipped: [] })
    const outcomes = async () => (await app.call('/api/outbox/outcomes', 'POST', all)).body
    expect(await outcomes()).toEqual({ success: true, sent: 0, parked: 0, cancelled: 0, leaving: 2 })
    await settleLetters()
    expect(await outcomes()).toEqual({ success: true, sent: 1, parked: 1, cancelled: 0, leaving: 0 })
  } finally {
    await app.remove()
  }
})

it('a decision after a meeting is reopened to the meeting', async () => {
  const { path } = await server.apply('Contact')
  for (const status of ['pitch', 'approved']) {
    await patch(path, { status })
    await send(path)
    await sent(path, status === 'pitch' ? 1 : 2)
  }
  const reopened = await server.call(`${path}/reopen`, 'POST', { sentence: 'That was too early.' })
  expect(reopened.body.application.status).toBe('pitch')
  await send(path)
  expect(await sent(path, 3)).toEqual(['pitch_invitation', 'after_meeting_approval', 'correction'])
  const again = await server.call(`${path}/reopen`, 'POST', { sentence: 'No meeting, after all.' })
  expect(again.body.application.status).toBe('pending')
})

it('a reopening restores the invitation that the reopened decision had replaced', async () => {
  const { path } = await server.apply('Contact')
  await patch(path, { status: 'pitch', sentence: 'Bring the sample.' })
  await patch(path, { status: 'approved', letter: 'none' })
  expect((await messages(path)).map(({ letter, state }) => [letter, state])).toEqual([['pitch_invitation', 'cancelled']])
  const reopened = await server.call(`${path}/reopen`, 'POST')
  expect(reopened.body.application.status).toBe('pitch')
  expect(await waiting(path)).toMatchObject({ letter: 'pitch_invitation', sentence: 'Bring the sample.', by_hand: true })
})

it('an undone reopening recalls the invitation that it restored, also an edited one', async () => {
  const app = await openApp({ settings: { DECISION_HOLD_S: '60' } })
  try {
    const { path } = await app.apply('Contact')
    const read = async () => (await app.call(path)).body.messages
    await app.call(path, 'PATCH', { status: 'pitch', sentence: 'Bring the sample.' })
    await app.call(path, 'PATCH', { status: 'approved', letter: 'none' })
    const { revision } = (await app.call(`${path}/reopen`, 'POST')).body.application
    const invitation = (await read()).find(({ state }: Json) => state === 'waiting')
    await app.call(`${path}/messages/${invitation.id}`, 'PATCH', { sentence: 'Bring two.' })
    expect((await app.call(`${path}/undo`, 'POST', { revision })).body.application.status).toBe('approved')
    expect((await read()).map(({ letter, state }: Json) => [letter, state])).toEqual(
      Array(3).fill(['pitch_invitation', 'cancelled']),
    )
  } finally {
    await app.remove()
  }
})

it('a message written by hand is held and sent the same way, once under its key', async () => {
  const { path } = await server.apply('Contact')
  const message = { subject: `About ${path.slice(-8).toUpperCase()}`, text: 'Thank you for asking.' }
  const write = async () => (await server.call(`${path}/message`, 'POST', message, { 'idempotency-key': 'a-message-key-1' })).body
  const [first, second] = [await write(), await write()]
  expect([first.waitsUntil, second.revision]).toEqual([null, first.revision])
  await send(path)
  expect(await sent(path, 1)).toEqual(['written'])
  await write()
  expect((await messages(path)).length).toBe(1)
})

it('until a time of day: the letter is due at that time in India', async () => {
  await holdBy({ kind: 'until', time: '18:00' })
  const { path } = await server.apply('Contact')
  const { body } = await patch(path, { status: 'approved' })
  expect(body.waitsUntil).toMatch(/T12:30:00\.000Z$/)
  expect((await waiting(path)).due_at).toBe(body.waitsUntil)
  expect((await server.call('/api/outbox/hold', 'PUT', { hold: { kind: 'until', time: '25:00' }, revision: 0 })).status).toBe(400)
  expect((await server.call('/api/outbox/hold', 'PUT', { hold: { kind: 'seconds' }, revision: 0 })).status).toBe(409)
})

it('previews a letter with the added reason and sentence, and sends nothing', async () => {
  const { path } = await server.apply('Accelerator')
  const preview = await server.call(`${path}/letters/rejection`, 'POST', { reason: 'too_early', sentence: 'Write in May.' })
  expect(preview.body.letter.text).toMatch(/too early for us[\s\S]*\n\nWrite in May\.\n/)
  expect((await server.call(`${path}/letters/rejection`, 'POST', { reason: 'none' })).status).toBe(400)
  expect((await messages(path)).filter(({ letter }) => letter !== 'confirmation')).toEqual([])
})

it('the desk names the placeholders of a public installation', async () => {
  const placed = await startServer({ PUBLIC_URL: 'https://kolam.example', PITCH_BOOKING_URL: 'https://book.palai.in' })
  try {
    const { warnings } = (await placed.call('/api/outbox')).body
    expect(warnings).toEqual(
      expect.arrayContaining([expect.stringContaining('MAIL_FROM is still the placeholder'), expect.stringContaining('(phone)')]),
    )
    expect(warnings.join()).not.toContain('PITCH_BOOKING_URL')
    // What is published counts, without a restart.
    const storage = await openStorage({ dataDir: placed.dataDir, databaseUrl: placed.databaseUrl, sharesFolder: true })
    const site = (yamlFiles['content/site.yaml'] ?? '').replace('country: India', 'country: Kenya')
    const publish = { id: newId(new Date()), by: 'admin', note: '', dueAt: null, drafts: {}, over: 0 }
    await storage.edits.publish({ ...publish, files: { 'content/site.yaml': site } }, new Date())
    await storage.close()
    await until('the helplines of another country to be named', async () => {
      const later = (await placed.call('/api/outbox')).body.warnings
      return /the-last-call\.yaml has a helpline that nobody can call/.test(later) ? true : undefined
    })
    expect(warnings.join()).not.toContain('the-last-call')
  } finally {
    await placed.remove()
  }
  expect((await server.call('/api/outbox')).body.warnings).toEqual([])
})
