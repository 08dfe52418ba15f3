import { afterEach, expect, test } from 'vitest'
import { type Mirroring, mirroring } from '../../../tests/support/mirroring.ts'
import { until } from '../../../tests/support/server.ts'

let mirror: Mirroring
afterEach(() => mirror?.close())

type Json = Record<string, any>

test('a primary sheet: decision and message are sent, and the row is updated', async () => {
  mirror = await mirroring({ SHEET_ROLE: 'primary', DECISION_HOLD_S: '1' })
  const { server, call, rows } = mirror
  const id = await mirror.submit('Nila')
  const path = `/api/applications/${id}`
  const read = async (): Promise<Json> => (await call('GET', path)).json() as Promise<Json>

  const letter = { subject: 'Before we decide', text: 'Which district?' }
  const written = await call('POST', `${path}/message`, letter)
  const { revision } = (await written.json()) as Json
  expect([written.status, rows()]).toMatchObject([200, [{ id, status: 'pending' }]])

  const decided = await call('PATCH', path, { status: 'approved', notes: 'Good' })
  expect([decided.status, await decided.json()]).toMatchObject([
    200,
    { application: { status: 'approved', notes: 'Good', revision: revision + 2 } },
  ])
  expect(rows()).toMatchObject([{ id, status: 'approved', notes: 'Good' }])

  const subjects = await until('both letters', async () => {
    const sentSubjects = (await server.mails())
      .filter(({ to }) => to?.[0]?.address === 'nila@example.in')
      .map(({ subject }) => subject)
    return sentSubjects.length >= 2 ? sentSubjects : undefined
  })
  expect(subjects).toHaveLength(2)
  expect(subjects).toContain('Before we decide')
  const { history } = await read()
  expect(history.map(({ event }: Json) => event.what)).toEqual(['submitted', 'written', 'noted', 'moved'])

  const late = await call('PATCH', path, { status: 'rejected', notes: 'Not this time' })
  expect(late.status).toBe(409)
  expect(rows()).toMatchObject([{ id, status: 'approved', notes: 'Good' }])
})

test('a primary sheet: a message undone within its hold is not sent, the row stays', async () => {
  mirror = await mirroring({ SHEET_ROLE: 'primary', DECISION_HOLD_S: '60' })
  const { server, call, rows } = mirror
  const id = await mirror.submit('Nila')
  const path = `/api/applications/${id}`
  const before = rows()
  const { revision } = (await (await call('POST', `${path}/message`, { subject: 'Too soon', text: 'Sorry.' })).json()) as Json
  expect((await call('POST', `${path}/undo`, { revision })).status).toBe(200)
  expect((await call('PATCH', path, { status: 'pitch' })).status).toBe(200)
  const { messages } = (await (await call('GET', path)).json()) as Json
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
  const { call, submit } = mirror
  const ids: string[] = []
  for (const name of ['Nila', 'Asha', 'Kavin']) ids.push(await submit(name))
  const [nila = '', asha = '', kavin = ''] = ids
  const found = async (q: string): Promise<string[]> => {
    const body = (await (await call('GET', `/api/applications?q=${encodeURIComponent(q)}`)).json()) as Json
    return body.applications.map(({ id }: Json) => ['Nila', 'Asha', 'Kavin'][ids.indexOf(id)])
  }
  expect((await call('POST', `/api/applications/${nila}/read`, { answers_revision: 0 })).status).toBe(200)
  expect((await call('PATCH', `/api/applications/${asha}`, { starred: true })).status).toBe(200)
  const criteria = [{ id: 'fit', name: 'Fit', guidance: '', low: '', high: '', weight: 1 }]
  expect((await call('PUT', '/api/rubrics/Contact', { criteria, revision: 0 })).status).toBe(200)
  for (const { id: criterion } of criteria)
    expect((await call('PUT', `/api/applications/${kavin}/scores`, { criterion, score: 4, seen: null })).status).toBe(200)
  expect((await call('POST', `/api/applications/${asha}/requests`, { text: 'A deck, please', kind: 'text' })).status).toBe(200)
  expect((await call('PATCH', `/api/applications/${nila}`, { status: 'approved' })).status).toBe(200)
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
