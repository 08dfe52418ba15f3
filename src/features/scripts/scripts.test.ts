import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type App, openApp } from '../../../tests/support/app.ts'
import type { Json } from '../../../tests/support/desk.ts'
import { type Running, startServer } from '../../../tests/support/server.ts'
import { hour, minute, second } from '../../shared/dates.ts'
import { schemas } from './openapi.ts'
import { scriptTokens } from './store.ts'
import { bodyFor } from './webhook.ts'

const canary = 'quill@canary.example'
const bearer = (token: string, more: Readonly<Record<string, string>> = {}) => ({
  headers: { authorization: `Bearer ${token}`, ...more },
})

describe('a token', () => {
  let app: App
  let token: string
  let id: string
  beforeAll(async () => {
    app = await openApp({ settings: { TRUST_PROXY: '1', LIMIT_PASSCODES: '10/1h' } })
    id = (await app.apply('Accelerator', { email: canary, companyName: 'Loom' })).id
    token = await make('Weekly report')
  })
  afterAll(() => app.remove())

  async function make(name: string): Promise<string> {
    const made = await app.call('/api/scripts/tokens', 'POST', { name })
    expect(made).toEqual({ status: 200, body: { success: true, token: expect.stringMatching(/^kolam_[\w-]{43}$/) } })
    return made.body.token
  }
  const list = async () => (await app.call('/api/scripts')).body.tokens
  const read = async (path: string, credential = token, more = {}) => {
    const response = await app.request(path, bearer(credential, more))
    return { response, text: await response.text() }
  }

  it('reads list, application, numbers and CSV; every other route sees a stranger', async () => {
    const opened: string[] = []
    const url = (path: string): string => path.replace(':id', id).replace(':formType', 'Accelerator').replace(/:\w+/, 'approval')
    const routes = app.routes.filter(({ method, path }) => method !== 'ALL' && path !== '*' && path !== '/*')
    expect(routes.length).toBeGreaterThan(100)
    for (const { method, path } of routes) {
      const body = ['GET', 'OPTIONS'].includes(method) ? undefined : JSON.stringify({ status: 'approved', name: 'More' })
      const from = (address: string) => ({ 'content-type': 'application/json', 'x-forwarded-for': address })
      const stranger = await app.request(url(path), { method, headers: from('192.0.2.1'), body })
      const program = await app.request(url(path), { method, ...bearer(token, from('198.51.100.1')), body })
      const texts = [await stranger.text(), await program.text()].map((text) => text.replace(/"timestamp":"[^"]*"/, ''))
      expect(program.headers.get('set-cookie'), `${method} ${path}`).toBe(stranger.headers.get('set-cookie'))
      if (stranger.status === 401 && program.status === 200) opened.push(`${method} ${path}`)
      else expect([method, path, program.status, texts[1]?.includes(canary)]).toEqual([method, path, stranger.status, false])
    }
    expect([...new Set(opened)].sort()).toEqual([
      'GET /api/applications',
      'GET /api/applications/:id',
      'GET /api/applications/export',
      'GET /api/stats',
    ])
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
      expect([method, (await app.request('/api/applications', { method, ...bearer(token) })).status]).toEqual([method, 405])
    expect(await list()).toMatchObject([{ name: 'Weekly report' }])
    expect(await app.call(`/api/applications/${id}`)).toMatchObject({
      body: { application: { status: 'pending', read_at: null } },
    })
  })

  it('has the filters and the cursor of the list, and nothing but CSV of the exports', async () => {
    const page = await read('/api/applications?form_type=Accelerator&q=loom&limit=1')
    expect(page.response.headers.get('cache-control')).toBe('no-store')
    expect(JSON.parse(page.text)).toMatchObject({ total: 1, nextCursor: null, applications: [{ id, applicant_email: canary }] })
    expect(JSON.parse((await read('/api/applications?status=approved')).text)).toMatchObject({ total: 0, applications: [] })
    expect((await read('/api/applications?status=nothing')).response.status).toBe(400)
    expect(JSON.parse((await read(`/api/applications/${id}`)).text)).toMatchObject({
      application: { id },
      history: { length: 1 },
    })
    const csv = await read('/api/applications/export?status=pending')
    expect([csv.response.headers.get('content-type'), csv.text.includes(canary)]).toEqual(['text/csv; charset=utf-8', true])
    for (const format of ['xlsx', 'json', 'zip']) {
      const refused = await read(`/api/applications/export?format=${format}`)
      expect([refused.response.status, JSON.parse(refused.text)]).toMatchObject([403, { error: 'A token exports CSV only.' }])
    }
  })

  it('is stored as a hash, and its last use is listed', async () => {
    app.clock.ms += hour
    expect((await read('/api/stats')).response.status).toBe(200)
    const at = app.clock.ms
    app.clock.ms += minute / 2
    await read('/api/stats')
    const [listed] = await list()
    expect(listed).toEqual({
      ...{ id: expect.any(String), name: 'Weekly report', created_at: expect.any(String) },
      used_at: new Date(at).toISOString(),
    })
    const [stored] = await scriptTokens(app.storage.engine).list('admin@example.com')
    expect(stored?.hash).toBe(createHash('sha256').update(token).digest('hex'))
    expect(JSON.stringify([listed, stored])).not.toContain(token)
  })

  it('is refused when wrong, ended or of a former admin, 100 times an hour', async () => {
    const ended = await make('Ended')
    const { id: endedId } = (await list()).at(-1)
    expect((await app.call(`/api/scripts/tokens/${endedId}`, 'DELETE')).status).toBe(200)
    expect(await app.call(`/api/scripts/tokens/${endedId}`, 'DELETE')).toMatchObject({
      ...{ status: 404, body: { error: 'This token is not in the list.' } },
    })
    const former = 'kolam_former'
    const hash = createHash('sha256').update(former).digest('hex')
    const stored = { id: 'f', name: 'Former', hash, createdAt: new Date(app.clock.ms) }
    expect(await scriptTokens(app.storage.engine).add('former@example.com', stored, 5)).toBe(true)
    const from = { 'x-forwarded-for': '192.0.2.7' }
    for (const wrong of [ended, former, `${token}x`, 'kolam_', 'x']) {
      const refused = await read('/api/applications', wrong, from)
      expect([refused.response.status, JSON.parse(refused.text)]).toMatchObject([
        401,
        { code: 'UNAUTHORIZED_ACCESS', error: 'This token is wrong, or was ended.' },
      ])
    }
    for (let n = 5; n < 100; n += 1) expect((await read('/api/stats', 'wrong', from)).response.status).toBe(401)
    const limited = await read('/api/stats', 'wrong', from)
    expect([limited.response.status, limited.response.headers.has('retry-after')]).toEqual([429, true])
    // Whoever shares the address still reads.
    expect((await read('/api/stats', token, from)).response.status).toBe(200)
    expect((await read('/api/stats', 'wrong', { 'x-forwarded-for': '192.0.2.8' })).response.status).toBe(401)
  })

  it("does not replace a session, and a proxy's own header does not end one", async () => {
    const cookie = await app.signIn()
    expect((await read('/api/applications', 'of-the-proxy', { cookie })).response.status).toBe(200)
    expect((await read('/api/applications', 'of-the-proxy', { cookie: 'kolam_session=wrong' })).response.status).toBe(401)
    expect((await read('/api/auth/session')).response.status).toBe(401)
    expect(JSON.parse((await read('/api/auth/who')).text)).toMatchObject({ user: null })
  })

  it('has a name; there are five at most, also when several are made at once', async () => {
    for (const [name, fault] of [
      ['', 'A name is required'],
      [7, 'A name is required'],
      ['x'.repeat(61), 'The name can have 60 characters at most'],
    ] as const)
      expect(await app.call('/api/scripts/tokens', 'POST', { name })).toMatchObject({
        ...{ status: 400, body: { details: { name: fault } } },
      })
    const made = await Promise.all(
      Array.from({ length: 8 }, (_, n) => app.call('/api/scripts/tokens', 'POST', { name: `Script ${n}` })),
    )
    expect(made.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 409, 409, 409, 409])
    expect(made.find(({ status }) => status === 409)).toMatchObject({
      body: { error: 'There are 5 tokens already. End one first.' },
    })
    expect(await list()).toHaveLength(5)
  })
})

describe('the log', () => {
  let server: Running
  beforeAll(async () => {
    server = await startServer({ LOG_LEVEL: 'trace' })
  })
  afterAll(() => server.remove())

  it('names the id of a token, and never the token, right or wrong', async () => {
    const { token } = (await server.call('/api/scripts/tokens', 'POST', { name: 'Log' })).body
    const statuses = []
    for (const credential of [token, `${token}wrong`])
      for (const path of ['/api/applications', '/api/applications/none', '/api/views'])
        statuses.push((await fetch(server.url + path, bearer(credential))).status)
    expect(statuses).toEqual([200, 404, 401, 401, 401, 401])
    await expect.poll(() => server.output()).toMatch(/"path":"\/api\/applications","status":200,.*"script":"[\da-f-]{36}"/)
    expect(server.output()).not.toContain(token)
  })
})

/** A receiver on this machine: what it got, and how it answers. */
async function openReceiver() {
  const calls: { readonly headers: IncomingHttpHeaders; readonly body: string }[] = []
  let status = 200
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      calls.push({ headers: request.headers, body })
      response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end('Zubaida')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/hook`,
    port,
    calls,
    /** The parsed bodies since the last call of this function. */
    bodies: () =>
      calls.splice(0).map(({ body }) => {
        const call = JSON.parse(body)
        return call.type === 'test' ? call : schemas.WebhookCall.parse(call)
      }),
    answer: (next: number) => {
      status = next
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

type Receiver = Awaited<ReturnType<typeof openReceiver>>

/** The signature of a call by the convention of Standard Webhooks, computed by its receiver. */
const signatureOf = (secret: string, { headers, body }: Receiver['calls'][number]): string =>
  `v1,${createHmac('sha256', Buffer.from(secret.replace('whsec_', ''), 'base64'))
    .update(`${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`)
    .digest('base64')}`

describe('the webhook', () => {
  let receiver: Receiver
  let app: App
  let secret: string
  let count = 0
  beforeAll(async () => {
    receiver = await openReceiver()
    app = await openApp({ settings: { DECISION_HOLD_S: '10' } })
    secret = (await set()).body.secret
  })
  afterAll(async () => {
    await app.remove()
    await receiver.close()
  })

  const set = (more: object = {}) =>
    app.call('/api/scripts/webhook', 'PUT', {
      url: receiver.url,
      events: ['received', 'decided', 'changed'],
      answers: false,
      ...more,
    })
  async function apply(): Promise<string> {
    count += 1
    app.clock.ms += second
    const more = { email: `quill${count}@canary.example`, companyName: `Loom ${count}` }
    return (await app.apply('Accelerator', more)).id
  }
  const patch = (id: string, body: object) => app.call(`/api/applications/${id}`, 'PATCH', body)
  const undo = async (id: string) => {
    const { application } = (await app.call(`/api/applications/${id}`)).body
    return app.call(`/api/applications/${id}/undo`, 'POST', { revision: application.revision })
  }
  const runAfter = async (ms: number) => {
    app.clock.ms += ms
    await app.runOutbox()
    return receiver.bodies()
  }
  const deliveries = async () => (await app.call('/api/scripts/webhook')).body.deliveries

  it('reports what arrives, signed, with the reference and the status only', async () => {
    const id = await apply()
    await app.runOutbox()
    const [first] = receiver.calls
    expect(receiver.calls).toHaveLength(1)
    expect(JSON.parse(first?.body ?? '')).toEqual({
      type: 'received',
      timestamp: new Date(app.clock.ms).toISOString(),
      data: { id, form_type: 'Accelerator', what: 'submitted', status: 'pending' },
    })
    expect(secret).toMatch(/^whsec_[\w+/]{43}=$/)
    expect(first?.headers).toMatchObject({
      'content-type': 'application/json',
      'webhook-timestamp': String(Math.floor(app.clock.ms / 1000)),
      'webhook-signature': first && signatureOf(secret, first),
    })
    expect(first && signatureOf(`whsec_${'A'.repeat(43)}=`, first)).not.toBe(first?.headers['webhook-signature'])
    receiver.calls.length = 0
    expect(await deliveries()).toMatchObject([{ application_id: id, event: 'received', state: 'sent', attempts: 1 }])
    expect(JSON.stringify((await app.call('/api/scripts/webhook')).body)).not.toContain('whsec_')
  })

  it('reports a decision when it can no longer be undone, and an undone one never', async () => {
    const [final, undone] = [await apply(), await apply()]
    await runAfter(0)
    for (const id of [final, undone]) expect((await patch(id, { status: 'approved' })).status).toBe(200)
    expect(await runAfter(9 * second)).toEqual([])
    expect((await undo(undone)).status).toBe(200)
    expect(await runAfter(2 * second)).toMatchObject([
      { type: 'decided', data: { id: final, what: 'moved', status: 'approved' } },
    ])
    expect(await runAfter(hour)).toEqual([])
    // One decision that replaces another within the hold.
    await patch(undone, { status: 'pitch' })
    app.clock.ms += second
    await patch(undone, { status: 'rejected' })
    expect(await runAfter(10 * minute)).toMatchObject([{ type: 'decided', data: { id: undone, status: 'rejected' } }])
    expect(await runAfter(hour)).toEqual([])
  })

  it('follows a replaced decision whose replacement is undone', async () => {
    const id = await apply()
    await runAfter(0)
    await patch(id, { status: 'pitch' })
    app.clock.ms += 5 * second
    await patch(id, { status: 'rejected' })
    await runAfter(6 * second)
    expect((await undo(id)).status).toBe(200)
    expect(await runAfter(hour)).toMatchObject([{ type: 'decided', data: { id, status: 'pitch' } }])
  })

  it('waits with the letter that is sent by hand, and leaves with it', async () => {
    const { body: hold } = await app.call('/api/outbox/hold')
    const body = { hold: { kind: 'by_hand' }, revision: hold.revision }
    expect((await app.call('/api/outbox/hold', 'PUT', body)).status).toBe(200)
    const id = await apply()
    await runAfter(second)
    await patch(id, { status: 'approved' })
    expect(await runAfter(20 * hour)).toEqual([])
    expect(await deliveries()).toMatchObject({ 0: { event: 'decided', state: 'waiting', by_hand: true } })
    // A change meanwhile does not tell the decision either.
    await patch(id, { notes: 'Strong' })
    expect(await runAfter(second)).toMatchObject([{ type: 'changed', data: { id, what: 'noted', status: 'pending' } }])
    const { letters } = (await app.call('/api/outbox/letters')).body
    const ids = letters.map((letter: { id: string }) => letter.id)
    expect((await app.call('/api/outbox/send', 'POST', { ids, anyway: true })).body.leaving).toBe(1)
    expect(await runAfter(0)).toMatchObject([{ type: 'decided', data: { id, status: 'approved' } }])
    const later = { hold: { kind: 'seconds' }, revision: hold.revision + 1 }
    expect((await app.call('/api/outbox/hold', 'PUT', later)).status).toBe(200)
  })

  it('repeats a call with its id until it is accepted, for a day, and by hand', async () => {
    receiver.answer(500)
    const id = await apply()
    await app.runOutbox()
    const first = receiver.calls.at(-1)?.headers['webhook-id']
    receiver.calls.length = 0
    // The submission and the confirmation did not wait for it.
    expect(app.mails.at(-1)?.to).toBe(`quill${count}@canary.example`)
    expect((await deliveries())[0]).toMatchObject({ state: 'waiting', attempts: 1, last_fault: 'It answered 500' })
    receiver.answer(302)
    app.clock.ms += 15 * minute
    await app.runOutbox()
    const fault = 'It answered 302. Redirects are not followed: enter the final address.'
    expect((await deliveries())[0]).toMatchObject({ state: 'waiting', attempts: 2, last_fault: fault })
    for (let n = 0; n < 26; n += 1) await runAfter(hour)
    expect((await deliveries())[0]).toMatchObject({ id: first, application_id: id, state: 'parked', last_fault: fault })
    expect((await app.call('/api/outbox')).body.parked).toMatchObject([{ topic: 'report', id: first }])
    receiver.answer(204)
    receiver.calls.length = 0
    for (let n = 0; n < 2; n += 1) {
      expect((await app.call(`/api/outbox/${first}/retry`, 'POST')).status).toBe(200)
      await app.runOutbox()
      expect(receiver.calls.map(({ headers }) => headers['webhook-id'])).toEqual([first])
      expect(receiver.bodies()).toMatchObject([{ type: 'received', data: { id } }])
      expect((await deliveries())[0]).toMatchObject({ state: 'sent' })
    }
    receiver.answer(410)
    await apply()
    await runAfter(0)
    expect((await deliveries())[0]).toMatchObject({ state: 'parked', attempts: 1, last_fault: 'It answered 410' })
    receiver.answer(200)
    receiver.bodies()
  })

  it('reports only the chosen events, and the answers only when that is switched on', async () => {
    receiver.answer(503)
    const id = await apply()
    await runAfter(0)
    expect((await set({ events: ['changed'], answers: true })).body.secret).toBeNull()
    receiver.answer(200)
    // It was queued for events that nobody wants any more.
    expect(await runAfter(hour)).toEqual([])
    await apply()
    await patch(id, { notes: 'Strong', meeting_scheduled_at: '2026-02-01T10:00:00.000Z' })
    const byKind = (a: Json, b: Json) => b.data.what.localeCompare(a.data.what)
    const [noted, met, ...more] = (await runAfter(hour)).sort(byKind)
    expect([more, noted.data.what, met.data.what]).toEqual([[], 'noted', 'meeting_set'])
    expect(noted.data).toMatchObject({
      ...{ id, status: 'pending', company_name: `Loom ${count - 1}`, applicant_email: `quill${count - 1}@canary.example` },
      form_data: { companyName: `Loom ${count - 1}` },
    })
    expect(JSON.stringify(noted)).not.toContain('Strong')
    // A blind pass hides who it is from whoever reads the receiver, too.
    const blind = async (forms: readonly string[]) => {
      const { revision } = (await app.call('/api/blind')).body
      expect((await app.call('/api/blind', 'PUT', { forms, revision })).status).toBe(200)
    }
    await blind(['Accelerator'])
    await patch(id, { notes: 'Very strong' })
    expect((await runAfter(second)).map(({ data }) => data)).toEqual([
      { id, form_type: 'Accelerator', what: 'noted', status: 'pending' },
    ])
    await blind([])
    await patch(id, { status: 'approved' })
    expect(await runAfter(hour)).toEqual([])
    await set()
  })

  it('sends nothing of a deleted application; what an undo brings back leaves then', async () => {
    receiver.answer(503)
    const [purged, back, erased] = [await apply(), await apply(), await apply()]
    await app.runOutbox()
    receiver.answer(200)
    receiver.bodies()
    expect((await app.call('/api/person/erasures', 'POST', { ids: [erased] })).status).toBe(200)
    const removed = []
    for (const id of [purged, back]) removed.push((await app.call(`/api/applications/${id}`, 'DELETE')).body)
    expect((await app.call(`/api/applications/${back}/undo`, 'POST', { revision: removed[1]?.revision })).status).toBe(200)
    expect(await runAfter(hour)).toMatchObject([{ type: 'received', data: { id: back } }])
    expect(await runAfter(48 * hour)).toEqual([])
    await app.chore('purge')
    const left = (await deliveries()).map((delivery: { application_id: string }) => delivery.application_id)
    expect([left.includes(back), left.includes(purged), left.includes(erased)]).toEqual([true, false, false])
    app.clock.ms += 31 * 24 * hour
    await app.chore('sweep')
    // What nobody accepted stays, so that it can be sent again.
    expect((await deliveries()).map(({ state }: { state: string }) => state)).toEqual(['parked'])
  })

  it('is tested, gets a new secret, and is ended with what waits for it', async () => {
    expect(await app.call('/api/scripts/webhook/test', 'POST', {})).toMatchObject({ status: 200, body: { fault: '' } })
    expect(receiver.bodies()).toEqual([{ type: 'test', timestamp: new Date(app.clock.ms).toISOString(), data: {} }])
    const renewed = (await app.call('/api/scripts/webhook/secret', 'POST', {})).body.secret
    expect(renewed).not.toBe(secret)
    await app.call('/api/scripts/webhook/test', 'POST', {})
    const [tested] = receiver.calls.splice(0)
    expect(tested?.headers['webhook-signature']).toBe(tested && signatureOf(renewed, tested))
    receiver.answer(404)
    expect(await app.call('/api/scripts/webhook/test', 'POST', {})).toMatchObject({ body: { fault: 'It answered 404' } })
    receiver.answer(503)
    await apply()
    await runAfter(0)
    expect((await app.call('/api/scripts/webhook', 'DELETE')).status).toBe(200)
    receiver.answer(200)
    await apply()
    expect(await runAfter(hour)).toEqual([])
    expect((await app.call('/api/scripts/webhook')).body.webhook).toBeNull()
    expect((await app.call('/api/scripts/webhook/test', 'POST', {})).status).toBe(404)
    expect((await set()).body.secret).not.toBe(renewed)
  })

  it('refuses addresses that are not https, have a password, or report nothing', async () => {
    const https = 'Enter an address that begins with https://'
    for (const [url, fault] of [
      ['', https],
      ['http://hooks.example/x', https],
      ['ftp://127.0.0.1/', https],
      [`https://hooks.example/${'x'.repeat(500)}`, https],
      ['https://user:secret@hooks.example/', 'Enter the address without a user name and password'],
    ])
      expect(await set({ url })).toMatchObject({ status: 400, body: { details: { url: fault } } })
    for (const events of [[], ['deleted'], 'received'])
      expect(await set({ events })).toMatchObject({ status: 400, body: { details: { events: 'Choose at least one event' } } })
  })
})

describe('the webhook of a public site', () => {
  it('calls no private address, neither as it is typed nor where a name leads', async () => {
    const receiver = await openReceiver()
    const app = await openApp({ settings: { PUBLIC_URL: 'https://kolam.example', CAPTURE_MAIL: 'yes' } })
    const set = (url: string) => app.call('/api/scripts/webhook', 'PUT', { url, events: ['received'], answers: false })
    const refused = 'is not an address of the public internet. No other is called.'
    for (const [url, address] of [
      ['https://127.0.0.1:8443/', '127.0.0.1'],
      ['https://0x7f.1/', '127.0.0.1'],
      ['https://10.1.2.3/', '10.1.2.3'],
      ['https://172.31.0.1/', '172.31.0.1'],
      ['https://192.168.1.1/', '192.168.1.1'],
      ['https://169.254.169.254/latest/meta-data/', '169.254.169.254'],
      ['https://100.64.0.1/', '100.64.0.1'],
      ['https://0.0.0.0/', '0.0.0.0'],
      ['https://255.255.255.255/', '255.255.255.255'],
      ['https://[::1]/', '::1'],
      ['https://[fe80::1]/', 'fe80::1'],
      ['https://[fd00::1]/', 'fd00::1'],
      ['https://[::ffff:10.0.0.1]/', '::ffff:a00:1'],
      ['https://[64:ff9b::a00:1]/', '64:ff9b::a00:1'],
      ['https://[2002:a00:1::]/', '2002:a00:1::'],
      ['https://192.0.2.7/', '192.0.2.7'],
      ['https://198.51.100.7/', '198.51.100.7'],
      ['https://203.0.113.7/', '203.0.113.7'],
      ['https://192.88.99.1/', '192.88.99.1'],
      ['https://[2001:0:a00:1::]/', '2001:0:a00:1::'],
      ['https://[2001:20::1]/', '2001:20::1'],
      ['https://[2001:db8::1]/', '2001:db8::1'],
      ['https://[3fff::1]/', '3fff::1'],
    ])
      expect(await set(url ?? '')).toMatchObject({ status: 400, body: { details: { url: `${address} ${refused}` } } })
    expect((await set(`http://localhost:${receiver.port}/`)).status).toBe(400)
    for (const url of ['https://8.8.8.8/', 'https://[2606:4700::1111]/']) expect((await set(url)).status).toBe(200)
    // The name is looked up when it is called.
    expect((await set(`https://localhost:${receiver.port}/`)).status).toBe(200)
    const { body: tested } = await app.call('/api/scripts/webhook/test', 'POST', {})
    expect(tested.fault).toMatch(/^localhost is (127\.0\.0\.1|::1), which is not an address of the public internet\./)
    await app.apply('Accelerator', { email: canary })
    await app.runOutbox()
    expect((await app.call('/api/scripts/webhook')).body.deliveries).toMatchObject([
      { state: 'waiting', last_fault: tested.fault },
    ])
    expect(receiver.calls).toEqual([])
    await app.remove()
    await receiver.close()
  })
})

describe('a restart', () => {
  it('keeps what waits for the webhook', async () => {
    const receiver = await openReceiver()
    const server = await startServer()
    receiver.answer(500)
    const webhook = { url: receiver.url, events: ['received'], answers: false }
    expect((await server.call('/api/scripts/webhook', 'PUT', webhook)).status).toBe(200)
    const { id } = await server.apply('Accelerator', { email: canary })
    // Between two attempts: the claim of a server that is killed during one lapses after a minute.
    const delivery = async () => (await server.call('/api/scripts/webhook')).body.deliveries[0]
    await expect.poll(delivery, { timeout: 20_000 }).toMatchObject({ state: 'waiting', attempts: 3 })
    await server.stop('SIGKILL')
    const before = receiver.calls.splice(0).map(({ headers }) => headers['webhook-id'])
    receiver.answer(200)
    await server.start()
    await expect.poll(() => receiver.calls.length, { timeout: 20_000 }).toBe(1)
    expect(receiver.calls[0]?.headers['webhook-id']).toBe(before[0])
    expect(receiver.bodies()).toMatchObject([{ type: 'received', data: { id, status: 'pending' } }])
    await server.remove()
    await receiver.close()
  }, 60_000)
})

it('Slack gets a text that it shows, other receivers the report', () => {
  const id = '019aa1b2-3c4d-7000-8000-000000001234'
  const data = { id, form_type: 'Accelerator', what: 'moved', status: 'approved', company_name: 'Loom & <Loop>' }
  const report = { type: 'decided', timestamp: '2026-01-05T04:30:00.000Z', data }
  expect(bodyFor('https://receiver.example/a', report, 'https://kolam.in')).toBe(JSON.stringify(report))
  expect(JSON.parse(bodyFor('https://hooks.slack.com/services/T/B/x', report, 'https://kolam.in'))).toEqual({
    text: `Accelerator 00001234: decided · approved · Loom &amp; &lt;Loop&gt;\nhttps://kolam.in/app/dashboard?open=${id}`,
  })
})
