import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Form, inOrder } from '../../src/forms/form.ts'
import { formTypes } from '../../src/shared/form-types.ts'
import { newId, reference, seedOf } from '../../src/shared/ids.ts'
import { answers, forms, multipart, pdf, submission } from '../support/answers.ts'
import { type Running, startServer } from '../support/server.ts'

let server: Running

beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.remove())

const submit = (init: RequestInit, path = '/api/submit-application'): Promise<Response> => fetch(server.url + path, init)
const json = (body: unknown, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  body: typeof body === 'string' ? body : JSON.stringify(body),
  headers: { 'content-type': 'application/json', ...headers },
})
const record = async (id: string): Promise<Record<string, any>> => (await server.call(`/api/applications/${id}`)).body.application
const total = async (): Promise<number> => (await server.call('/api/stats')).body.stats.total
const resumeOf = (id: string): Promise<Response> => server.fetch(`/api/applications/${id}/resume`)

/** Submits, expects 201, and returns the stored record. */
async function stored(init: RequestInit, path?: string): Promise<Record<string, any>> {
  const response = await submit(init, path)
  const body = await response.json()
  expect([response.status, body.success, typeof body.applicationId]).toEqual([201, true, 'string'])
  return record(body.applicationId)
}

async function refused(init: RequestInit, path?: string): Promise<{ status: number; body: Record<string, any> }> {
  const response = await submit(init, path)
  const body = await response.json()
  expect(body).toMatchObject({ success: false, error: expect.any(String), code: expect.any(String) })
  expect(new Date(body.timestamp).toISOString()).toBe(body.timestamp)
  return { status: response.status, body }
}

describe.each(formTypes)('%s', (type) => {
  const form: Form = forms[type]

  it('stores a complete submission unchanged, as pending', async () => {
    const formAnswers = answers(type)
    const application = await stored(submission(type, formAnswers))
    expect(application).toMatchObject({ form_type: type, status: 'pending', notes: '', reviewed_at: null, reviewed_by: null })
    for (const [name, value] of Object.entries(formAnswers)) expect([name, application.form_data[name]]).toEqual([name, value])
    expect(application.applicant_email).toBe(formAnswers[form.applicant.email])
    expect(application.applicant_name).toBe(form.applicant.name.map((name) => String(formAnswers[name]).trim()).join(' '))
    expect(application.company_name).toBe(form.applicant.company ? String(formAnswers[form.applicant.company]).trim() : '')
  })

  it('names all missing fields at once', async () => {
    const { status, body } = await refused(submission(type, {}))
    expect(status).toBe(400)
    const required = inOrder(form).filter(([, field]) => field.required === true)
    for (const [name] of required) if (forms[type].fields[name]?.kind !== 'file') expect(body.details).toHaveProperty(name)
  })

  it('accepts urlencoded and multipart bodies alike', async () => {
    const formAnswers = answers(type)
    const application = await stored({ method: 'POST', body: multipart(type, formAnswers) })
    expect(application.form_data).toMatchObject(formAnswers)
    if (type === 'WorkForStartups') return
    const other = answers(type)
    const pairs = new URLSearchParams({ formType: type })
    for (const [name, value] of Object.entries(other)) for (const item of [value].flat()) pairs.append(name, String(item))
    expect((await stored({ method: 'POST', body: pairs })).form_data).toMatchObject(other)
  })
})

describe('the form type', () => {
  it.each([
    ['formType', 'ACCELERATION_AS_SERVICE', 'AccelerationAsService'],
    ['formType', 'SERVICE_PROVIDER', 'ServiceProvider'],
    ['formType', 'contact', 'Contact'],
    ['formType', 'early-customer', 'EarlyCustomer'],
    ['form_type', 'fundraise', 'FundRaise'],
    ['sheet', 'Investors', 'Investor'],
    ['sheet', 'STARTUPSTUDIO', 'StartupStudio'],
  ] as const)('is read from %s as %s', async (field, spelling, type) => {
    expect((await stored(json({ [field]: spelling, ...answers(type) }))).form_type).toBe(type)
  })

  it.each([[undefined], ['Nothing'], [''], [['Contact']], [{}]])('is refused as %j', async (formType) => {
    expect((await refused(json({ ...answers('Contact'), formType }))).status).toBe(422)
  })
})

describe("the specification's own bodies", () => {
  it('call 1: the Startup Studio body with a timestamp and a claimed IP address', async () => {
    const application = await stored(
      json({
        ...answers('StartupStudio'),
        formType: 'StartupStudio',
        timestamp: new Date().toISOString(),
        submissionIP: '8.8.8.8',
        id: 'x',
        status: 'approved',
      }),
    )
    expect(application.status).toBe('pending')
    expect(application.id).not.toBe('x')
    expect(JSON.stringify(application)).not.toContain('8.8.8.8')
  })

  it('call 2: the fields inside data', async () => {
    const formAnswers = answers('AccelerationAsService')
    const application = await stored(
      json({
        formType: 'ACCELERATION_AS_SERVICE',
        applicantName: formAnswers.contactName,
        applicantEmail: formAnswers.email,
        companyName: formAnswers.organizationName,
        data: { ...formAnswers, userIP: '8.8.8.8', submissionIP: '8.8.8.8', timestamp: new Date().toISOString() },
      }),
    )
    expect(application.form_data).toMatchObject(formAnswers)
    expect(application.company_name).toBe(String(formAnswers.organizationName).trim())
  })

  it('calls 3, 4 and 8: JSON with a sheet, also as text/plain', async () => {
    for (const [sheet, type] of [
      ['AccelerationAsService', 'AccelerationAsService'],
      ['ServiceProvider', 'ServiceProvider'],
      ['Accelerator', 'Accelerator'],
      ['FundRaise', 'FundRaise'],
      ['Investors', 'Investor'],
    ] as const) {
      const body = JSON.stringify({ sheet, ...answers(type), timestamp: new Date().toISOString() })
      const application = await stored(
        { method: 'POST', body, headers: { 'content-type': 'text/plain;charset=UTF-8' } },
        '/api/sheet',
      )
      expect(application.form_type).toBe(type)
    }
    const call4 = { ...answers('StartupStudio'), id: 'theirs', timestamp: 'now', form_type: 'StartupStudio', status: 'pending' }
    expect((await stored(json(call4), '/api/sheet')).form_type).toBe('StartupStudio')
  })

  it('call 5: a contact message with an empty phone', async () => {
    expect(
      (await stored(json({ formType: 'contact', ...answers('Contact', { phone: '' }) }), '/api/sheet')).form_data.phone,
    ).toBe('')
  })

  it('calls 6 and 7: internship as multipart, early customer urlencoded', async () => {
    const body = multipart('WorkForStartups', answers('WorkForStartups'))
    body.set('formType', 'work-for-startups')
    expect((await stored({ method: 'POST', body }, '/api/sheet')).form_data.resume).toMatchObject({ name: 'Priya R – CV.pdf' })
    const formAnswers = answers('EarlyCustomer', { interests: 'FinTech Solutions, AI & Machine Learning' })
    const pairs = new URLSearchParams({
      formType: 'early-customer',
      ...(formAnswers as Record<string, string>),
      userIP: '8.8.8.8',
    })
    expect((await stored({ method: 'POST', body: pairs }, '/api/sheet')).form_data.interests).toEqual([
      'FinTech Solutions',
      'AI & Machine Learning',
    ])
  })
})

describe('the idempotency key', () => {
  it('returns the same response for the same content, by header or field', async () => {
    const formAnswers = answers('Accelerator')
    const key = crypto.randomUUID()
    const first = await stored(submission('Accelerator', formAnswers, { 'Idempotency-Key': key }))
    const again = await stored(submission('Accelerator', formAnswers, { 'Idempotency-Key': key }))
    const byField = await stored(json({ formType: 'Accelerator', ...formAnswers, idempotencyKey: key }))
    expect([again.id, byField.id]).toEqual([first.id, first.id])
  })

  it('gives the application the seed of its kolam, and neither time nor reference', async () => {
    const key = newId(new Date(0))
    const { id } = await stored(submission('Contact', answers('Contact'), { 'Idempotency-Key': key }))
    expect(seedOf(id)).toBe(seedOf(key))
    expect([id.slice(0, 13) === key.slice(0, 13), reference(id) === reference(key)]).toEqual([false, false])
  })

  it('refuses other content under a used key', async () => {
    const key = { 'Idempotency-Key': crypto.randomUUID() }
    await stored(submission('Contact', answers('Contact'), key))
    expect((await refused(submission('Contact', answers('Contact'), key))).status).toBe(422)
  })

  it('stores one record and sends one confirmation for fifty at once', async () => {
    const formAnswers = answers('Accelerator')
    const before = await total()
    const init = () => submission('Accelerator', formAnswers, { 'Idempotency-Key': 'fifty-at-once-0001' })
    const responses = await Promise.all(Array.from({ length: 50 }, async () => (await submit(init())).json()))
    expect(new Set(responses.map((response) => JSON.stringify(response))).size).toBe(1)
    expect(responses[0]).toMatchObject({ success: true })
    expect(await total()).toBe(before + 1)
    await server.mail((mail) => mail.to?.[0]?.address === formAnswers.email)
    // Only an empty outbox rules out a second letter.
    const { messages } = (await server.call(`/api/applications/${responses[0].applicationId}`)).body
    expect(messages.map((message: { letter: string }) => message.letter)).toEqual(['confirmation'])
    expect((await server.mails()).filter((mail) => mail.to?.[0]?.address === formAnswers.email)).toHaveLength(1)
  })
})

describe('duplicates', () => {
  const refusal = 'You have already submitted an application. Please check your email for confirmation.'

  it.each(['Accelerator', 'StartupStudio', 'FundRaise'] as const)(
    '%s: the same address and company while pending',
    async (type) => {
      const formAnswers = answers(type)
      const first = await stored(submission(type, formAnswers))
      const same = answers(type, { email: ` ${String(formAnswers.email).toUpperCase()} `, companyName: formAnswers.companyName })
      const { status, body } = await refused(submission(type, same))
      expect([status, body.code, body.error]).toEqual([409, 'DUPLICATE_SUBMISSION', refusal])
      await stored(submission(type, answers(type, { email: formAnswers.email, companyName: 'Another company' })))
      await server.decide(`/api/applications/${first.id}`, 'rejected')
      await stored(submission(type, same))
    },
  )

  it('elsewhere: identical content within a day', async () => {
    const formAnswers = answers('Contact')
    await stored(submission('Contact', formAnswers))
    expect((await refused(submission('Contact', formAnswers))).status).toBe(409)
    await stored(submission('Contact', { ...formAnswers, message: 'Something else.' }))
  })
})

describe('the resume', () => {
  const apply = (resume: File | null): RequestInit => ({
    method: 'POST',
    body: multipart('WorkForStartups', answers('WorkForStartups'), resume),
  })
  const cfb = new Uint8Array(640)
  cfb.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])
  cfb.set(Buffer.from('WordDocument', 'utf16le'), 512)
  cfb[512 + 66] = 2

  it('is downloaded unchanged, as an attachment with its own name and type', async () => {
    const { id } = await stored(apply(new File([pdf], 'Señor "x" வாழ்க்கை.pdf')))
    const file = await resumeOf(id)
    expect(file.headers.get('content-type')).toBe('application/pdf')
    expect(file.headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'; sandbox")
    expect(file.headers.get('content-disposition')).toContain('attachment; filename=')
    expect(decodeURIComponent(file.headers.get('content-disposition')?.split("UTF-8''")[1] ?? '')).toMatch(
      /^Señor .x. வாழ்க்கை\.pdf$/,
    )
    expect(new Uint8Array(await file.arrayBuffer())).toEqual(pdf)
  })

  it('accepts the old Word format', async () => {
    expect((await stored(apply(new File([cfb], 'cv.DOC')))).form_data.resume.type).toBe('application/msword')
  })

  it('may be RTF, which is downloaded under its own type', async () => {
    const rtf = readFileSync('tests/fixtures/resumes/resume-rtf.doc')
    for (const name of ['cv.doc', 'cv.rtf']) {
      const { id } = await stored(apply(new File([rtf], name)))
      const file = await resumeOf(id)
      expect(file.headers.get('content-type')).toBe('application/rtf')
      expect(Buffer.from(await file.arrayBuffer())).toEqual(rtf)
    }
  })

  it.each([
    ['password.docx', 'Resume has a password, without which nobody can open it: remove the password, and send it again'],
    ['resume-html.doc', 'Resume is a web page: open it, save it as PDF, and send that'],
  ])('is refused with what it is and what to do: %s', async (name, fault) => {
    const { status, body } = await refused(apply(new File([readFileSync(`tests/fixtures/resumes/${name}`)], name)))
    expect([status, body.details]).toEqual([422, { resume: fault }])
  })

  it.each([
    'user-password.pdf',
    'zero-pages.pdf',
    'pjl-wrapped.pdf',
    'illustrator.pdf',
    'root-document.docx',
    'sharepoint-document2.docx',
  ])('is accepted: %s', async (name) => {
    const bytes = readFileSync(`tests/fixtures/resumes/${name}`)
    expect((await stored(apply(new File([bytes], name)))).form_data.resume.name).toBe(name)
  })

  it('without an extension in its name gets that of its content', async () => {
    const { id, form_data } = await stored(apply(new File([pdf], 'Nila Resume')))
    const file = await resumeOf(id)
    expect([form_data.resume.name, file.headers.get('content-type')]).toEqual(['Nila Resume.pdf', 'application/pdf'])
    const { body } = await refused(apply(new File(['Nila'], 'Nila Resume')))
    expect(body.details).toEqual({ resume: 'Resume is a plain text: open it, save it as PDF, and send that' })
  })

  it('may be a PDF with a byte order mark before its head', async () => {
    await stored(apply(new File([new Uint8Array([0xef, 0xbb, 0xbf]), pdf], 'cv.pdf')))
  })

  it('is stored without the path in its name', async () => {
    expect((await stored(apply(new File([pdf], '../../etc/passwd.pdf')))).form_data.resume.name).toBe('passwd.pdf')
  })

  it.each([
    ['no file', null, 400],
    ['an empty one', new File([], 'cv.pdf'), 400],
    ['another kind', new File(['#!/bin/sh'], 'cv.sh'), 422],
    ['content that is not what its name says', new File(['MZ just text'], 'cv.pdf'), 422],
    ['a PDF that calls itself Word', new File([pdf], 'cv.docx'), 422],
    ['more than 5 MB', new File([pdf, new Uint8Array(5 * 1024 * 1024)], 'cv.pdf'), 413],
  ])('is refused: %s', async (_, resume, expectedStatus) => {
    const { status, body } = await refused(apply(resume))
    expect([status, Object.keys(body.details)]).toEqual([expectedStatus, ['resume']])
  })

  it('is accepted just below 5 MB', async () => {
    await stored(apply(new File([pdf, new Uint8Array(5 * 1024 * 1024 - pdf.byteLength)], 'cv.pdf')))
  })

  it('is ignored when a body only claims it', async () => {
    const claimed = { formType: 'WorkForStartups', ...answers('WorkForStartups'), resume: { name: 'cv.pdf', size: 9, type: 'x' } }
    expect((await refused(json(claimed))).body.details).toEqual({ resume: 'Resume is required' })
  })
})

describe('unusable bodies', () => {
  it.each([
    ['malformed JSON', json('{"formType":'), 422],
    ['a list', json('[]'), 422],
    ['null', json('null'), 422],
    ['another content type', { method: 'POST', body: '<x/>', headers: { 'content-type': 'application/xml' } }, 415],
    ['a broken multipart', { method: 'POST', body: 'x', headers: { 'content-type': 'multipart/form-data; boundary=y' } }, 422],
    ['nine megabytes', json({ formType: 'Contact', message: 'x'.repeat(9 * 1024 * 1024) }), 413],
  ])('%s', async (_, init, expectedStatus) => {
    for (const path of ['/api/submit-application', '/api/sheet']) expect((await refused(init, path)).status).toBe(expectedStatus)
  })

  it('a body of thirty megabytes is refused with a readable response', async () => {
    const message = 'x'.repeat(30 * 1024 * 1024)
    for (const path of ['/api/submit-application', '/api/sheet'])
      expect((await refused(json({ formType: 'Contact', message }), path)).status).toBe(413)
  })

  it.each([
    ['urlencoded', 'application/x-www-form-urlencoded', 'interests=x&'.repeat(600_000)],
    [
      'multipart',
      'multipart/form-data; boundary=x',
      `${'--x\r\ncontent-disposition: form-data; name="interests"\r\n\r\nx\r\n'.repeat(100_000)}--x--\r\n`,
    ],
  ])('a flood of values does not delay other requests: %s', async (_, type, body) => {
    const flood = refused({ method: 'POST', body, headers: { 'content-type': type } })
    const started = performance.now()
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
    expect((await flood).status).toBe(413)
    expect(performance.now() - started).toBeLessThan(5_000)
  })

  it('a field that is an object or a list', async () => {
    for (const value of [{ a: 1 }, ['a', 'b']]) {
      const { status, body } = await refused(submission('Contact', answers('Contact', { name: value })))
      expect([status, Object.keys(body.details)]).toEqual([400, ['name']])
    }
  })

  it('an invisible name is refused, and a name cannot reverse the text after it', async () => {
    for (const name of ['\u200b', '\u3164', ' \u2060\u00ad ', '\u2800']) {
      const { status, body } = await refused(submission('Contact', answers('Contact', { name })))
      expect([status, Object.keys(body.details)]).toEqual([400, ['name']])
    }
    const joined = 'க்\u200dஷ 👩\u200d💻'
    const sent = await submit(submission('Contact', answers('Contact', { name: `Asha \u202egnidnep\u2066 ${joined}` })))
    expect((await record((await sent.json()).applicationId)).applicant_name).toBe(`Asha gnidnep ${joined}`)
  })

  it('malformed text is refused or stored unchanged', async () => {
    for (const message of [
      '\u0000',
      'a\ud800b',
      '<script>alert(1)</script>',
      "'; drop table applications; --",
      '🙂'.repeat(5000),
      '\u202e\r\n\t%_',
    ]) {
      const response = await submit(submission('Contact', answers('Contact', { message })))
      const body = await response.json()
      if (response.status === 201) expect((await record(body.applicationId)).form_data.message).toBe(message)
      else expect([response.status, Object.keys(body.details)]).toEqual([400, ['message']])
    }
  })

  it('another method', async () => {
    for (const path of ['/api/submit-application', '/accelerator']) {
      const response = await fetch(server.url + path, { method: 'PUT' })
      expect([response.status, (await response.json()).code]).toEqual([405, 'METHOD_NOT_ALLOWED'])
      expect(response.headers.get('allow')).toBe(path === '/accelerator' ? 'GET, HEAD' : 'POST, OPTIONS')
    }
    expect((await fetch(`${server.url}/no-such-page`, { method: 'POST' })).status).toBe(404)
  })
})

describe('without script', () => {
  const page = { accept: 'text/html,application/xhtml+xml' }

  it('ends on a success page', async () => {
    const body = multipart('Accelerator', answers('Accelerator'))
    const response = await server.request('/api/submit-application', { method: 'POST', body, headers: page })
    expect(response.status).toBe(303)
    expect(response.headers.get('location')).toMatch(/^\/accelerator\/submitted\?ref=/)
    const success = await fetch(new URL(response.headers.get('location') ?? '', server.url))
    expect([success.status, (await success.text()).includes('Application Submitted Successfully!')]).toEqual([200, true])
  })

  it('returns the answers with a message at each field', async () => {
    const formAnswers = answers('Accelerator', { founderName: '', companyName: '<b>Tamarind & Sons</b>', businessModel: 'saas' })
    const body = multipart('Accelerator', formAnswers)
    const response = await fetch(`${server.url}/api/submit-application`, { method: 'POST', body, headers: page })
    const html = await response.text()
    expect(response.status).toBe(400)
    expect(html).toContain('Founder name is required')
    expect(html).toContain('&lt;b&gt;Tamarind &amp; Sons&lt;/b&gt;')
    expect(html).not.toContain('<b>Tamarind')
    expect(html).toMatch(/<option value="saas" selected/)
  })

  it('explains a duplicate', async () => {
    const formAnswers = answers('StartupStudio')
    const send = () =>
      server.request('/api/submit-application', {
        method: 'POST',
        body: multipart('StartupStudio', formAnswers),
        headers: page,
      })
    expect((await send()).status).toBe(303)
    const again = await send()
    expect([again.status, (await again.text()).includes('You have already submitted an application.')]).toEqual([409, true])
  })
})

it('returns 429 with Retry-After on a page that repeats no answer', async () => {
  const limited = await startServer({ LIMIT_SUBMISSIONS: '1/1h' })
  try {
    const post = () =>
      limited.request('/api/submit-application', {
        method: 'POST',
        headers: { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({
          formType: 'Contact',
          name: 'Asha',
          email: 'asha@limited.example',
          subject: 'A question',
          message: 'Is anybody there?',
        }),
      })
    expect((await post()).status).toBe(303)
    const second = await post()
    expect([second.status, Number(second.headers.get('retry-after')) > 3000]).toEqual([429, true])
    const html = await second.text()
    expect(html).toMatch(/Too many attempts\. Please wait a moment and try again\.[\s\S]*Back button/)
    expect(html).not.toContain('Is anybody there?')
  } finally {
    await limited.remove()
  }
})

it('accepts posts from any origin', async () => {
  const preflight = await fetch(`${server.url}/api/submit-application`, { method: 'OPTIONS' })
  expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, '*'])
})
