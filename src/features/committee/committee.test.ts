import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { forms, pdf } from '../../../tests/support/answers.ts'
import { type App, openApp } from '../../../tests/support/app.ts'
import { applicantOf } from '../../../tests/support/applicant.ts'
import { unstyled } from '../../../tests/support/markup.ts'
import { hour, minute, second } from '../../shared/dates.ts'
import { committee } from './store.ts'

let app: App
beforeAll(async () => {
  app = await openApp({ settings: { DECISION_HOLD_S: '10' } })
})
afterAll(() => app.remove())

const canary = {
  founderName: 'Zubaida Quillfeather',
  email: 'quill@canary.example',
  phone: '+91 98400 55555',
  website: 'https://canary.example',
}

async function apply(companyName: string, more: Readonly<Record<string, unknown>> = {}): Promise<string> {
  app.clock.ms += second
  const email = `${companyName.toLowerCase()}@canary.example`
  return (await app.apply('Accelerator', { ...canary, email, companyName, ...more })).id
}

const round = async (ids: readonly string[], more: object = {}) =>
  app.call('/api/committees', 'POST', {
    ...{ title: 'First reading', ids, days: 14, with_names: false, mail: true },
    members: [
      { name: 'Meera', email: 'meera@reader.example' },
      { name: 'Ravi', email: '' },
    ],
    ...more,
  })

interface Reader {
  readonly home: string
  readonly cookie: string
  get(path?: string): Promise<{ readonly status: number; readonly html: string; readonly headers: Headers }>
  post(
    path: string,
    fields: Readonly<Record<string, string>>,
  ): Promise<{ readonly status: number; readonly html: string; readonly to: string | null }>
}

/** Opens a member's link, as a browser does. */
async function openLink(url: string): Promise<Reader> {
  const response = await app.request(new URL(url).pathname)
  const home = response.headers.get('location') ?? ''
  const set = response.headers.get('set-cookie') ?? ''
  expect([response.status, response.headers.get('referrer-policy')]).toEqual([303, 'no-referrer'])
  expect(set).toMatch(new RegExp(`^kolam_committee=[0-9a-f]{32}; Max-Age=\\d+; Path=${home}; HttpOnly; SameSite=Lax$`))
  const cookie = set.split(';')[0] ?? ''
  return {
    home,
    cookie,
    get: async (path = home) => {
      const page = await app.request(path, { headers: { cookie } })
      return { status: page.status, html: await page.text(), headers: page.headers }
    },
    post: async (path, fields) => {
      const page = await app.request(path, { method: 'POST', headers: { cookie }, body: new URLSearchParams(fields) })
      return { status: page.status, html: await page.text(), to: page.headers.get('location') }
    },
  }
}

it('a round is shared out, also when members join and leave; its means are found', async () => {
  const ids = [await apply('Palm'), await apply('Quay'), await apply('Reed'), await apply('Sail')]
  const { body: made } = await round(ids, { title: 'Shared', readers: 1, mail: false })
  const recordOf = async () =>
    (await app.call('/api/committees')).body.rounds.find(({ id }: { readonly id: string }) => id === made.id)
  const totals = async () => (await recordOf()).members.map(({ total }: { readonly total: number }) => total)
  expect(await totals()).toEqual([2, 2])
  const meera = await openLink(made.links[0].url)
  const links = async (reader: Reader): Promise<readonly string[]> =>
    [...(await reader.get()).html.matchAll(/<h2[^>]*><a href="([^"]+)"/g)].map(([, to = '']) => to)
  const own = await links(meera)
  expect(own).toHaveLength(2)
  const others = ids.map((id) => `${meera.home}/${id}`).filter((path) => !own.includes(path))
  for (const path of others) {
    expect((await meera.get(path)).status).toBe(404)
    expect((await meera.post(path, { revision: '0', score: '5' })).status).toBe(404)
  }
  expect((await meera.post(own[0] ?? '', { revision: '0', score: '5', go: 'next' })).to).toBe(own[1])
  // Who has read all, or has no address, is not reminded; the others once a day.
  const remind = async () => (await app.call(`/api/committees/${made.id}/reminders`, 'POST', {})).body.letters
  expect([await remind(), await remind()]).toEqual([1, 0])
  await app.runOutbox()
  const reminders = () =>
    app.mails
      .filter(({ subject }) => subject.includes('waits until'))
      .map(({ to, text }) => [to, text.includes('Shared: 1 application without')])
  expect(reminders()).toEqual([['meera@reader.example', true]])

  const { body: joined } = await app.call(`/api/committees/${made.id}/members`, 'POST', {
    name: 'Tara',
    email: 'tara@reader.example',
    mail: false,
  })
  expect((await totals()).toSorted()).toEqual([1, 1, 2])
  expect(await links(meera)).toContain(own[0])
  const tara = await openLink(joined.links[0].url)
  const [hers = ''] = await links(tara)
  const { members } = await recordOf()
  const ravi = members.find(({ name }: { readonly name: string }) => name === 'Ravi')
  await app.call(`/api/committees/members/${ravi.id}/end`, 'POST')
  const left = await recordOf()
  const [m, r, t] = ['Meera', 'Ravi', 'Tara'].map(
    (name) => left.members.find((each: { readonly name: string }) => each.name === name).total,
  )
  expect([m + t, r]).toEqual([4, 0])
  expect(await links(tara)).toContain(hers)

  // Meera scored one of hers; another that she may not score gets a second member.
  await tara.get(hers)
  const mine = (await links(meera)).find((path) => path !== own[0]) ?? ''
  await meera.post(mine, { revision: '0', score: 'conflict' })
  await app.chore('shares of committees')
  expect(await links(meera)).toContain(mine)
  expect((await links(tara)).map((path) => path.split('/').at(-1))).toContain(mine.split('/').at(-1))

  await tara.post(hers, { revision: '0', score: '2' })
  const { means, open } = (await app.call('/api/committees/means')).body
  expect([ids.map((id) => means[id]).toSorted(), open]).toEqual([[2, 5, null, null], true])
  const found = async (q: string) => (await app.call(`/api/applications?q=${encodeURIComponent(q)}`)).body.total
  expect([
    await found('committee:5'),
    await found('committee:<3'),
    await found('committee:>=2'),
    await found('committee:>2'),
  ]).toEqual([1, 1, 2, 1])
  const exported = Object.values((await app.call('/api/applications/export?format=json')).body) as {
    readonly id: string
    readonly committee?: number
  }[]
  expect(exported.filter(({ committee }) => committee === 5).map(({ id }) => own[0]?.endsWith(id))).toEqual([true])
})

it('members read chosen applications without contact data, and score each once', async () => {
  const story =
    'Zubaida weighs each sack. ZUBAIDA. Write to quill@canary.example, call 98400-55555, see canary.example/demo or @quill. Node.js runs it.'
  const [loom, tamarind, other] = [await apply('Loom', { problemSolution: story }), await apply('Tamarind'), await apply('Other')]
  const { body: made } = await round([tamarind, loom])
  expect(made.links).toMatchObject([
    { name: 'Meera', mailed: true },
    { name: 'Ravi', mailed: false },
  ])
  await app.runOutbox()
  const letter = app.mails.findLast(({ to }) => to === 'meera@reader.example')
  expect(letter?.text).toContain(made.links[0].url)
  expect(letter?.text).toMatch(/2 applications: First reading[\s\S]*until 19 January 2026/)

  const meera = await openLink(made.links[0].url)
  const list = await meera.get()
  expect([list.status, ...['cache-control', 'x-robots-tag', 'referrer-policy'].map((name) => list.headers.get(name))]).toEqual([
    ...[200, 'no-store', 'noindex, nofollow', 'same-origin'],
  ])
  expect(unstyled(list.html).match(/<h2><a href="[^"]+">[^<]+/g)).toEqual([
    `<h2><a href="${meera.home}/${tamarind}">Tamarind`,
    `<h2><a href="${meera.home}/${loom}">Loom`,
  ])
  const page = await meera.get(`${meera.home}/${loom}`)
  expect(page.html).toContain(
    '[name] weighs each sack. [name]. Write to [e-mail address] call [telephone number], see [link] or [account] Node.js runs it.',
  )
  for (const { html } of [list, page]) expect(html).not.toMatch(/canary|Quillfeather|Zubaida|98400/i)

  expect(await meera.post(`${meera.home}/${tamarind}`, { revision: '0', comment: 'Good' })).toMatchObject({
    status: 422,
    html: expect.stringMatching(/Choose a score[\s\S]*<textarea[^>]*>Good<\/textarea>/),
  })
  expect((await meera.post(`${meera.home}/${tamarind}`, { revision: '0', score: '6' })).status).toBe(422)
  const long = await meera.post(`${meera.home}/${tamarind}`, { revision: '0', score: '4', comment: '🙂'.repeat(20_000) })
  expect([long.status, long.html.includes('🙂'.repeat(20_000))]).toEqual([422, true])
  expect(long.html).toContain('The comment can have 5,000 characters at most.')
  const saved = await meera.post(`${meera.home}/${tamarind}`, { revision: '0', score: '4', comment: '<b>Good</b>', go: 'next' })
  expect([saved.status, saved.to]).toEqual([303, `${meera.home}/${loom}`])
  // The answer did not arrive, and the browser sends it again.
  const repeated = await meera.post(`${meera.home}/${tamarind}`, {
    revision: '0',
    score: '4',
    comment: '<b>Good</b>',
    go: 'next',
  })
  expect([repeated.status, repeated.to]).toEqual([303, `${meera.home}/${loom}`])
  // The other window still has the page from before that.
  const stale = await meera.post(`${meera.home}/${tamarind}`, { revision: '0', score: '2', comment: 'Changed my mind' })
  expect([stale.status, stale.html]).toEqual([
    409,
    expect.stringMatching(
      /Score 4 of 5[\s\S]*&lt;b&gt;Good&lt;\/b&gt;[\s\S]*name="revision" value="1"[\s\S]*checked=""[^>]*value="2"[\s\S]*Changed my mind/,
    ),
  ])
  const again = await meera.post(`${meera.home}/${tamarind}`, {
    revision: '1',
    score: '2',
    comment: 'Changed my mind',
    go: 'list',
  })
  expect([again.status, again.to]).toEqual([303, meera.home])
  await meera.post(`${meera.home}/${loom}`, { revision: '0', score: 'conflict', comment: '' })
  expect((await meera.post(`${meera.home}/${loom}`, { revision: 'none', score: '1' })).status).toBe(409)

  const ravi = await openLink(made.links[1].url)
  await ravi.post(`${ravi.home}/${tamarind}`, { revision: '0', score: '5', comment: '' })
  const { applications, round: shown } = (await app.call(`/api/committees/${made.id}`)).body
  expect(shown.members).toMatchObject([
    { name: 'Meera', read: 2, done: 2 },
    { name: 'Ravi', read: 1, done: 1 },
  ])
  expect(applications).toMatchObject([
    { name: 'Tamarind', summary: { read: 2, scored: 2, conflicts: 0, mean: 3.5, low: 2, high: 5 } },
    { name: 'Loom', summary: { read: 1, scored: 0, conflicts: 1, mean: null, low: null, high: null } },
  ])
  expect((await app.call(`/api/applications/${tamarind}/committee`)).body.rounds).toMatchObject([
    {
      title: 'First reading',
      members: 2,
      reviews: [
        { member: 'Meera', score: 2, comment: 'Changed my mind' },
        { member: 'Ravi', score: 5 },
      ],
    },
  ])
  const archive = await app.fetch(`/api/person/archive?id=${tamarind}&review=1`)
  const data = strFromU8(unzipSync(new Uint8Array(await archive.arrayBuffer()))['your-data.json'] ?? new Uint8Array())
  expect(JSON.parse(data).applications[0].review.committee).toEqual([
    { score: 2, comment: 'Changed my mind', conflict: false },
    { score: 5, comment: '', conflict: false },
  ])
  // The other member's secret, page and application, and an application of no round.
  const nothing = await (await app.request('/committee')).text()
  for (const path of [
    ravi.home,
    `${ravi.home}/${loom}`,
    `${meera.home}/${other}`,
    `${meera.home}/${loom}/resume`,
    `${meera.home}/none`,
  ])
    expect([path, (await meera.get(path)).status, (await meera.get(path)).html]).toEqual([path, 404, nothing])
  // Nothing decides but the reviewer.
  expect(await app.call(`/api/applications/${tamarind}`)).toMatchObject({
    body: { application: { status: 'pending' }, history: { length: 1 } },
  })
})

it('a link opens nothing else: every route answers as it answers a stranger', async () => {
  const id = await apply('Alone')
  const { body: made } = await round([await apply('Chosen')])
  const member = await openLink(made.links[0].url)
  const registered = app.routes.filter(({ method, path }) => method !== 'ALL' && path !== '*' && path !== '/*')
  const paths = [...new Set(registered.map(({ path }) => path))].filter((path) => path !== '/api/applications/events')
  const memberId = member.home.split('/').at(-1) ?? ''
  const url = (path: string): string =>
    path
      .replace(':member', memberId)
      .replace(/:id|:application/, id)
      .replace(/:\w+/g, 'approval')
  const answer = async (path: string, method: string, headers: Record<string, string>) => {
    const response = await app.request(path, { method, headers, ...(method !== 'GET' && { body: '{}' }) })
    const text = (await response.text()).replace(/"timestamp":"[^"]*"/, '')
    return [method, path, response.status, text] as const
  }
  let compared = 0
  for (const path of paths)
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
      const own = url(path)
      // What differs at each call: a page's token, a readiness check, what was counted. And the member's own page.
      if (own === member.home || /form-token|readyz|metrics|passkey|healthz|shared-draft/.test(own)) continue
      const json = { 'content-type': 'application/json' }
      expect(await answer(own, method, { ...json, cookie: member.cookie })).toEqual(await answer(own, method, json))
      compared += 1
    }
  expect(compared).toBeGreaterThan(300)
})

it('a link ends with its time, by hand, or by a new one', async () => {
  const id = await apply('Ending')
  const { body: made } = await round([id], { days: 1 })
  const [meera, ravi] = [await openLink(made.links[0].url), await openLink(made.links[1].url)]
  const unknown = await app.request(`${new URL(made.links[0].url).pathname.slice(0, -1)}z`)
  const nothing = [404, await unknown.text()]
  expect([unknown.status, unknown.headers.get('set-cookie')]).toEqual([404, null])
  const [member] = (await app.call('/api/committees')).body.rounds[0].members
  expect((await app.call(`/api/committees/members/${member.id}/end`, 'POST')).status).toBe(200)
  const late = await meera.post(`${meera.home}/${id}`, { revision: '0', score: '5', comment: 'Typed for nothing' })
  expect([late.status, late.html]).toEqual([404, expect.stringContaining('Typed for nothing')])
  const { status, html } = await meera.get()
  expect([[status, html], (await ravi.get()).status]).toEqual([nothing, 200])

  const { url } = (await app.call(`/api/committees/members/${member.id}/link`, 'POST', { mail: false })).body
  expect([url === made.links[0].url, (await app.request(new URL(made.links[0].url).pathname)).status]).toEqual([false, 404])
  const renewed = await openLink(url)
  expect((await renewed.get(`${renewed.home}/${id}`)).status).toBe(200)
  app.clock.ms = Date.parse('2026-01-06T18:29:59Z')
  expect((await renewed.get()).status).toBe(200)
  app.clock.ms += second
  expect((await renewed.get()).status).toBe(404)
  expect((await app.call(`/api/committees/members/${member.id}/link`, 'POST', { mail: true })).status).toBe(409)

  const { body: other } = await round([id])
  const reader = await openLink(other.links[0].url)
  expect((await app.call(`/api/committees/${other.id}/end`, 'POST')).status).toBe(200)
  expect((await reader.get()).status).toBe(404)
  // The letter was still waiting.
  const before = app.mails.length
  await app.runOutbox()
  expect(app.mails.length).toBe(before)
  expect((await app.call(`/api/committees/${other.id}`, 'DELETE')).status).toBe(200)
  expect((await app.call(`/api/committees/${other.id}`)).status).toBe(404)
  // No secret is stored.
  expect(JSON.stringify(await committee(app.storage.engine).rounds())).not.toContain(url.split('.').at(-1))
})

it('a member is one of the people with a link: extended and ended there, too', async () => {
  const id = await apply('Listed')
  const { body: made } = await round([id], { days: 1, title: 'Listed round' })
  const reader = await openLink(made.links[1].url)
  const { helpers } = (await app.call('/api/helpers')).body
  const listed = helpers.filter(({ title }: { title: string }) => title === 'Listed round')
  expect(listed).toMatchObject([
    { name: 'Ravi', right: 'committee', open: true },
    { name: 'Meera', email: 'meera@reader.example', right: 'committee', open: true, seen_at: null },
  ])
  const until = new Date(app.clock.ms + 3 * 24 * hour).toISOString().slice(0, 10)
  expect((await app.call(`/api/helpers/${listed[0].id}`, 'PATCH', { until })).status).toBe(200)
  app.clock.ms += 48 * hour
  expect((await reader.get()).status).toBe(200)
  expect((await app.call(`/api/committees/${made.id}`)).body.round).toMatchObject({ open: true })
  // Its own day is over: who joins now, and who gets a link again, reads as long as the one who was extended.
  const member = { name: 'Tara', email: '', mail: false }
  const { body: joined } = await app.call(`/api/committees/${made.id}/members`, 'POST', member)
  const again = await app.call(`/api/committees/members/${listed[1].id}/link`, 'POST', { mail: false })
  for (const url of [joined.links[0].url, again.body.url]) expect((await (await openLink(url)).get()).status).toBe(200)
  expect((await app.call(`/api/helpers/${listed[0].id}/end`, 'POST')).status).toBe(200)
  expect((await reader.get()).status).toBe(404)
  // A committee's link is not mailed from there, and opens no desk.
  expect((await app.call(`/api/helpers/${listed[1].id}/link`, 'POST')).status).toBe(404)
  const token = new URL(made.links[1].url).pathname.split('/').at(-1)
  expect((await app.request(`/entry/link/${token}`)).status).toBe(404)
})

it('names and files are shown only where the reviewer allows it', async () => {
  const { id } = await app.apply('WorkForStartups', {
    ...{ firstName: 'Zubaida', lastName: 'Quillfeather', email: 'intern@canary.example' },
  })
  const [open, blind] = [(await round([id], { with_names: true })).body, (await round([id])).body]
  const [named, hidden] = [await openLink(open.links[1].url), await openLink(blind.links[1].url)]
  const page = await named.get(`${named.home}/${id}`)
  expect(page.html).toContain('>Zubaida Quillfeather</h1>')
  expect(page.html).not.toMatch(/intern@canary/)
  const file = await named.get(`${named.home}/${id}/resume`)
  expect([file.status, file.headers.get('content-disposition')]).toEqual([200, expect.stringMatching(/^attachment/)])
  expect((await hidden.get(`${hidden.home}/${id}`)).html).not.toMatch(/Quillfeather|Zubaida|\.pdf/)
  expect((await hidden.get(`${hidden.home}/${id}/resume`)).status).toBe(404)
})

it('a route for files serves only those that its page lists, whatever is named', async () => {
  // A new route for files belongs into this test.
  const fileRoutes = app.routes.filter(
    ({ method, path }) => method === 'GET' && path.startsWith('/') && /resume$|\/file$|:field|archive/.test(path),
  )
  expect([...new Set(fileRoutes.map(({ path }) => path))].sort()).toEqual([
    '/api/applications/:id/earlier/:revision/:field',
    '/api/applications/:id/requests/:request/file',
    '/api/applications/:id/resume',
    '/api/person/archive',
    '/committee/:member/:application/:field',
  ])
  const applicant = await applicantOf(app, 'files@canary.example', 'WorkForStartups')
  const [id, own] = [applicant.id, `/api/applications/${applicant.id}`]
  const { revision } = (await app.call(`${own}/requests`, 'POST', { text: 'Your passport, please.', kind: 'file' })).body
  app.clock.ms += 11 * second
  await app.runOutbox()
  const body = new FormData()
  body.append('file', new File([pdf], 'PASSPORT.pdf'))
  const path = `/my/answer?of=${id}&request=${revision}`
  expect((await app.request(path, { method: 'POST', headers: { cookie: applicant.cookie }, body })).status).toBe(303)
  const [open, blind] = [(await round([id], { with_names: true })).body, (await round([id])).body]
  const [named, hidden] = [await openLink(open.links[1].url), await openLink(blind.links[1].url)]
  const session = await app.session()
  const served = async (address: string, cookie: string): Promise<string> => {
    const response = await app.request(address, { headers: { cookie } })
    await response.arrayBuffer()
    return response.status === 200 ? decodeURIComponent(response.headers.get('content-disposition') ?? '') : ''
  }
  const fields = [
    ...Object.keys(forms.WorkForStartups.fields),
    `request-${revision}`,
    'request-1',
    'file',
    '__proto__',
    'constructor',
  ]
  const opened: string[] = []
  for (const field of fields)
    for (const [route, address, cookie] of [
      ['committee', `${named.home}/${id}/${field}`, named.cookie],
      ['committee without names', `${hidden.home}/${id}/${field}`, hidden.cookie],
      ['desk', `${own}/resume?field=${field}`, session],
      ['desk, earlier', `${own}/earlier/0/${field}`, session],
      ['desk, request', `${own}/requests/${field}/file`, session],
      ['stranger', `${own}/resume?field=${field}`, ''],
    ] as const)
      if ((await served(address, cookie)) !== '') opened.push(`${route}: ${field}`)
  expect(opened).toEqual(['committee: resume', 'desk: resume'])
  expect(await served(`${own}/requests/${revision}/file`, session)).toContain('PASSPORT.pdf')
})

it('a deleted or withdrawn application leaves the page; reviews go with it', async () => {
  const [stays, deleted, withdrawn] = [await apply('Stays'), await apply('Deleted'), await apply('Withdrawn')]
  const { body: made } = await round([stays, deleted, withdrawn])
  const reader = await openLink(made.links[1].url)
  for (const id of [stays, deleted, withdrawn])
    await reader.post(`${reader.home}/${id}`, { revision: '0', score: '3', comment: 'c' })
  await app.runSql(`update applications set withdrawn_at = ${app.clock.ms} where id = '${withdrawn}'`)
  await app.call(`/api/applications/${deleted}`, 'DELETE')
  const { html } = await reader.get()
  expect(unstyled(html).match(/<h2><a href="[^"]+">[^<]+/g)).toEqual([`<h2><a href="${reader.home}/${stays}">Stays`])
  expect((await reader.get(`${reader.home}/${deleted}`)).status).toBe(404)
  expect((await app.call(`/api/committees/${made.id}`)).body.round.members[1]).toMatchObject({ read: 1, done: 1 })
  app.clock.ms += minute
  await app.chore('purge')
  const left = await committee(app.storage.engine).reviews({ round: made.id })
  expect(left.map(({ applicationId }) => applicationId).toSorted()).toEqual([stays, withdrawn].toSorted())
})

it.each([
  ['no application', { ids: [] }, 'ids'],
  ['1,001 applications', { ids: Array.from({ length: 1_001 }, (_, n) => `a${n}`) }, 'ids'],
  ['no person', { members: [] }, 'members'],
  ['an address that is none', { members: [{ name: 'M', email: 'no' }] }, 'members.0.email'],
  ['a name twice', { members: [{ name: 'M' }, { name: 'M' }] }, 'members'],
  ['61 days', { days: 61 }, 'days'],
  ['no title', { title: ' ' }, 'title'],
])('a round with %s is refused', async (_name, more, field) => {
  const { status, body } = await round(['a'], more)
  expect([status, Object.keys(body.details)]).toEqual([400, [field]])
})

it('requests are limited per client', async () => {
  const { headers } = await app.request('/committee/link/a.b')
  await app.storage.limits.hit('committee:Unknown', 3_000, hour, new Date(app.clock.ms), undefined, 3_000)
  const limited = await app.request('/committee/link/a.b')
  expect([headers.get('retry-after'), limited.status, limited.headers.get('retry-after')]).toEqual([
    null,
    429,
    expect.stringMatching(/^\d+$/),
  ])
  expect(await limited.text()).toContain('Please wait a moment')
})
