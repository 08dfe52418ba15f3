import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hiding } from '../../src/server/blind/routes.ts'
import { type Route, Routes } from '../../src/server/http/routes.ts'
import { answers, multipart, pdf } from '../support/answers.ts'
import { type App, openApp } from '../support/app.ts'
import { type Json, json } from '../support/desk.ts'

/** What says who it is; no response may have any of it. */
const secrets = ['canaryna', 'canaryfa', 'canaryco', 'canarymail', 'canarysite', 'canaryfile', '98765']
const who = { email: 'canarymail@mine.example', phone: '+91 98765 43210' }

let app: App
/** A hidden intern with a resume, a hidden founder, and an application of the same founder by a form that is not read blind. */
let intern: string
let founder: string
let open: string
let founded: Json
/** The routes that need the session. */
let ofDesk: { method: string; path: string }[]

const request = async (path: string, method = 'GET', body?: unknown): Promise<Response> => app.fetch(path, method, body)
const setBlind = async (...forms: readonly string[]): Promise<void> => {
  const { revision } = (await app.call('/api/blind')).body
  expect(await app.call('/api/blind', 'PUT', { forms, revision })).toMatchObject({ status: 200, body: { forms } })
}
const leaksIn = (text: string): readonly string[] => secrets.filter((secret) => text.toLowerCase().includes(secret))

beforeAll(async () => {
  app = await openApp()
  const work = answers('WorkForStartups', {
    ...{ firstName: 'Canaryna', lastName: 'Canaryfa', ...who, portfolio: 'https://canarysite.example' },
    ...{ motivation: 'Tides and Canaryna. Write to canarymail@mine.example', skills: 'Sextants' },
  })
  const file = new File([pdf], 'Canaryfile.pdf', { type: 'application/pdf' })
  const sent = await app.request('/api/submit-application', { method: 'POST', body: multipart('WorkForStartups', work, file) })
  intern = (await sent.json()).applicationId
  founded = { founderName: 'Canaryna Canaryfa', companyName: 'Canaryco', website: 'https://canarysite.example', ...who }
  founder = (await app.apply('Accelerator', { ...founded, businessDescription: 'Canaryco makes nets that mend.' })).id
  ofDesk = []
  const seen = new Set<string>()
  for (const { method, path } of app.routes) {
    const name = `${method} ${path}`
    if (!path.startsWith('/api/') || path.includes('*') || method === 'ALL' || seen.has(name)) continue
    seen.add(name)
    const stranger = await app.request(path, json(method, method === 'GET' ? undefined : {}))
    if (stranger.status === 401 && !path.endsWith('/verify')) ofDesk.push({ method, path })
  }
})
afterAll(() => app.remove())

describe('during a blind pass', () => {
  it('a route of the desk without a rule stops the start', () => {
    expect(ofDesk.length).toBeGreaterThan(80)
    const [undeclared] = new Routes('admin').get('/api/new', (context) => context.json({}))
    expect(() => hiding({} as Parameters<typeof hiding>[0], undeclared as Route)).toThrow(
      'GET /api/new does not declare what it does during a blind pass',
    )
  })

  it('no response of any route says who sent a hidden application', async () => {
    await setBlind('WorkForStartups', 'Accelerator')
    await app.call('/api/outbox/hold', 'PUT', { hold: { kind: 'by_hand' }, revision: 0 })
    await app.call(`/api/applications/${founder}/requests`, 'POST', { text: 'A deck, please', kind: 'both' })
    await app.call(`/api/applications/${intern}/message`, 'POST', { subject: 'Hello', text: 'Hello' })
    // Those that end the session or delete, the setting itself, and the stream without an end.
    const left = /logout|DELETE \/api\/auth|DELETE \/api\/applications\/:id$|identity|\/api\/blind|events|rebuild/
    const bodies = [
      {},
      { status: 'pitch', notes: 'Read', forms: [], ids: [intern, founder], changes: [{ id: founder, revision: 0 }] },
    ]
    const leaks: string[] = []
    let calls = 0
    for (const id of [intern, founder])
      for (const { method, path } of ofDesk) {
        if (left.test(`${method} ${path}`) || path.includes('decide')) continue
        const at = path.replace(':id', path.startsWith('/api/applications') ? id : 'nothing').replace(':letter', 'approval')
        const address = at.replace(':formType', 'Accelerator').replace(/:\w+/g, '1')
        for (const body of method === 'GET' ? [undefined] : bodies) {
          // A status would decide it, and end the hiding.
          const sent = body === undefined ? undefined : { ...body, status: undefined }
          const response = await request(address, method, sent)
          calls += 1
          const text = `${JSON.stringify([...response.headers])} ${await response.text()}`
          for (const secret of leaksIn(text)) leaks.push(`${method} ${path}: ${secret}`)
        }
      }
    expect(calls).toBeGreaterThan(150)
    expect([...new Set(leaks)]).toEqual([])
  })

  it('a hidden application has its reference, its other answers, scores and notes', async () => {
    open = (await app.apply('FundRaise', founded)).id
    const { application, history, messages } = (await app.call(`/api/applications/${intern}`)).body
    expect(application).toMatchObject({
      ...{ applicant_name: intern.slice(-8).toUpperCase(), applicant_email: '', company_name: '', hidden: true, notes: 'Read' },
      form_data: { motivation: 'Tides and [name]. Write to [e-mail address]', skills: 'Sextants', portfolio: '[link]' },
    })
    for (const name of ['firstName', 'lastName', 'email', 'phone', 'resume'])
      expect(application.form_data).not.toHaveProperty(name)
    expect(history.map(({ event }: Json) => event.what)).toEqual(['submitted', 'written', 'noted'])
    expect(messages.map(({ subject }: Json) => subject)).toContain('')
    const { applications } = (await app.call('/api/applications?limit=200')).body
    const namesTold = applications.map(({ id, applicant_name }: Json) => [id, leaksIn(applicant_name).length > 0])
    expect(Object.fromEntries(namesTold)).toEqual({ [open]: true, [founder]: false, [intern]: false })
    const held = (await app.call('/api/outbox/letters')).body.letters
    expect(
      held.map(({ applicant_name, applicant_email, subject }: Json) => [applicant_name, applicant_email, subject]),
    ).toContainEqual([intern.slice(-8).toUpperCase(), '', ''])
  })

  it.each(['Canaryna', 'canaryco', '98765 43210', 'from:canarymail@mine.example', 'source:canaryna', 'nets'])(
    'the search for %s does not tell of a hidden one, and says so',
    async (q) => {
      const { body } = await app.call(`/api/applications?${new URLSearchParams({ q })}`)
      const found = body.applications.map(({ id }: Json) => id)
      expect([found.filter((id: string) => id !== open), body.unsearched]).toEqual([[], true])
    },
  )

  it('an excluded word does not tell of one; filters without words list it', async () => {
    const idsOf = async (q: string): Promise<string[]> =>
      (await app.call(`/api/applications?${new URLSearchParams({ q })}`)).body.applications.map(({ id }: Json) => id)
    expect(await idsOf('-canaryco')).toEqual([])
    expect(await idsOf('form:accelerator is:pending')).toEqual([founder])
    expect((await app.call('/api/sheet?action=read&email=canarymail@mine.example')).body.applications).toHaveLength(1)
    expect((await app.call('/api/quarantine?q=canaryna')).status).toBe(400)
  })

  it.each(['csv', 'json', 'xlsx'])('an export as %s is anonymous', async (format) => {
    const response = await request(`/api/applications/export?format=${format}&status=pending&form_type=WorkForStartups`)
    const bytes = new Uint8Array(await response.arrayBuffer())
    const files = format === 'xlsx' ? Object.values(unzipSync(bytes)) : [bytes]
    const text = files.map((file) => strFromU8(file)).join('')
    expect([response.status, leaksIn(text), text.includes('Sextants')]).toEqual([200, [], true])
  })

  it.each(['format=zip', 'format=json&history=1'])('an export with %s is refused', async (query) =>
    expect((await app.call(`/api/applications/export?${query}`)).status).toBe(400),
  )

  it.each(['resume', 'related', 'committee', 'messages/1'])('its %s is refused, with the reason', async (part) => {
    const { status, body } = await app.call(`/api/applications/${intern}/${part}`)
    expect([status, body.error]).toEqual([
      409,
      'Who sent this is hidden until it is decided. Show it for this application, or end the blind pass.',
    ])
    if (part === 'related') expect((await app.call(`/api/applications/${open}/related`)).body.related).toEqual([])
  })

  it('one is shown on request, once, and its history keeps that', async () => {
    const shown = await app.call(`/api/applications/${intern}/identity`, 'POST')
    expect(shown).toMatchObject({ status: 200, body: { application: { applicant_name: 'Canaryna Canaryfa' } } })
    const { application, history } = (await app.call(`/api/applications/${intern}`)).body
    expect([application.form_data.email, application.hidden]).toEqual([who.email, undefined])
    expect(history.at(-1)).toMatchObject({ by: 'admin@example.com', event: { what: 'identity_shown' } })
    expect((await request(`/api/applications/${intern}/resume`)).status).toBe(200)
    expect((await app.call(`/api/applications/${intern}/identity`, 'POST')).status).toBe(409)
    expect((await app.call(`/api/applications/${founder}`)).body.application.hidden).toBe(true)
  })

  it('a decision shows who it is; its undo hides it again', async () => {
    const decided = await app.call(`/api/applications/${founder}`, 'PATCH', { status: 'pitch' })
    expect(decided.body.application).toMatchObject({ applicant_name: 'Canaryna Canaryfa', company_name: 'Canaryco' })
    expect((await app.call(`/api/applications/${founder}/related`)).body.related.length).toBeGreaterThan(0)
    const { revision } = decided.body.application
    const undone = await app.call(`/api/applications/${founder}/undo`, 'POST', { revision })
    expect(undone.body.application).toMatchObject({ applicant_name: founder.slice(-8).toUpperCase(), hidden: true })
  })

  it.each([
    ['the undo of one', async (revision: number) => app.call(`/api/applications/${founder}/undo`, 'POST', { revision })],
    [
      'the undo of a group',
      async (revision: number) => app.call('/api/applications/undo', 'POST', { changes: [{ id: founder, revision }] }),
    ],
    ['a reopening', async () => app.call(`/api/applications/${founder}/reopen`, 'POST', {})],
    [
      'a letter that is taken back',
      async () => {
        const { messages } = (await app.call(`/api/applications/${founder}`)).body
        const { id } = messages.find(({ letter, state }: Json) => letter === 'pitch_invitation' && state === 'waiting')
        return app.call(`/api/applications/${founder}/messages/${id}`, 'DELETE')
      },
    ],
  ])('a decision that is taken back leaves in the history that it was shown: %s', async (_, takeBack) => {
    const before = (await app.call(`/api/applications/${founder}`)).body.history.length
    const { revision } = (await app.call(`/api/applications/${founder}`, 'PATCH', { status: 'pitch' })).body.application
    expect((await takeBack(revision)).status).toBe(200)
    const { application, history } = (await app.call(`/api/applications/${founder}`)).body
    expect([application.status, application.hidden, application.revision]).toEqual(['pending', true, before + 2])
    expect(history.slice(before).map(({ event, by }: Json) => [event.what, by])).toMatchObject([
      ['moved', 'admin@example.com'],
      ['identity_shown', 'admin@example.com'],
      [expect.stringMatching(/undone|moved/), 'admin@example.com'],
    ])
  })

  it('what was never hidden, or was shown, has no such entry', async () => {
    for (const id of [open, intern]) {
      const { revision } = (await app.call(`/api/applications/${id}`, 'PATCH', { status: 'pitch' })).body.application
      const before = (await app.call(`/api/applications/${id}`)).body.history.length
      expect((await app.call(`/api/applications/${id}/undo`, 'POST', { revision })).status).toBe(200)
      expect((await app.call(`/api/applications/${id}`)).body.history.length).toBe(before + 1)
    }
  })
})

describe('the setting', () => {
  it('shows all when it ends, and is refused when it is wrong or outdated', async () => {
    const { revision } = (await app.call('/api/blind')).body
    for (const body of [{ forms: ['Nothing'], revision }, { forms: 'Accelerator', revision }, { forms: [] }])
      expect((await app.call('/api/blind', 'PUT', body)).status).toBe(400)
    expect((await app.call('/api/blind', 'PUT', { forms: [], revision: revision - 1 })).status).toBe(409)
    await setBlind()
    expect((await app.call(`/api/applications/${founder}`)).body.application.company_name).toBe('Canaryco')
    expect((await app.call('/api/applications?q=canaryco')).body.unsearched).toBeUndefined()
    expect((await app.call('/api/applications/nothing/identity', 'POST')).status).toBe(404)
  })
})
