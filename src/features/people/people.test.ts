import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type App, openApp } from '../../../tests/support/app.ts'
import { json } from '../../../tests/support/desk.ts'
import { cookiesOf } from '../../../tests/support/server.ts'
import { type Right, rights } from '../../api/rights.ts'
import { type Route, Routes } from '../../server/http/routes.ts'
import { day, hour, minute, second } from '../../shared/dates.ts'

/** The words of an application: a helper who writes the site reads none of them. */
const canary = { founderName: 'Zubaida Quillfeather', email: 'quill@canary.example', companyName: 'Canaryworks' }
const canaries = /canary|quill|zubaida/i

let app: App
let id: string
/** Every route that the server declares, with the rights that open it. */
let declared: readonly Route[]

beforeAll(async () => {
  const all: Route[] = []
  const iterate = Routes.prototype[Symbol.iterator]
  const spy = vi.spyOn(Routes.prototype, Symbol.iterator).mockImplementation(function (this: Routes) {
    const own = [...iterate.call(this)]
    all.push(...own)
    return own.values()
  })
  app = await openApp({ settings: { LIMIT_PASSCODES: '1000/1h' } })
  spy.mockRestore()
  declared = [...new Map(all.map((route) => [`${route.method} ${route.path}`, route])).values()]
  id = (await app.apply('Accelerator', canary)).id
})
afterAll(() => app.remove())

interface Sent {
  readonly id: string
  readonly email: string
  /** The path of the link in the letter. */
  readonly link: string
}

let count = 0
/** Gives a link as the admin, and reads its letter. */
async function give(right: Right, until = '2026-01-20'): Promise<Sent> {
  count += 1
  const email = `helper${count}@team.example`
  const made = await app.call('/api/helpers', 'POST', { name: `Meera ${count}`, email, right, until })
  expect(made).toEqual({ status: 200, body: { success: true, id: expect.any(String) } })
  return { id: made.body.id, email, link: await letterTo(email) }
}

async function letterTo(email: string): Promise<string> {
  await app.runOutbox()
  const text = app.mails.findLast(({ to }) => to === email)?.text ?? ''
  return new URL(/https?:\S+\/entry\/link\/\S+/.exec(text)?.[0] ?? '').pathname
}

/** A browser that keeps its cookies. */
function browser() {
  const jar = new Map<string, string>()
  return {
    set: (name: string, value: string): void => void jar.set(name, value),
    cookie: (): string => [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
    async open(path: string, fields?: Readonly<Record<string, string>>) {
      const response = await app.request(path, {
        headers: { cookie: this.cookie() },
        ...(fields && { method: 'POST', body: new URLSearchParams(fields) }),
      })
      for (const line of response.headers.getSetCookie()) {
        const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=')
        if (line.includes('Max-Age=0')) jar.delete(name)
        else jar.set(name, value)
      }
      return {
        status: response.status,
        to: response.headers.get('location'),
        html: await response.text(),
        headers: response.headers,
      }
    },
  }
}

/** Opens a link with its code. Returns the browser, which has a session. */
async function exchange({ link, email }: Sent) {
  const own = browser()
  expect(await own.open(link)).toMatchObject({ status: 303, to: '/entry' })
  expect(await own.open('/entry', {})).toMatchObject({ status: 200, html: expect.stringContaining('name="code"') })
  expect(app.mails.at(-1)).toMatchObject({ to: email, code: expect.stringMatching(/^\d{6}$/) })
  const opened = await own.open('/entry/code', { code: app.passcodes.at(-1) ?? '' })
  expect([opened.status, own.cookie().includes('kolam_helper')]).toEqual([303, false])
  return own
}

const url = (path: string): string =>
  path.replace(':id', id).replace(':formType', 'Accelerator').replace(/:\w+/g, 'approval').replace('*', '/')

/** Answers of a route to a cookie, without what differs at each call. The stream of events is read by its own test. */
async function answerOf({ method, path }: Route, cookie: string) {
  const response = await app.request(url(path), {
    method,
    headers: { 'content-type': 'application/json', ...(cookie !== '' && { cookie }) },
    ...(!['GET', 'OPTIONS'].includes(method) && { body: '{}' }),
  })
  if (path.endsWith('/events') && response.status === 200) {
    await response.body?.cancel()
    return { status: 200, text: '' }
  }
  return { status: response.status, text: (await response.text()).replace(/,"timestamp":"[^"]*"/, '') }
}

/** The routes with which a desk is left: called last. */
const isLogout = ({ path }: Route): boolean => path === '/api/auth/logout'
const inOrder = (all: readonly Route[]): readonly Route[] => all.toSorted((a, b) => Number(isLogout(a)) - Number(isLogout(b)))
const isOfDesk = ({ audience }: Route): boolean => ['admin', 'script', 'metrics'].includes(audience)

const everybody = ['GET /api/auth/session', 'POST /api/auth/logout']
const site = [
  'GET /api/languages',
  'GET /api/site',
  'GET /api/site/changes',
  'GET /api/site/document',
  'GET /api/site/draft-link',
  'GET /api/site/letter',
  'GET /api/site/pictures/:name',
  'GET /api/site/preview',
  'GET /api/site/publishes/:id',
  'GET /api/site/texts',
  'POST /api/site/beginning',
  'POST /api/site/discard',
  'POST /api/site/draft-link',
  'POST /api/site/draft-link/end',
  'POST /api/site/pictures',
  'POST /api/site/publishes/:id/restore',
  'PUT /api/site/document',
]
const opens: Readonly<Record<Right, readonly string[]>> = {
  write: [...everybody, ...site],
  publish: [
    ...everybody,
    ...site,
    'POST /api/languages/:code/read',
    'POST /api/site/publish',
    'POST /api/site/publishes/:id/cancel',
    'POST /api/site/publishes/:id/take-back',
  ],
  read: [
    ...everybody,
    'GET /api/applications',
    'GET /api/applications/:id',
    'GET /api/applications/:id/related',
    'GET /api/applications/:id/resume',
    'GET /api/applications/events',
    'GET /api/blind',
    'GET /api/rubrics',
    'GET /api/stats',
  ],
  meet: [...everybody, 'GET /api/meetings'],
}

describe('every route with every kind of link', () => {
  it.each(rights)('%s opens its routes, and every other one answers as to a stranger', async (right) => {
    const session = (await exchange(await give(right))).cookie()
    const opened: string[] = []
    for (const route of inOrder(declared)) {
      const { status, text } = await answerOf(route, session)
      const name = `${route.method} ${route.path}`
      if (right !== 'read') expect(text, name).not.toMatch(canaries)
      if (!isOfDesk(route)) {
        // A page's token, readiness, options of a passkey and what is counted differ at each call.
        if (!/form-token|ready|passkey|who|shared-draft/.test(name))
          expect([name, status]).toEqual([name, (await answerOf(route, '')).status])
        continue
      }
      if (status !== 401) opened.push(name)
      else {
        const withoutTime = (body: string): unknown => ({ ...JSON.parse(body), timestamp: '' })
        expect([name, withoutTime(text)]).toEqual([name, withoutTime((await answerOf(route, '')).text)])
      }
    }
    expect(opened.toSorted()).toEqual(opens[right].toSorted())
    expect((await app.request('/api/auth/session', { headers: { cookie: session } })).status).toBe(401)
  })

  it('without a code, ended or expired, each answers as to a stranger', async () => {
    const [forwarded, ended, expired] = [await give('publish'), await give('read'), await give('publish', '2026-01-05')]
    const second = browser()
    await second.open(forwarded.link)
    await second.open('/entry', {})
    const cookies = { forwarded: second.cookie() }
    const over = { ended: (await exchange(ended)).cookie(), expired: (await exchange(expired)).cookie() }
    expect((await app.call(`/api/helpers/${ended.id}/end`, 'POST')).status).toBe(200)
    const before = app.clock.ms
    for (const [kind, cookie] of Object.entries({ ...cookies, ...over })) {
      if (kind === 'expired') app.clock.ms += day
      for (const route of inOrder(declared).filter(isOfDesk)) {
        const { status, text } = await answerOf(route, cookie)
        const code = kind === 'expired' ? 'SESSION_EXPIRED' : 'UNAUTHORIZED_ACCESS'
        expect([kind, route.path, status, JSON.parse(text).code]).toEqual([kind, route.path, 401, code])
      }
    }
    app.clock.ms = before
    for (const { link } of [ended, expired]) expect(await browser().open(link)).toMatchObject({ status: expect.any(Number) })
    expect(await browser().open(ended.link)).toMatchObject({ status: 404 })
  })
})

describe('a link', () => {
  it('is exchanged once, by the browser that has the code; the next one is mailed', async () => {
    const sent = await give('write')
    const [first, other] = [browser(), browser()]
    for (const each of [first, other]) await each.open(sent.link)
    await other.open('/entry', {})
    const forOther = app.passcodes.at(-1) ?? ''
    const page = await first.open('/entry', {})
    expect(page.html).toContain('h•••@team.example')
    expect([...['cache-control', 'referrer-policy', 'x-robots-tag'].map((name) => page.headers.get(name))]).toEqual([
      ...['no-store', 'same-origin', 'noindex, nofollow'],
    ])
    const code = app.passcodes.at(-1) ?? ''
    // The code of another browser is of no use.
    expect((await other.open('/entry/code', { code: code === forOther ? '' : code })).status).toBe(401)
    const opened = await first.open('/entry/code', { code: `${code.slice(0, 3)} ${code.slice(3)}` })
    expect([opened.status, opened.to]).toEqual([303, '/app/site'])
    expect(opened.headers.getSetCookie()[0]).toMatch(/^kolam_session=[\w-]{43}; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Strict$/)
    expect(await other.open('/entry/code', { code: forOther })).toMatchObject({ status: 410 })
    const stranger = browser()
    await stranger.open(sent.link)
    expect(await stranger.open('/entry')).toMatchObject({ status: 410, html: expect.stringContaining('has done its work') })
    // Pressed twice, it mails one.
    const pressed = [await stranger.open('/entry/again', {}), await stranger.open('/entry/again', {})]
    expect(pressed.map(({ status }) => status)).toEqual([200, 200])
    expect(pressed[1]?.html).toBe(pressed[0]?.html)
    const next = await letterTo(sent.email)
    expect(next).not.toBe(sent.link)
    expect(app.mails.filter(({ to, text }) => to === sent.email && text.includes('/entry/link/')).length).toBe(2)
    expect((await browser().open(sent.link)).status).toBe(404)
    const second = await exchange({ ...sent, link: next })
    for (const { cookie } of [first, second])
      expect(await (await app.request('/api/auth/who', { headers: { cookie: cookie() } })).json()).toMatchObject({
        user: { id: sent.id, email: sent.email },
        helper: { right: 'write', name: expect.stringMatching(/^Meera/) },
        expiresAt: '2026-01-20T18:29:59.999Z',
      })
  })

  it('asks the admin, who opened it in the own browser, before it signs them out', async () => {
    const sent = await give('write')
    const [own, ...more] = (await app.signIn()).split('; ').map((pair) => pair.split('='))
    const admin = browser()
    for (const [name = '', value = ''] of [own ?? [], ...more]) admin.set(name, value)
    await admin.open(sent.link)
    const codes = app.passcodes.length
    for (const page of [await admin.open('/entry'), await admin.open('/entry', {})])
      expect(page.html).toContain('You are signed in here as the admin')
    expect([app.passcodes.length, (await admin.open('/api/applications')).status]).toEqual([codes, 200])
    expect((await admin.open('/entry', { instead: 'yes' })).html).toContain('Check your email')
    expect((await admin.open('/entry/code', { code: app.passcodes.at(-1) ?? '' })).to).toBe('/app/site')
    expect((await admin.open('/api/applications')).status).toBe(401)
  })

  it('takes five tries of a code, and six mails an hour', async () => {
    const sent = await give('read')
    const own = browser()
    await own.open(sent.link)
    await own.open('/entry', {})
    const code = app.passcodes.at(-1) ?? ''
    const wrong = code === '000000' ? '000001' : '000000'
    for (let tries = 0; tries < 5; tries += 1) expect((await own.open('/entry/code', { code: wrong })).status).toBe(401)
    expect((await own.open('/entry/code', { code })).status).toBe(401)
    for (let more = 0; more < 5; more += 1) expect((await own.open('/entry', {})).status).toBe(200)
    const limited = await own.open('/entry', {})
    expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, expect.stringMatching(/^\d+$/)])
    app.clock.ms += hour + minute
    await own.open(sent.link)
    await own.open('/entry', {})
    app.clock.ms += 10 * minute + second
    expect((await own.open('/entry/code', { code: app.passcodes.at(-1) ?? '' })).status).toBe(401)
  })

  it('is given, seen, extended and ended by the admin, and leaves no secret', async () => {
    const sent = await give('meet')
    const own = await exchange(sent)
    const shown = async () => (await app.call('/api/helpers')).body.helpers.find((each: { id: string }) => each.id === sent.id)
    expect(await shown()).toMatchObject({
      right: 'meet',
      open: true,
      until: '2026-01-20T18:29:59.999Z',
      seen_at: expect.any(String),
    })
    expect((await app.call(`/api/helpers/${sent.id}`, 'PATCH', { until: '2026-02-01' })).status).toBe(200)
    expect((await shown()).until).toBe('2026-02-01T18:29:59.999Z')
    expect((await own.open('/api/meetings')).status).toBe(200)
    expect((await app.call(`/api/helpers/${sent.id}/end`, 'POST')).status).toBe(200)
    expect((await own.open('/api/meetings')).status).toBe(401)
    expect(await shown()).toMatchObject({ open: false, ended_at: expect.any(String) })
    expect((await app.call(`/api/helpers/${sent.id}/link`, 'POST')).status).toBe(200)
    const renewed = await exchange({ ...sent, link: await letterTo(sent.email) })
    expect((await renewed.open('/api/meetings')).status).toBe(200)
    expect((await own.open('/api/meetings')).status).toBe(401)
    const rows = JSON.stringify(await app.storage.helperLinks.all())
    for (const secret of [sent.link.split('.').at(-1) ?? '', renewed.cookie().split('kolam_session=')[1] ?? ''])
      expect([secret.length > 30, rows.includes(secret)]).toEqual([true, false])
  })

  it.each([
    ['no name', { name: ' ' }, 'name'],
    ['an address that is none', { email: 'no' }, 'email'],
    ['another right', { right: 'decide' }, 'right'],
    ['a committee', { right: 'committee' }, 'right'],
    ['a day that is over', { until: '2026-01-04' }, 'until'],
    ['too many days', { until: '2026-12-31' }, 'until'],
  ])('with %s is refused', async (_name, more, field) => {
    const body = { name: 'Meera', email: 'm@team.example', right: 'read', until: '2026-01-20', ...more }
    const refused = await app.call('/api/helpers', 'POST', body)
    expect([refused.status, Object.keys(refused.body.details)]).toEqual([400, [field]])
  })
})

describe('what a helper reads', () => {
  it('is not marked as read, and a letter is composed for nobody who exists', async () => {
    const reader = await exchange(await give('read'))
    expect(JSON.parse((await reader.open(`/api/applications/${id}`)).html)).toMatchObject({
      application: { company_name: canary.companyName, read_at: null },
    })
    expect(await app.call(`/api/applications/${id}`)).toMatchObject({
      body: { application: { read_at: null }, history: { length: 1 } },
    })
    const writer = await exchange(await give('write'))
    const letter = '/api/site/letter?path=content/mail/approval.Contact.yaml'
    const draft = await writer.open(`${letter}&search=quill`)
    expect([draft.status, JSON.parse(draft.html)]).toEqual([200, expect.objectContaining({ applications: [] })])
    expect(draft.html).not.toMatch(canaries)
    const named = await writer.open(`${letter}&application=${id}`)
    expect([named.status, canaries.test(named.html)]).toEqual([404, false])
    // During a blind pass, too, and the admin then reads no other.
    const { revision } = (await app.call('/api/blind')).body
    await app.call('/api/blind', 'PUT', { forms: ['Accelerator'], revision })
    expect((await writer.open(letter)).status).toBe(200)
    expect(await app.call(letter)).toMatchObject({ status: 200, body: { applications: [] } })
    await app.call('/api/blind', 'PUT', { forms: [], revision: revision + 1 })
  })

  it('ends in the middle: 20 applications, and the open stream', async () => {
    for (let more = 0; more < 20; more += 1) {
      app.clock.ms += second
      await app.apply('Contact', { email: `reader${more}@canary.example` })
    }
    const sent = await give('read')
    const reader = await exchange(sent)
    const { applications } = JSON.parse((await reader.open('/api/applications?form_type=Contact')).html)
    const stream = await app.request('/api/applications/events', { headers: { cookie: reader.cookie() } })
    const statuses: number[] = []
    for (const [at, each] of applications.entries()) {
      if (at === 12) await app.call(`/api/helpers/${sent.id}/end`, 'POST')
      statuses.push((await reader.open(`/api/applications/${each.id}`)).status)
    }
    expect(statuses).toEqual([...Array<number>(12).fill(200), ...Array<number>(8).fill(401)])
    // Changed after the end.
    await app.call(`/api/applications/${id}`, 'PATCH', { notes: 'Later' })
    let text = ''
    const decoder = new TextDecoder()
    for await (const chunk of stream.body ?? []) {
      text += decoder.decode(chunk, { stream: true })
      if (text.includes('event: ended')) break
    }
    expect(text).not.toContain('"what":"noted"')
  })

  it('whatever one opens, streams are left for the admin', async () => {
    const reader = await exchange(await give('read'))
    const listen = (cookie: string) => app.request('/api/applications/events', { headers: { cookie } })
    const streams = await Promise.all(Array.from({ length: 31 }, () => listen(reader.cookie())))
    const own = await listen(await app.session())
    expect([streams.filter(({ status }) => status === 200).length, streams[30]?.status, own.status]).toEqual([30, 429, 200])
    for (const { body } of [...streams, own]) await body?.cancel()
  })

  it('a writer publishes, and the publish names them', async () => {
    const sent = await give('publish')
    const writer = await exchange(sent)
    const session = { cookie: writer.cookie() }
    const path = 'content/posts/a-helper-writes.md'
    const text = [
      ...['---', 'id: "helper"', 'title: A helper writes', 'date: 2026-01-04', 'category: Team Building'],
      'excerpt: What a helper with a link can do at the desk, and what stays with the one person who decides.',
      ...['slug: a-helper-writes', 'featured: false', 'author: Meera', 'tags: [Hiring, Culture]', '---', '', 'Words.'],
    ].join('\n')
    expect((await app.call('/api/site/document', 'PUT', { path, revision: 0, text }, session)).status).toBe(200)
    const drafts = { drafts: { [path]: 1 }, note: 'First', dueAt: null }
    expect(await app.call('/api/site/publish', 'POST', drafts, session)).toEqual({
      ...{ status: 200, body: { success: true, revision: 1, id: expect.any(String) } },
    })
    expect((await app.call('/api/site')).body.publishes[0]).toMatchObject({
      by: expect.stringMatching(/^Meera \d+ \(helper\d+@team\.example\)$/),
    })
  })

  it('no writer publishes when applications are erased, nor takes such a publish back', async () => {
    const session = { cookie: (await exchange(await give('publish'))).cookie() }
    const path = 'content/promises.yaml'
    const { text } = (await app.call(`/api/site/document?path=${path}`)).body.document
    const save = (erase: string, revision: number) =>
      app.call('/api/site/document', 'PUT', { path, revision, text: text.replace('erase: by hand', `erase: ${erase}`) }, session)
    expect((await save('after 10 days', 0)).status).toBe(200)
    const drafts = { drafts: { [path]: 1 }, note: '', dueAt: null }
    expect(await app.call('/api/site/publish', 'POST', drafts, session)).toMatchObject({
      ...{ status: 403, body: { error: 'Only the admin publishes the promises: they say when applications are erased.' } },
    })
    const { id } = (await app.call('/api/site/publish', 'POST', drafts)).body
    const back = `/api/site/publishes/${id}/take-back`
    expect([(await app.call(back, 'POST', undefined, session)).status, (await app.call(back, 'POST')).status]).toEqual([403, 200])
  })
})

it('the sign-in form answers the address of a helper as any other', async () => {
  const { email } = await give('read')
  const signIn = async (address: string) => {
    const response = await app.request('/api/auth/otp', json('POST', { email: address }))
    return [response.status, (await response.text()).replace(/,"timestamp":"[^"]*"/, ''), cookiesOf(response)]
  }
  const before = app.passcodes.length
  expect(await signIn(email)).toEqual(await signIn('nobody@else.example'))
  expect((await signIn(email))[0]).toBe(403)
  expect(app.passcodes.length).toBe(before)
})
