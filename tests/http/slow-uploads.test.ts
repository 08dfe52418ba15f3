import { connect, type Socket } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { listen } from '../../src/programs/listen.ts'
import { readConfig } from '../../src/server/config.ts'
import { wideLimits } from '../support/adapters.ts'
import { answers, multipart, pdf } from '../support/answers.ts'
import { type App, openApp } from '../support/app.ts'
import { applicantOf } from '../support/applicant.ts'

// Real connections to the server's port, with timers that only the tests advance.

const kilobyte = 1024
const megabyte = 1024 * kilobyte

let app: App
let server: Awaited<ReturnType<typeof listen>>
/** The listener puts its own in their place, of which those of the next file lack a method. */
const { Request: ownRequest, Response: ownResponse } = globalThis
/** The server's ends of the connections that have sent headers. */
const incoming = new Map<number | undefined, Socket>()

beforeAll(async () => {
  app = await openApp({ settings: { TRUST_PROXY: '1', LIMIT_SUBMISSIONS: '20/1h' } })
  const { answer, loadApp } = app.listening
  server = await listen(
    {
      loadApp,
      answer: (request, response) => {
        incoming.set(request.socket.remotePort, request.socket)
        return answer(request, response)
      },
    },
    readConfig({ ...wideLimits, PORT: '0', HOST: '127.0.0.1' }),
  )
})
afterAll(async () => {
  await server.close()
  await app.remove()
  Object.defineProperty(globalThis, 'Request', { value: ownRequest })
  Object.defineProperty(globalThis, 'Response', { value: ownResponse })
})
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] })
})
afterEach(() => void vi.useRealTimers())

/** Waits, in real time, until `check` holds. */
async function until(what: string, check: () => boolean): Promise<void> {
  const began = process.hrtime.bigint()
  while (!check()) {
    if (process.hrtime.bigint() - began > 30_000_000_000n) throw new Error(`timed out waiting for ${what}`)
    await turn()
  }
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

let clients = 0

/** Starts a POST on a new connection. The test sends the body in pieces. */
async function post(form: FormData, { path = '/api/submit-application', ...more }: Record<string, string> = {}) {
  const encoded = new Response(form)
  const body = Buffer.from(await encoded.arrayBuffer())
  clients += 1
  const headers = {
    host: 'localhost',
    'content-type': encoded.headers.get('content-type'),
    'content-length': body.length,
    'x-forwarded-for': `198.51.100.${clients}`,
    ...more,
  }
  const socket = connect(server.port, '127.0.0.1')
  let received = ''
  let isClosed = false
  socket.on('data', (piece) => (received += piece)).on('error', () => {})
  socket.on('close', () => {
    isClosed = true
  })
  const head = `POST ${path} HTTP/1.1\r\n${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`
  socket.write(head)
  await until('the request to arrive', () => incoming.has(socket.localPort))
  const serverEnd = incoming.get(socket.localPort)
  let sent = 0
  return {
    size: body.length,
    /** Sends the next bytes. With `isRead`, waits until the server has read them. */
    async send(bytes: number, isRead = true): Promise<void> {
      socket.write(body.subarray(sent, sent + bytes))
      sent = Math.min(body.length, sent + bytes)
      if (!isRead) return
      await until('the server to read', () => (serverEnd?.bytesRead ?? 0) >= head.length + sent)
      for (let count = 0; count < 20; count += 1) await turn()
    },
    /** The status so far, and whether the connection is closed. */
    state: (): [string | undefined, boolean] => [/^HTTP\/1\.1 (\d+)/.exec(received)?.[1], isClosed],
    received: () => received,
    answered: () => until('a response', () => received !== ''),
    closed: () => until('the connection to close', () => isClosed),
    destroy: () => void socket.destroy(),
  }
}
type Post = Awaited<ReturnType<typeof post>>

const resumeOf = (bytes: number): File =>
  new File([pdf, new Uint8Array(bytes - pdf.length)], 'cv.pdf', { type: 'application/pdf' })
const internship = (bytes = 5 * megabyte): FormData => multipart('WorkForStartups', answers('WorkForStartups'), resumeOf(bytes))

/** Sends the whole body with 400 KB every 49 s: 67 kbit/s. Returns the seconds that it took. */
async function sendSlowly(upload: Post): Promise<number> {
  let seconds = 0
  for (let sent = 0; sent < upload.size; sent += 400 * kilobyte) {
    await pass(49_000)
    seconds += 49
    expect(upload.state()).toEqual([undefined, false])
    await upload.send(400 * kilobyte)
  }
  await upload.answered()
  return seconds
}

describe('a resume of 5 MB at 67 kbit/s is accepted', () => {
  it('from the script of a form', async () => {
    const upload = await post(internship())
    expect(await sendSlowly(upload)).toBe(637)
    expect(upload.state()[0]).toBe('201')
    const { applicationId } = JSON.parse(upload.received().slice(upload.received().indexOf('{')))
    const stored = await app.storage.applications.byId(applicationId)
    expect(stored?.answers.resume).toMatchObject({ name: 'cv.pdf', size: 5 * megabyte })
    upload.destroy()
  })

  it('from a form without a script', async () => {
    const upload = await post(internship(), { accept: 'text/html' })
    expect(await sendSlowly(upload)).toBe(637)
    expect(upload.state()[0]).toBe('303')
    upload.destroy()
  })

  it('with changed answers, on the applicant’s own page', async () => {
    const applicant = await applicantOf(app, 'slow@example.in', 'WorkForStartups')
    const upload = await post(await applicant.changed({}, undefined, resumeOf(5 * megabyte)), {
      path: '/my/change',
      cookie: applicant.cookie,
    })
    expect(await sendSlowly(upload)).toBe(637)
    expect([upload.state()[0], (await applicant.stored()).answers.resume]).toEqual([
      '303',
      expect.objectContaining({ size: 5 * megabyte }),
    ])
    upload.destroy()
  })
})

describe('an upload that does not arrive is ended', () => {
  const late = (upload: Post) => {
    expect(upload.state()).toEqual(['408', true])
    expect(upload.received()).toContain('"error":"The request took too long to arrive."')
  }

  it('a minute after its last byte', async () => {
    const upload = await post(internship())
    await upload.send(3 * megabyte)
    await pass(59_999)
    expect(upload.state()).toEqual([undefined, false])
    await pass(1)
    await upload.closed()
    late(upload)
  })

  it('when it drips a byte a second', async () => {
    const upload = await post(internship())
    for (let seconds = 0; seconds < 60; seconds += 1) {
      expect(upload.state()).toEqual([undefined, false])
      await upload.send(1)
      await pass(1_000)
    }
    await pass(10)
    await upload.closed()
    late(upload)
  })

  it('from a form without a script, with its connection', async () => {
    const upload = await post(internship(), { accept: 'text/html' })
    await upload.send(megabyte)
    await pass(60_000)
    await upload.answered()
    expect(upload.state()[0]).toBe('408')
    await pass(60_000)
    await upload.closed()
  })
})

describe('the rest of a body that is refused unread', () => {
  /** A client that is above its limit. */
  async function refused(): Promise<Post> {
    clients += 1
    const headers = { 'x-forwarded-for': `203.0.113.${clients}` }
    for (let n = 0; n < 20; n += 1)
      await app.request('/api/submit-application', {
        method: 'POST',
        headers,
        body: new URLSearchParams({
          formType: 'Contact',
          name: 'Asha',
          email: `asha${n}@limited.example`,
          subject: 'A question',
          message: `Question ${n}`,
        }),
      })
    const upload = await post(internship(), headers)
    await upload.answered()
    expect(upload.state()).toEqual(['429', false])
    return upload
  }

  it('is read while it arrives, so that the sender sees the response', async () => {
    const upload = await refused()
    for (let sent = 0; sent < upload.size; sent += 400 * kilobyte) {
      await pass(49_000)
      await upload.send(400 * kilobyte)
    }
    expect(upload.state()).toEqual(['429', false])
    upload.destroy()
  })
})
