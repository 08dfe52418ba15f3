import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ApplicationResponse } from '../../src/api/responses.ts'
import { notice as currentNotice } from '../../src/content/content.ts'
import { answers, submission } from '../support/answers.ts'
import { type Running, startServer } from '../support/server.ts'

let server: Running

beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.remove())

const submit = (init: RequestInit): Promise<Response> => server.request('/api/submit-application', init)
const response = async (id: string): Promise<ApplicationResponse> => (await server.call(`/api/applications/${id}`)).body

/** Submits a contact message with the fields `more`. Returns the response of the desk for it. */
const storedWith = async (more: Readonly<Record<string, unknown>>): Promise<ApplicationResponse> =>
  response((await server.apply('Contact', more)).id)

const origin = {
  first: { page: '/', referrer: 'news.example', source: 'letter', medium: 'mail', campaign: 'cohort-6' },
  last: { page: '/contact' },
}

describe('the origin of an applicant', () => {
  it('is outside the record, which has only the specified names and those of the desk', async () => {
    const { origin: stored, application } = await storedWith({ origin })
    expect(stored).toEqual(origin)
    expect(Object.keys(application)).toEqual([
      'id',
      'form_type',
      'applicant_name',
      'applicant_email',
      'company_name',
      'form_data',
      'status',
      'submitted_at',
      'reviewed_at',
      'reviewed_by',
      'notes',
      'meeting_scheduled_at',
      'due_at',
      'answers_revision',
      'seen_revision',
      'read_at',
      'starred',
      'scores',
      'revision',
    ])
    expect(Object.keys(application.form_data).sort()).toEqual(['email', 'message', 'name', 'phone', 'subject'])
  })

  it.each([undefined, null, '', 'first', '{"first":', 7, [], { first: { page: 'x'.repeat(9_000) } }])(
    'is no reason to refuse: %j',
    async (sentOrigin) => {
      expect((await storedWith({ origin: sentOrigin })).origin).toBeNull()
    },
  )

  it('is not part of the content: the same submission elsewhere is a duplicate', async () => {
    const formAnswers = answers('Contact')
    const key = { 'idempotency-key': crypto.randomUUID() }
    const ids = []
    for (const more of [{ origin }, { origin: { last: { page: '/about' } }, notice: '2026-01-01' }, {}]) {
      const answer = await submit(submission('Contact', { ...formAnswers, ...more }, key))
      expect(answer.status).toBe(201)
      ids.push(((await answer.json()) as { applicationId: string }).applicationId)
    }
    expect(new Set(ids).size).toBe(1)
    expect((await response(ids[0] ?? '')).origin).toEqual(origin)
  })
})

describe('the origin of an applicant without a script', () => {
  /** Posts a contact message as a browser does, from a page at `referer`. */
  const native = (formAnswers: Readonly<Record<string, unknown>>, referer: string): Promise<Response> =>
    submit({
      method: 'POST',
      body: new URLSearchParams({ formType: 'Contact', ...(formAnswers as Record<string, string>) }),
      headers: { accept: 'text/html', referer },
    })
  const idOf = (answer: Response): string =>
    new URL(answer.headers.get('location') ?? '', server.url).searchParams.get('ref') ?? ''

  it("is read from its page's address", async () => {
    const answer = await native(answers('Contact'), `${server.url}/contact?utm_source=letter&utm_campaign=cohort-6`)
    expect(answer.status).toBe(303)
    expect((await response(idOf(answer))).origin).toEqual({
      last: { page: '/contact', source: 'letter', campaign: 'cohort-6' },
    })
  })

  it("is not read from another site's", async () => {
    const answer = await native(answers('Contact'), 'https://elsewhere.example/contact?utm_source=letter')
    expect((await response(idOf(answer))).origin).toBeNull()
  })

  it('survives a refusal, as text', async () => {
    const formAnswers = answers('Contact')
    const refused = await native({ ...formAnswers, email: '' }, `${server.url}/contact?utm_source=${encodeURIComponent('"><b>')}`)
    expect(refused.status).toBe(400)
    const html = await refused.text()
    const hidden = /<input type="hidden" name="origin" value="([^"]*)"/.exec(html)?.[1] ?? ''
    expect(hidden).toContain('&gt;&lt;b&gt;')
    const text = hidden.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
    const answer = await native({ ...formAnswers, origin: text }, `${server.url}/api/submit-application`)
    expect((await response(idOf(answer))).origin).toEqual({ last: { page: '/contact', source: '"><b>' } })
  })
})

describe('the version of the privacy notice', () => {
  it('is the one shown at the form, else the current one', async () => {
    expect((await storedWith({ notice: '2026-01-15' })).notice).toBe('2026-01-15')
    for (const notice of [undefined, '', 'latest', '9999-01-01', '2026-1-1', 7, ['2026-01-15']])
      expect((await storedWith({ notice })).notice).toBe(currentNotice.version)
  })
})
