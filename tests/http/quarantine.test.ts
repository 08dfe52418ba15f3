import { afterEach, describe, expect, it } from 'vitest'
import { renderRefused } from '../../src/form-view/render.tsx'
import { AppError } from '../../src/shared/errors.ts'
import type { FormType } from '../../src/shared/form-types.ts'
import { answers, forms, multipart } from '../support/answers.ts'
import { type App, openApp } from '../support/app.ts'
import { json } from '../support/desk.ts'
import { cookiesOf } from '../support/server.ts'

/** How many bots and how many people submit. `npm run drills` runs with more. */
const bots = Number(process.env.KOLAM_SPAM_BOTS ?? 150)
const people = Number(process.env.KOLAM_SPAM_PEOPLE ?? 64)

let app: App
afterEach(() => app?.remove())

const browserHeaders = {
  'user-agent': 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/130.0.0.0 Mobile Safari/537.36',
  origin: 'http://localhost:3000',
  'sec-fetch-site': 'same-origin',
}
type Headers = Readonly<Record<string, string>>

const post = (path: string, body: object, headers: Headers = {}): Promise<Response> =>
  app.request(path, json('POST', body, headers))
const send = (body: object, headers: Headers = {}): Promise<Response> => post('/api/submit-application', body, headers)
/** The headers of a browser without scripts. */
const sendNatively = (body: Readonly<Record<string, unknown>>, headers: Headers): Promise<Response> =>
  app.request('/api/submit-application', {
    method: 'POST',
    body: new URLSearchParams(
      Object.entries(body).flatMap(([name, value]) =>
        (Array.isArray(value) ? value : [value]).map((item) => [name, String(item)]),
      ),
    ),
    headers: { accept: 'text/html', ...headers },
  })

/** Every control on the page of a form, with its attributes. */
function controlsOf(type: FormType): readonly { readonly name: string; readonly tag: string }[] {
  const notice = { version: '2026-01-01', text: '', email: 'a@b.example' }
  const html = renderRefused({ form: forms[type], notice, formVersion: '' })
  return [...html.matchAll(/<(?:input|textarea|select)\b[^>]*\bname="(\w+)"[^>]*>/g)].map(([tag, name = '']) => ({ tag, name }))
}

const spam = (more: object = {}) => ({ formType: 'Contact', ...answers('Contact'), knot: 'http://pills.example', ...more })

describe('a quarantined submission', () => {
  it('gets the same acknowledgement and private page as any other', async () => {
    app = await openApp()
    const responses: unknown[] = []
    for (const body of [{ formType: 'Contact', ...answers('Contact') }, spam()]) {
      const response = await send(body)
      const { applicationId: id, privateLink, ...rest } = await response.json()
      const page = await app.request(new URL(privateLink).pathname)
      const own = await app.request('/my', { headers: { cookie: cookiesOf(page) } })
      const shown = (await own.text()).replaceAll(id, 'ID').replaceAll(id.slice(-8).toUpperCase(), 'REF')
      responses.push({
        status: response.status,
        headers: [...response.headers],
        length: JSON.stringify([id, privateLink]).length,
        rest,
        page: [page.status, own.status, shown.includes('REF'), shown.match(/Received|Being read/g)],
      })
    }
    expect(responses[1]).toEqual(responses[0])
    expect(responses[0]).toMatchObject({ status: 201, page: [303, 200, true, expect.arrayContaining(['Being read'])] })
    const natively = await sendNatively(spam(), {})
    expect([natively.status, natively.headers.get('location')]).toEqual([
      303,
      expect.stringMatching(/^\/contact\/submitted\?ref=/),
    ])
  })

  it('is deleted when its sender withdraws it', async () => {
    app = await openApp()
    const { id, link } = await app.apply('Contact', spam())
    const cookie = cookiesOf(await app.request(link))
    const withdrawn = await post('/my/withdraw', { of: id }, { cookie })
    const html = await withdrawn.text()
    expect([withdrawn.status, html]).toEqual([200, expect.stringContaining('It is withdrawn')])
    expect(html).not.toContain('Back to your application')
    expect(await app.storage.applications.inQuarantine(id)).toBeUndefined()
    expect((await app.request('/my', { headers: { cookie } })).status).toBe(200)
  })

  it('is repeated under its key, and refused as a duplicate without one', async () => {
    app = await openApp()
    const body = spam()
    const [first, again, other] = [
      await send(body, { 'idempotency-key': 'one' }),
      await send(body, { 'idempotency-key': 'one' }),
      await send(body),
    ]
    expect([first.status, again.status, other.status]).toEqual([201, 201, 409])
    expect((await again.json()).applicationId).toBe((await first.json()).applicationId)
  })

  it('is listed with its reasons, and released with its letter by one call', async () => {
    app = await openApp()
    const { id } = await app.apply('Accelerator', { knot: 'x' })
    const read = async (path: string) => (await app.call(path)).body
    expect(await read('/api/quarantine')).toMatchObject({
      quarantined: [{ application: { id, status: 'pending' }, reasons: ['trap', 'program'], alike: 1 }],
      nextCursor: null,
      total: 1,
    })
    const counted = async () => [(await read('/api/applications')).total, (await read('/api/stats')).stats.total]
    expect(await counted()).toEqual([0, 0])
    expect((await app.call(`/api/applications/${id}`)).status).toBe(404)
    expect(await (await app.fetch('/api/applications/export?format=csv')).text()).not.toContain(id)
    expect((await app.storage.outbox.counts('waiting')).waiting).toBe(0)
    const release = await app.call('/api/quarantine/release', 'POST', { ids: [id, 'unknown'] })
    expect(release.body).toEqual({ success: true, released: 1 })
    expect(await counted()).toEqual([1, 1])
    const { application, history, messages } = await read(`/api/applications/${id}`)
    expect(application).toMatchObject({ id, status: 'pending', revision: 1 })
    expect(history.map(({ event }: { event: object }) => event)).toEqual([
      { what: 'submitted', quarantined: ['trap', 'program'] },
      { what: 'released' },
    ])
    expect(messages).toMatchObject([{ letter: 'confirmation', state: 'waiting' }])
    expect((await read('/api/quarantine')).total).toBe(0)
  })

  it('is deleted with all similar ones, up to the newest that the reviewer saw', async () => {
    app = await openApp()
    const ids: string[] = []
    for (let n = 0; n < 3; n += 1) {
      ids.push((await app.apply('Contact', spam())).id)
      app.clock.ms += 1000
    }
    const { quarantined } = (await app.call('/api/quarantine')).body
    expect(quarantined.map(({ alike }: { alike: number }) => alike)).toEqual([3, 3, 3])
    await send(spam())
    const upTo = quarantined[0].application.submitted_at
    const deleted = await app.call('/api/quarantine/delete', 'POST', { like: ids[0], upTo })
    expect(deleted.body).toEqual({ success: true, deleted: 3 })
    expect((await app.call('/api/quarantine')).body.total).toBe(1)
    expect(await app.storage.applications.purge(new Date(app.clock.ms))).toBe(3)
  })

  it.each<[string, object]>([
    ['release', { ids: 'all' }],
    ['release', { ids: Array(201).fill('a') }],
    ['delete', { ids: [1] }],
    ['delete', { like: 1 }],
    ['delete', { like: 'a' }],
    ['delete', { like: 'a', upTo: 'yesterday' }],
  ])('an invalid call is refused: %s %j', async (call, body) => {
    app = await openApp()
    const refused = await app.call(`/api/quarantine/${call}`, 'POST', body)
    expect([refused.status, refused.body.code]).toEqual([400, 'FORM_VALIDATION_FAILED'])
  })
})

describe('a form token', () => {
  const withToken = async (waitMs: number, more: object = {}): Promise<string> => {
    const { token } = await (await app.request('/api/form-token')).json()
    app.clock.ms += waitMs
    const body = { formType: 'Contact', ...answers('Contact', { message: 'See https://loom.example please' }), knot: 'x' }
    const { applicationId } = await (await send({ ...body, formToken: token, ...more }, browserHeaders)).json()
    return (await app.storage.applications.byId(applicationId)) === undefined ? 'quarantined' : 'listed'
  }
  it('counts for senders who took three seconds, against faster ones, not when forged', async () => {
    app = await openApp()
    expect(await withToken(3_000)).toBe('listed')
    expect(await withToken(2_999)).toBe('quarantined')
    expect(await withToken(3_000, { formToken: undefined })).toBe('quarantined')
    expect(await withToken(3_000, { formToken: `${crypto.randomUUID()}.${'0'.repeat(32)}` })).toBe('quarantined')
  })
})

describe('over the limit of one address', () => {
  const statuses = async (times: number, headers: Headers): Promise<readonly number[]> => {
    const all: number[] = []
    for (let n = 0; n < times; n += 1) all.push((await send({ formType: 'Contact', ...answers('Contact') }, headers)).status)
    return all
  }
  it('a program is refused at once, our own pages at ten times the limit', async () => {
    app = await openApp({ settings: { LIMIT_SUBMISSIONS: '3/1h', TRUST_PROXY: '1' } })
    expect(await statuses(4, { 'x-forwarded-for': '192.0.2.1' })).toEqual([201, 201, 201, 429])
    const forged = { ...browserHeaders, origin: 'https://other.example', 'sec-fetch-site': 'cross-site' }
    expect(await statuses(4, { ...forged, 'x-forwarded-for': '192.0.2.2' })).toEqual([201, 201, 201, 429])
    const own = await statuses(31, { ...browserHeaders, 'x-forwarded-for': '192.0.2.3' })
    expect(own).toEqual([...Array(30).fill(201), 429])
  })
})

it('invalid posts use up no limit of valid ones, but one of their own', async () => {
  app = await openApp({ settings: { LIMIT_SUBMISSIONS: '3/1m', TRUST_PROXY: '1' } })
  const program = { 'x-forwarded-for': '192.0.2.9' }
  const empty: number[] = []
  for (let n = 0; n < 40; n += 1) empty.push((await send({}, program)).status)
  expect(empty).toEqual([...Array(3).fill(422), ...Array(37).fill(429)])
  const invalid = { formType: 'Contact', ...answers('Contact', { email: 'none' }) }
  expect((await sendNatively(invalid, program)).status).toBe(429)
  // A corrected submission counts, also under the key of the invalid one.
  const keyed = { ...program, 'idempotency-key': 'corrected' }
  expect((await send(invalid, keyed)).status).toBe(429)
  const valid = () => ({ formType: 'Contact', ...answers('Contact') })
  expect((await send(valid(), keyed)).status).toBe(201)
  expect([(await send(valid(), program)).status, (await send(valid(), program)).status]).toEqual([201, 201])
  expect((await send(valid(), program)).status).toBe(429)
})

it('repeats of a submission that could not be stored do not count as copies of it', async () => {
  let isAway = true
  app = await openApp({
    settings: { TRUST_PROXY: '1' },
    wrap: (storage) => {
      const add: typeof storage.applications.add = async (submission) => {
        if (isAway) throw new AppError('DATABASE_CONNECTION_FAILED')
        return storage.applications.add(submission)
      }
      return { ...storage, applications: { ...storage.applications, add } }
    },
  })
  const { token: formToken } = await (await app.request('/api/form-token')).json()
  app.clock.ms += 60_000
  const body = { formType: 'Accelerator', ...answers('Accelerator'), formToken }
  // A phone whose network changes sends it again until the database is back.
  const sendFrom = (network: number, key: string): Promise<Response> =>
    send(body, { ...browserHeaders, 'x-forwarded-for': `192.0.2.${network}`, 'idempotency-key': key })
  for (let tries = 1; tries <= 9; tries += 1) expect((await sendFrom(tries, 'one')).status).toBe(503)
  isAway = false
  const { applicationId } = await (await sendFrom(10, 'one')).json()
  expect(await app.storage.applications.inQuarantine(applicationId)).toBeUndefined()
  expect((await app.storage.applications.byId(applicationId))?.id).toBe(applicationId)
})

/** A number generator that always gives the same numbers. */
function randomNumbers(): () => number {
  let state = 7
  return () => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0
    return (state >>> 8) / 2 ** 24
  }
}
const random = randomNumbers()
const words =
  'loom weaver market river school doctor farmer price driver truck kitchen solar battery phone village clinic student teacher invoice ledger temple rice mango coconut fisher boat harbour crane bridge road signal print paper cotton silk needle thread button pocket wallet bank loan risk credit debit nurse ward blood heart sleep sugar insulin pump valve motor bearing steel copper glass brick cement sand water well borehole rain cloud storm sensor drone map seed soil crop harvest'.split(
    ' ',
  )
/** A text of random words. */
const ownWords = (count: number): string =>
  Array.from({ length: count }, () => words[Math.floor(random() * words.length)]).join(' ')
const addressOf = (n: number): string => `${100 + Math.floor(n / 60_000)}.${Math.floor(n / 250) % 250}.7.${n % 250}`
const native = (type: FormType, values: object): Record<string, unknown> => ({ formType: type, ...answers(type), ...values })

/** The id in an acknowledgement. */
const idOf = async (response: Response): Promise<string> =>
  response.status === 303
    ? (new URL(response.headers.get('location') ?? '', 'http://x').searchParams.get('ref') ?? '')
    : (await response.json()).applicationId

describe('bots of five kinds, and people', () => {
  /** Each kind of bot sends one submission, and returns the status of the response. */
  const botKinds: readonly ((n: number) => Promise<Response>)[] = [
    // Reads a page and fills in every control.
    (n) =>
      sendNatively(
        {
          ...answers('Contact'),
          ...Object.fromEntries(controlsOf('Contact').map(({ name }) => [name, `Buy now ${n}`])),
          ...{ formType: 'Contact', email: `bot${n}@pills.example`, inquiryType: answers('Contact').inquiryType },
        },
        { 'user-agent': browserHeaders['user-agent'], 'x-forwarded-for': addressOf(n) },
      ),
    // Posts links with an HTTP library.
    (n) =>
      send(
        native('Contact', {
          email: `bot${n}@mailinator.com`,
          message: `${ownWords(9)} [url=https://pills.example/${n}]${ownWords(2)}[/url] <a href="https://pills.example">${ownWords(2)}</a>`,
        }),
        { 'user-agent': 'python-requests/2.32', 'x-forwarded-for': addressOf(n) },
      ),
    // Sends one text from many addresses with the headers of a browser.
    (n) =>
      send(
        native('Contact', {
          name: ownWords(2),
          message: `Dear ${ownWords(1)}, we bring your shop to the first page of every search engine within one week, or you pay nothing. Offer ${n}: https://offer${n}.example/`,
        }),
        { ...browserHeaders, 'x-forwarded-for': addressOf(n) },
      ),
    // Makes visitors of another site submit in the name of a victim.
    (n) =>
      send(
        native('Contact', {
          name: `You won, see https://prize${n}.example/`,
          email: 'victim@people.example',
          message: ownWords(12),
        }),
        { ...browserHeaders, origin: 'https://games.example', 'sec-fetch-site': 'cross-site', 'x-forwarded-for': addressOf(n) },
      ),
    // Sends bursts from a few networks.
    (n) =>
      send(
        native('Contact', {
          message: `Private investors wait for a project like yours and fund it within days without collateral, write to our desk now ${n} www.funds${n % 7}.example`,
        }),
        { 'x-forwarded-for': `2001:db8:${n % 20}::${n.toString(16)}` },
      ),
  ]

  it('at most 30 bots pass, no other causes a mail, and no person is refused', async () => {
    app = await openApp({ settings: { TRUST_PROXY: '1', LIMIT_SUBMISSIONS: '30/1m' } })
    const passedBy = botKinds.map(() => 0)
    for (let n = 0; n < bots; n += 1) {
      const kind = n % botKinds.length
      const response = await (botKinds[kind] as (typeof botKinds)[number])(n)
      const id = await idOf(response)
      expect([201, 303]).toContain(response.status)
      if ((await app.storage.applications.inQuarantine(id)) === undefined) passedBy[kind] = (passedBy[kind] ?? 0) + 1
      else expect(await app.storage.outbox.forApplication(id)).toEqual([])
      app.clock.ms += 200
    }
    const total = passedBy.reduce((sum, n) => sum + n, 0)
    expect(total, `${passedBy}`).toBeLessThanOrEqual(30)
    const { total: held } = await app.storage.applications.quarantined({ limit: 1 })
    expect(held).toBe(bots - total)
  })

  const pitch = (n: number): string =>
    `${ownWords(40)} https://loom${n}.example www.loom${n}.example/deck https://github.com/loom${n} https://youtu.be/loom${n} https://demo.loom${n}.example`
  /** Fills in the controls of a form by name, as a password manager does, except those that opt out. */
  const filledBy = (leave: string, takes: RegExp, values: Readonly<Record<string, unknown>>): Record<string, unknown> => ({
    ...values,
    ...Object.fromEntries(
      controlsOf('Accelerator')
        .filter(
          ({ tag, name }) => !tag.includes(leave) && !tag.includes('type="hidden"') && !(name in values) && takes.test(name),
        )
        .map(({ name }) => [name, 'Filled in']),
    ),
  })
  const own = (n: number, more: object = {}): Record<string, unknown> => ({
    ...native('Accelerator', {
      founderName: ownWords(2),
      companyName: ownWords(2),
      email: `founder${n}@people.example`,
      businessDescription: ownWords(30),
      problemSolution: ownWords(30),
      expectations: ownWords(12),
    }),
    ...more,
  })
  const withScript = async (n: number, body: Record<string, unknown>, address: string): Promise<Response> => {
    const { token } = await (await app.request('/api/form-token')).json()
    app.clock.ms += n % 2 === 0 ? 4_000 : 90_000
    return send({ ...body, formToken: token }, { ...browserHeaders, 'x-forwarded-for': address })
  }
  const withoutScript = (body: Record<string, unknown>, address: string): Promise<Response> =>
    sendNatively(body, { ...browserHeaders, 'x-forwarded-for': address })
  const personKinds: readonly ((n: number, address: string) => Promise<Response>)[] = [
    (n, address) => withScript(n, filledBy('data-bwignore', /./, own(n)), address),
    (n, address) => withScript(n, filledBy('data-1p-ignore', /./, own(n)), address),
    (n, address) => withoutScript(filledBy('data-lpignore', /./, own(n)), address),
    (n, address) => withScript(n, filledBy('autocomplete="off"', /name|mail|phone|company/i, own(n)), address),
    (n, address) => withoutScript(own(n), address),
    (n, address) =>
      withScript(n, own(n, { businessDescription: `${'நெசவாளர்களுக்கு உதவும் தறி '.repeat(3)}${n} ${ownWords(6)}` }), address),
    (n, address) => withoutScript(own(n, { problemSolution: pitch(n) }), address),
    (n, address) => withScript(n, own(n, { problemSolution: pitch(n) }), address),
  ]

  it('a class of forty with one template answer and a portfolio each is not held', async () => {
    app = await openApp({ settings: { TRUST_PROXY: '1', LIMIT_SUBMISSIONS: '30/1m' } })
    const template = ownWords(40)
    for (let n = 0; n < 40; n += 1) {
      const own = answers('WorkForStartups', {
        firstName: ownWords(1),
        lastName: ownWords(1),
        email: `student${n}@college.example`,
        motivation: template,
        experience: template,
        portfolio: `https://student${n}.example/work`,
      })
      // Most are in one room, the others at home.
      const address = n % 10 === 0 ? addressOf(n) : '203.0.113.10'
      const response = await app.request('/api/submit-application', {
        method: 'POST',
        body: multipart('WorkForStartups', own),
        headers: { accept: 'text/html', ...browserHeaders, 'x-forwarded-for': address },
      })
      expect(response.status, `student ${n}`).toBe(303)
      app.clock.ms += 1_000
    }
    const { total, quarantined } = await app.storage.applications.quarantined({ limit: 1 })
    expect([total, quarantined[0]?.reasons]).toEqual([0, undefined])
  })

  it('what strangers send with an address is no signal against its owner', async () => {
    app = await openApp({ settings: { TRUST_PROXY: '1', LIMIT_SUBMISSIONS: '30/1m' } })
    for (let n = 0; n < 12; n += 1)
      await send(own(n, { email: 'founder@people.example' }), { ...browserHeaders, 'x-forwarded-for': addressOf(n) })
    // From a network that somebody else floods.
    for (let n = 0; n < 95; n += 1) await send(own(100 + n), { ...browserHeaders, 'x-forwarded-for': '203.0.113.11' })
    const { quarantined } = await app.storage.applications.quarantined({ limit: 1 })
    const response = await withScript(1, own(500, { email: 'founder@people.example' }), '203.0.113.11')
    expect([response.status, quarantined]).toEqual([201, []])
    expect(await app.storage.applications.inQuarantine(await idOf(response))).toBeUndefined()
  })

  it('no person is refused and at most one quarantined, even of 50 behind one address', async () => {
    app = await openApp({ settings: { TRUST_PROXY: '1', LIMIT_SUBMISSIONS: '30/1m' } })
    const quarantined: string[] = []
    const crowd = 50
    for (let n = 0; n < people; n += 1) {
      // those of a crowd send without a script, which would take time
      const inCrowd = n < crowd
      const response = inCrowd
        ? await withoutScript(own(n, n % 5 === 0 ? { problemSolution: pitch(n) } : {}), '203.0.113.9')
        : await (personKinds[n % personKinds.length] as (typeof personKinds)[number])(n, addressOf(n))
      expect([201, 303], `person ${n}`).toContain(response.status)
      const held = await app.storage.applications.quarantined({ limit: 1 })
      if (held.total > quarantined.length) quarantined.push(`person ${n}: ${held.quarantined[0]?.reasons}`)
      app.clock.ms += 1_000
    }
    expect(quarantined.length, quarantined.join('; ')).toBeLessThanOrEqual(1)
  })
})
