import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FormType } from '../../src/shared/form-types.ts'
import { answers } from '../support/answers.ts'
import type { Json } from '../support/desk.ts'
import { type Running, startServer, until } from '../support/server.ts'

let server: Running

beforeAll(async () => {
  server = await startServer({ DECISION_HOLD_S: '0' })
})
afterAll(() => server.remove())

const patch = (id: string, body: unknown) => server.call(`/api/applications/${id}`, 'PATCH', body)
const get = async (id: string): Promise<Json> => (await server.call(`/api/applications/${id}`)).body.application
async function apply(type: FormType = 'Accelerator', formAnswers = answers(type)): Promise<{ id: string; formAnswers: Json }> {
  return { id: (await server.apply(type, formAnswers)).id, formAnswers }
}
/** Resolves when the given number of outbox entries of an application are sent. */
const untilAllSent = (id: string, count: number): Promise<unknown> =>
  until('the messages to be sent', async () => {
    const { messages } = (await server.call(`/api/applications/${id}`)).body
    expect(messages).toHaveLength(count)
    return messages.every(({ state }: Json) => state === 'sent') || undefined
  })
const lettersTo = async (address: string) => (await server.mails()).filter((mail) => mail.to?.[0]?.address === address)

describe('another origin', () => {
  it.each([
    ['origin', 'https://evil.example'],
    ['origin', 'null'],
    ['sec-fetch-site', 'cross-site'],
  ])('(%s: %s) changes nothing', async (name, value) => {
    const { id } = await apply()
    const { status } = await server.call(`/api/applications/${id}`, 'PATCH', { status: 'approved' }, { [name]: value })
    expect([status, (await get(id)).status]).toEqual([403, 'pending'])
  })

  it('does not include localhost and 127.0.0.1', async () => {
    const { id } = await apply()
    const { status } = await server.call(`/api/applications/${id}`, 'PATCH', { notes: 'x' }, { origin: server.url })
    expect(status).toBe(200)
  })
})

describe('a decision', () => {
  it.each([
    [['approved'], 'approved'],
    [['rejected'], 'rejected'],
    [['pitch'], 'pitch'],
    [['pitch', 'approved'], 'approved'],
    [['pitch', 'rejected'], 'rejected'],
  ])('%j is accepted, stored with its reviewer, and mails one letter', async (path, last) => {
    const { id, formAnswers } = await apply()
    for (const status of path) {
      const { status: code, body } = await patch(id, { status })
      expect([code, body.application.status]).toEqual([200, status])
    }
    const application = await get(id)
    expect(application).toMatchObject({ status: last, reviewed_by: 'admin@example.com' })
    expect(Date.parse(application.reviewed_at)).toBeGreaterThan(Date.parse(application.submitted_at) - 1)
    await untilAllSent(id, 1 + path.length)
    const letters = await lettersTo(String(formAnswers.email))
    expect(letters).toHaveLength(1 + path.length)
    const inviting = letters.filter(({ text }) => text?.includes('https://kolam.example/book'))
    expect(inviting).toHaveLength(path.filter((status) => status !== 'rejected').length)
  })

  it('after a meeting sends another letter than before one', async () => {
    const [refused, met] = [await apply(), await apply()]
    await patch(refused.id, { status: 'rejected' })
    await patch(met.id, { status: 'pitch' })
    await patch(met.id, { status: 'rejected' })
    await Promise.all([untilAllSent(refused.id, 2), untilAllSent(met.id, 3)])
    const texts = await Promise.all(
      [refused, met].map(async ({ formAnswers }) => (await lettersTo(String(formAnswers.email))).at(-1)?.text),
    )
    expect(texts).toEqual([expect.stringContaining('\n'), expect.stringContaining('\n')])
    const bare = (text = '') => text.replaceAll(/\d+/g, '')
    expect(bare(texts[0])).not.toBe(bare(texts[1]))
  })

  it('that is not an allowed transition is refused and changes nothing', async () => {
    for (const [path, to] of [
      [[], 'pending'],
      [['approved'], 'approved'],
      [['approved'], 'rejected'],
      [['rejected'], 'pitch'],
      [['pitch'], 'pitch'],
      [['pitch'], 'pending'],
    ] as const) {
      const { id } = await apply()
      for (const status of path) await patch(id, { status })
      const before = await get(id)
      const { status, body } = await patch(id, { status: to, notes: 'not kept' })
      expect([status, body.code]).toEqual([409, 'INVALID_STATUS_TRANSITION'])
      expect(await get(id)).toEqual(before)
    }
  })

  it('from a status that another window has changed is refused, and sends no letter', async () => {
    const { id } = await apply()
    await patch(id, { status: 'pitch', from: 'pending' })
    const before = await get(id)
    const { status, body } = await patch(id, { status: 'approved', from: 'pending', notes: 'not kept' })
    expect([status, body.code, body.error]).toEqual([409, 'CONFLICT', 'It was decided in another window: it is pitch now.'])
    expect(await get(id)).toEqual(before)
    expect((await patch(id, { status: 'approved', from: 'pitch' })).status).toBe(200)
    await untilAllSent(id, 3)
    for (const invalid of [
      { from: 'pitch', notes: 'x' },
      { status: 'rejected', from: 'done' },
    ]) {
      const refused = await patch(id, invalid)
      expect([refused.status, Object.keys(refused.body.details)]).toEqual([400, ['from']])
    }
  })

  it('is stored once for two concurrent requests', async () => {
    const { id } = await apply()
    const statuses = (await Promise.all([patch(id, { status: 'approved' }), patch(id, { status: 'rejected' })])).map(
      (response) => response.status,
    )
    expect(statuses.sort()).toEqual([200, 409])
    const { messages } = (await server.call(`/api/applications/${id}`)).body
    expect(messages.filter((message: Json) => message.letter !== 'confirmation')).toHaveLength(1)
  })

  it('with invalid values is refused', async () => {
    const { id } = await apply()
    for (const body of [
      { status: 'done' },
      { status: 7 },
      {},
      { notes: 5 },
      { meeting_scheduled_at: 'soon' },
      { meeting_scheduled_at: 12 },
      { meeting_scheduled_at: '2026-02-31T10:00:00Z' },
      [],
    ]) {
      const before = await get(id)
      const refusal = await patch(id, body)
      expect([body, refusal.status, refusal.body.code]).toEqual([body, Array.isArray(body) ? 422 : 400, 'FORM_VALIDATION_FAILED'])
      expect(await get(id)).toEqual(before)
    }
    expect((await patch('nothing', { status: 'approved' })).status).toBe(404)
  })

  it('can include notes and a meeting', async () => {
    const { id } = await apply()
    const { body } = await patch(id, { notes: 'வணக்கம்\n<b>', meeting_scheduled_at: '2026-12-01T10:30:00+05:30' })
    expect(body.application).toMatchObject({
      notes: 'வணக்கம்\n<b>',
      meeting_scheduled_at: '2026-12-01T05:00:00.000Z',
      status: 'pending',
    })
    expect((await patch(id, { meeting_scheduled_at: null })).body.application.meeting_scheduled_at).toBe(null)
    const { history } = (await server.call(`/api/applications/${id}`)).body
    expect(history.map((entry: Json) => entry.event.what)).toEqual(['submitted', 'noted', 'meeting_set', 'meeting_set'])
  })
})

describe('a meeting in the place of another', () => {
  const early = '2026-12-01T05:00:00.000Z'
  const late = '2026-12-02T05:00:00.000Z'

  it('that replaces another one than the reviewer saw is refused', async () => {
    const { id } = await apply()
    expect((await patch(id, { meeting_scheduled_at: early, meeting_from: null })).status).toBe(200)
    const stale = await patch(id, { meeting_scheduled_at: late, meeting_from: null, notes: 'Stale' })
    expect([stale.status, stale.body.code, stale.body.error]).toEqual([
      409,
      'CONFLICT',
      'The meeting was changed in another window.',
    ])
    const { application } = (await server.call(`/api/applications/${id}`)).body
    expect([application.meeting_scheduled_at, application.notes]).toEqual([early, ''])
    expect((await patch(id, { meeting_scheduled_at: null, meeting_from: late })).status).toBe(409)
    // The same time again is no conflict.
    expect((await patch(id, { meeting_scheduled_at: early, meeting_from: null })).status).toBe(200)
    const { body } = await patch(id, { meeting_scheduled_at: late, meeting_from: '2026-12-01T10:30:00+05:30' })
    expect(body.application.meeting_scheduled_at).toBe(late)
  })

  it.each([
    { meeting_scheduled_at: early, meeting_from: 7 },
    { meeting_scheduled_at: early, meeting_from: 'soon' },
    { notes: 'x', meeting_from: null },
  ])('%j is refused', async (body) => {
    const { id } = await apply()
    const refusal = await patch(id, body)
    expect([refusal.status, Object.keys(refusal.body.details)]).toEqual([400, ['meeting_from']])
  })
})

describe('notes', () => {
  it('based on an older revision are refused, and the saved ones stay', async () => {
    const { id } = await apply()
    const read = (await server.call(`/api/applications/${id}`)).body.application.revision
    expect((await patch(id, { notes: 'From the first window', notes_revision: read })).status).toBe(200)
    const late = await patch(id, { notes: 'From the second window', notes_revision: read, meeting_scheduled_at: '2026-12-01' })
    expect([late.status, late.body.code, late.body.error]).toEqual([409, 'CONFLICT', 'The notes were changed in another window.'])
    const now = (await server.call(`/api/applications/${id}`)).body
    expect([now.application.notes, now.application.meeting_scheduled_at]).toEqual(['From the first window', null])
    expect((await patch(id, { notes: 'Joined', notes_revision: now.revision })).body.application.notes).toBe('Joined')
  })

  it('are saved when only other fields changed since they were read', async () => {
    const { id } = await apply()
    const { revision } = (await server.call(`/api/applications/${id}`)).body.application
    await patch(id, { status: 'pitch' })
    await patch(id, { meeting_scheduled_at: '2026-12-01' })
    expect((await patch(id, { notes: 'Good', notes_revision: revision })).body.application.notes).toBe('Good')
  })

  it('that were undone since the read are refused; the same text again is saved', async () => {
    const { id } = await apply()
    const { revision } = (await patch(id, { notes: 'First' })).body.application
    await server.call(`/api/applications/${id}/undo`, 'POST', { revision })
    expect((await patch(id, { notes: 'First, and more', notes_revision: revision })).status).toBe(409)
    expect((await patch(id, { notes: '', notes_revision: revision })).status).toBe(200)
  })

  it('without a revision replace the stored ones', async () => {
    const { id } = await apply()
    await patch(id, { notes: 'One' })
    expect((await patch(id, { notes: 'Two' })).body.application.notes).toBe('Two')
  })

  it('with an old revision also prevent the decision in the same request', async () => {
    const { id, formAnswers } = await apply()
    const { revision: read } = (await server.call(`/api/applications/${id}`)).body.application
    await patch(id, { notes: 'From the first window' })
    const before = await server.call(`/api/applications/${id}`)
    const late = await patch(id, {
      status: 'approved',
      notes: 'From the second window',
      notes_revision: read,
      meeting_scheduled_at: '2026-12-01',
    })
    expect([late.status, late.body.code]).toEqual([409, 'CONFLICT'])
    const { application, history, messages } = (await server.call(`/api/applications/${id}`)).body
    expect([application, history]).toEqual([before.body.application, before.body.history])
    expect(messages.map(({ letter }: Json) => letter)).toEqual(['confirmation'])
    expect((await lettersTo(String(formAnswers.email))).length).toBeLessThan(2)
  })

  it('and a meeting are saved with a decision in one request', async () => {
    const { id } = await apply()
    const { status, body } = await patch(id, { status: 'pitch', notes: 'Strong', meeting_scheduled_at: '2026-12-01T04:30:00Z' })
    expect([status, body.application]).toMatchObject([
      200,
      { status: 'pitch', notes: 'Strong', meeting_scheduled_at: '2026-12-01T04:30:00.000Z' },
    ])
    const { history } = (await server.call(`/api/applications/${id}`)).body
    expect(history.map(({ event }: Json) => event.what)).toEqual(['submitted', 'noted', 'meeting_set', 'moved'])
    expect(history[body.application.revision].event).toEqual({ what: 'moved', from: 'pending', to: 'pitch' })
  })

  it.each([-1, 1.5, '3', null])('with the revision %j are refused', async (notes_revision) => {
    const { id } = await apply()
    const { status, body } = await patch(id, { notes: 'x', notes_revision })
    expect([status, Object.keys(body.details)]).toEqual([400, ['notes_revision']])
  })
})

it('a revision, or a position in the list, that no record can have is refused', async () => {
  const { id } = await apply()
  const put = (path: string, body: object) => server.call(path, 'PUT', body)
  const revision = 2 ** 31 - 1
  const responses = [
    await put('/api/outbox/hold', { hold: { kind: 'seconds' }, revision }),
    await put('/api/rubrics/Contact', { criteria: [], revision }),
    await server.call(`/api/applications/${id}/read`, 'POST', { answers_revision: 2 ** 31 }),
  ]
  const scored = Buffer.from(JSON.stringify(['score', 0, 2 ** 31, id])).toString('base64url')
  responses.push(await server.call(`/api/applications?order=score&cursor=${scored}`))
  expect(responses.map(({ status, body }) => [status, body.code])).toEqual(Array(4).fill([400, 'FORM_VALIDATION_FAILED']))
})

it('a star is an edit: found, recorded, undone; only true and false are taken', async () => {
  const { id } = await apply()
  const found = async () => {
    const { body } = await server.call('/api/applications?q=is:starred&limit=200')
    return body.applications.some((application: { id: string }) => application.id === id)
  }
  const starred = await patch(id, { starred: true })
  expect([starred.body.application.starred, starred.body.application.revision, await found()]).toEqual([true, 1, true])
  expect((await patch(id, { starred: true })).body.application.revision).toBe(1)
  const undone = await server.call(`/api/applications/${id}/undo`, 'POST', { revision: 1 })
  expect([undone.body.application.starred, undone.body.application.revision, await found()]).toEqual([false, 2, false])
  const { body } = await server.call(`/api/applications/${id}`)
  expect(body.history.slice(1).map(({ event }: { event: unknown }) => event)).toEqual([
    { what: 'starred', from: false, to: true },
    { what: 'undone', undid: 'starred', from: true, to: false },
  ])
  expect((await patch(id, { starred: 'yes' })).body.details).toEqual({ starred: 'A star must be true or false' })
})

describe('a meeting', () => {
  it.each([
    ['2026-12-01T10:30', '2026-12-01T05:00:00.000Z'],
    ['2026-12-01T04:15:30', '2026-11-30T22:45:30.000Z'],
    ['2026-12-01', '2026-11-30T18:30:00.000Z'],
    ['2026-12-01T10:30Z', '2026-12-01T10:30:00.000Z'],
    ['2026-12-01T10:30:00-05:00', '2026-12-01T15:30:00.000Z'],
  ])('set for %s is stored as %s: time in India unless a zone is given', async (sentValue, storedValue) => {
    const { id } = await apply()
    const { status, body } = await patch(id, { meeting_scheduled_at: sentValue })
    expect([status, body.application.meeting_scheduled_at]).toEqual([200, storedValue])
  })

  it.each(['2026-02-31', '2026-02-31T10:30', '2026-12-01T25:00', '2026-12-01T10:30+5'])(
    'for %s is refused',
    async (sentValue) => {
      const { id } = await apply()
      expect((await patch(id, { meeting_scheduled_at: sentValue })).status).toBe(400)
    },
  )
})

describe('a deletion', () => {
  it('removes an application from every response at once', async () => {
    const { id } = await apply('WorkForStartups')
    const before = (await server.call('/api/stats')).body.stats
    expect((await server.call(`/api/applications/${id}`, 'DELETE')).status).toBe(200)
    const deleted = await server.call(`/api/applications/${id}`)
    expect([deleted.status, deleted.body.code]).toEqual([404, 'RECORD_NOT_FOUND'])
    expect((await server.call(`/api/applications/${id}/resume`)).status).toBe(404)
    expect((await server.call(`/api/applications/${id}`, 'DELETE')).status).toBe(404)
    expect(
      (await server.call('/api/applications?limit=200')).body.applications.some((application: Json) => application.id === id),
    ).toBe(false)
    expect((await server.call('/api/stats')).body.stats).toEqual({
      ...before,
      total: before.total - 1,
      pending: before.pending - 1,
      byFormType: { ...before.byFormType, WorkForStartups: before.byFormType.WorkForStartups - 1 },
    })
  })
})

it('a decision without a hold cannot be undone', async () => {
  const { id } = await apply()
  await patch(id, { status: 'rejected' })
  expect((await server.call(`/api/applications/${id}/undo`, 'POST')).status).toBe(409)
})

describe('the list', () => {
  it('filters, searches and pages without loss or repetition', async () => {
    const marker = `Zanzibar${Date.now()}`
    const ids: string[] = []
    for (let index = 0; index < 7; index += 1)
      ids.unshift((await apply('Contact', answers('Contact', { message: `${marker} number ${index} 100%_'` }))).id)
    const { body: all } = await server.call(`/api/applications?q=${marker.toLowerCase()}&limit=200`)
    expect([all.applications.map((application: Json) => application.id), all.total, all.nextCursor]).toEqual([ids, 7, null])
    const seen: string[] = []
    let cursor = ''
    do {
      const { body } = await server.call(
        `/api/applications?form_type=Contact&q=${marker}&limit=3&cursor=${encodeURIComponent(cursor)}`,
      )
      seen.push(...body.applications.map((application: Json) => application.id))
      cursor = body.nextCursor ?? ''
      await apply('Contact')
    } while (cursor !== '')
    expect(seen).toEqual(ids)
    expect((await server.call(`/api/applications?q=${marker}&form_type=Accelerator`)).body.total).toBe(0)
    expect((await server.call(`/api/applications?q=number ${marker.slice(0, 9)}`)).body.total).toBe(7)
    expect((await server.call(`/api/applications?q=${marker}&status=approved`)).body.total).toBe(0)
  })

  it.each(['%25', '_', `'"*`, '%00', '((', '%ED%A0%80'])('responds to the unusual search %s', async (query) => {
    const { status, body } = await server.call(`/api/applications?limit=200&q=${query}`)
    expect([status, body.total]).toEqual([200, body.applications.length])
  })

  it.each([
    ['limit=0', { limit: 'The limit must be a whole number from 1 to 200' }],
    ['limit=x', { limit: 'The limit must be a whole number from 1 to 200' }],
    ['cursor=xx', { cursor: 'This page does not exist. Please start from the first one.' }],
    ['status=no', { status: 'Unknown status' }],
    ['form_type=no', { form_type: 'Unknown form type' }],
  ])('refuses the filter %s with the reason', async (query, details) => {
    const { status, body } = await server.call(`/api/applications?${query}`)
    expect([status, body.code, body.details]).toEqual([400, 'FORM_VALIDATION_FAILED', details])
  })

  it('returns 200 records at most', async () => {
    const { status, body } = await server.call('/api/applications?limit=9999')
    expect([status, body.applications.length <= 200]).toEqual([200, true])
  })

  it('returns records with the twelve specified names, and those of the desk', async () => {
    const names =
      'applicant_email applicant_name company_name form_data form_type id meeting_scheduled_at notes reviewed_at reviewed_by status submitted_at'
    await apply()
    const { body: listed } = await server.call('/api/applications?limit=1')
    const ofTheDesk = 'answers_revision due_at read_at revision scores seen_revision starred'
    expect(Object.keys(listed.applications[0]).sort()).toEqual(`${names} ${ofTheDesk}`.split(' ').sort())
    const { body: sheet } = await server.call('/api/sheet?action=read')
    expect(Object.keys(sheet.applications[0]).sort()).toEqual(names.split(' '))
  })

  it('is what the sheet endpoint returns, with its filters', async () => {
    const { formAnswers } = await apply('Investor')
    const { body } = await server.call(
      `/api/sheet?action=read&form_type=Investor&status=pending&email=${encodeURIComponent(String(formAnswers.email))}`,
    )
    expect(body.applications.map((application: Json) => application.applicant_email)).toEqual([formAnswers.email])
    expect((await server.call('/api/sheet?action=write')).status).toBe(400)
  })
})

describe("the admin's own message", () => {
  it('is mailed', async () => {
    const { status, body } = await server.call('/api/send-otp', 'POST', {
      to: 'priya@tamarind.example',
      subject: 'A question',
      html: '<p>Could you send the deck?</p>',
    })
    expect([status, typeof body.id]).toEqual([200, 'string'])
    const letter = await server.mail((mail) => mail.to?.[0]?.address === 'priya@tamarind.example')
    expect([letter.subject, letter.html?.includes('Could you send the deck?')]).toEqual(['A question', true])
  })

  it('is refused without an address, a subject or a text', async () => {
    const { status, body } = await server.call('/api/send-otp', 'POST', { to: 'x' })
    expect([status, Object.keys(body.details)]).toEqual([400, ['to', 'subject', 'html']])
    expect(typeof body.error).toBe('string')
  })
})
