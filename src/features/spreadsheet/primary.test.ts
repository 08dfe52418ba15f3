import { afterEach, expect, test } from 'vitest'
import type { Json } from '../../../tests/support/desk.ts'
import { type Mirroring, mirroring } from '../../../tests/support/mirroring.ts'
import { until } from '../../../tests/support/server.ts'

let mirror: Mirroring
afterEach(() => mirror?.close())

test('a primary sheet: decision and message are sent, and the row is updated', async () => {
  mirror = await mirroring({ SHEET_ROLE: 'primary', DECISION_HOLD_S: '1' })
  const { server, rows } = mirror
  const id = await mirror.submit('Nila')
  const path = `/api/applications/${id}`

  const letter = { subject: 'Before we decide', text: 'Which district?' }
  const written = await server.call(`${path}/message`, 'POST', letter)
  expect([written.status, rows()]).toMatchObject([200, [{ id, status: 'pending' }]])

  const decided = await server.call(path, 'PATCH', { status: 'approved', notes: 'Good' })
  expect(decided).toMatchObject({
    status: 200,
    body: { application: { status: 'approved', notes: 'Good', revision: written.body.revision + 2 } },
  })
  expect(rows()).toMatchObject([{ id, status: 'approved', notes: 'Good' }])

  const subjects = await until('both letters', async () => {
    const sentSubjects = (await server.mails())
      .filter(({ to }) => to?.[0]?.address === 'nila@example.in')
      .map(({ subject }) => subject)
    return sentSubjects.length >= 2 ? sentSubjects : undefined
  })
  expect(subjects).toHaveLength(2)
  expect(subjects).toContain('Before we decide')
  const { history } = (await server.call(path)).body
  expect(history.map(({ event }: Json) => event.what)).toEqual(['submitted', 'written', 'noted', 'moved'])

  const late = await server.call(path, 'PATCH', { status: 'rejected', notes: 'Not this time' })
  expect(late.status).toBe(409)
  expect(rows()).toMatchObject([{ id, status: 'approved', notes: 'Good' }])
})

test('a primary sheet: a message undone within its hold is not sent, the row stays', async () => {
  mirror = await mirroring({ SHEET_ROLE: 'primary', DECISION_HOLD_S: '60' })
  const { server, rows } = mirror
  const id = await mirror.submit('Nila')
  const path = `/api/applications/${id}`
  const before = rows()
  const { revision } = (await server.call(`${path}/message`, 'POST', { subject: 'Too soon', text: 'Sorry.' })).body
  expect((await server.call(`${path}/undo`, 'POST', { revision })).status).toBe(200)
  expect((await server.call(path, 'PATCH', { status: 'pitch' })).status).toBe(200)
  const { messages } = (await server.call(path)).body
  const letters = messages.filter(({ topic }: Json) => topic === 'mail.letter')
  expect(letters.map(({ letter, state }: Json) => [letter, state])).toEqual([
    ['written', 'cancelled'],
    ['pitch_invitation', 'waiting'],
  ])
  expect(rows()).toEqual([{ ...before[0], ...rows()[0], status: 'pitch' }])
  expect((await server.mails()).filter(({ subject }) => subject === 'Too soon')).toEqual([])
})

test('a primary sheet: filters by what the row lacks, and by the rest', async () => {
  mirror = await mirroring({ SHEET_ROLE: 'primary', DECISION_HOLD_S: '60' })
  const { server, submit } = mirror
  const ids: string[] = []
  for (const name of ['Nila', 'Asha', 'Kavin']) ids.push(await submit(name))
  const [nila = '', asha = '', kavin = ''] = ids
  const found = async (q: string): Promise<string[]> => {
    const listed = await server.listed(`q=${encodeURIComponent(q)}`)
    return listed.map(({ id }: Json) => ['Nila', 'Asha', 'Kavin'][ids.indexOf(id)] ?? '')
  }
  expect((await server.call(`/api/applications/${nila}/read`, 'POST', { answers_revision: 0 })).status).toBe(200)
  expect((await server.call(`/api/applications/${asha}`, 'PATCH', { starred: true })).status).toBe(200)
  const criteria = [{ id: 'fit', name: 'Fit', guidance: '', low: '', high: '', weight: 1 }]
  expect((await server.call('/api/rubrics/Contact', 'PUT', { criteria, revision: 0 })).status).toBe(200)
  for (const { id: criterion } of criteria)
    expect((await server.call(`/api/applications/${kavin}/scores`, 'PUT', { criterion, score: 4, seen: null })).status).toBe(200)
  expect((await server.call(`/api/applications/${asha}/requests`, 'POST', { text: 'A deck, please', kind: 'text' })).status).toBe(
    200,
  )
  expect((await server.call(`/api/applications/${nila}`, 'PATCH', { status: 'approved' })).status).toBe(200)
  for (const [q, names] of [
    ['is:read', ['Nila']],
    ['is:unread', ['Kavin', 'Asha']],
    ['is:starred', ['Asha']],
    ['is:scored', ['Kavin']],
    ['is:unscored', ['Asha', 'Nila']],
    ['is:decided', ['Nila']],
    ['score:>3', ['Kavin']],
    ['score:<4', []],
    ['has:asked', ['Asha']],
    ['has:answered', []],
    ['has:stopped', []],
    ['has:message', ['Kavin', 'Asha', 'Nila']],
    ['has:meeting', []],
    ['is:unread is:starred', ['Asha']],
  ] as const)
    expect([q, await found(q)]).toEqual([q, names])
})
