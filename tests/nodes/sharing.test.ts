import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { siteRoutes } from '../../src/features/editing/api.ts'
import { answers, submission } from '../support/answers.ts'
import { deskOf, json } from '../support/desk.ts'
import { cookiesOf, until } from '../support/server.ts'
import { admin, type Cluster, inParallel, mailedCode, post, startCluster } from './cluster.ts'

/** How many applications two nodes decide about; `KOLAM_SHARED_DECISIONS=300` is the full drill. */
const decisions = Number(process.env.KOLAM_SHARED_DECISIONS ?? 60)

let cluster: Cluster

beforeAll(async () => {
  cluster = await startCluster()
  await cluster.session()
})
afterAll(() => cluster?.remove())

const node = (n: number): string => cluster.nodes[n % 3]?.url ?? ''
const total = async (): Promise<number> => (await cluster.call('/api/stats')).body.stats.total
const lettersTo = (address: unknown) => cluster.arrived().filter(({ to }) => to === address)
describe('behind nginx', () => {
  it('serves pages, and passes the client address to each node', async () => {
    const home = await fetch(cluster.url)
    expect([home.status, home.headers.get('content-security-policy')?.includes("default-src 'none'")]).toEqual([200, true])
    const newest = async () => (await cluster.query('select ip from applications order by seq desc limit 1'))[0]
    expect(await submitFrom('127.0.0.2', cluster.url)).toBe(201)
    expect(await newest()).toEqual({ ip: '127.0.0.2' })
    const forged = submission('Contact', answers('Contact'), { 'X-Forwarded-For': '203.0.113.9, 198.51.100.7' })
    expect((await fetch(`${cluster.url}/api/submit-application`, forged)).status).toBe(201)
    expect(await newest()).toEqual({ ip: '127.0.0.1' })
  })

  it('refuses a body that is too large with the message of the server', async () => {
    const response = await post(`${cluster.url}/api/submit-application`, {
      formType: 'Contact',
      message: 'x'.repeat(9 * 2 ** 20),
    })
    expect([response.status, (await response.json()).success]).toEqual([413, false])
  })
})

it('stores one record, sends one letter for fifty equal requests to three nodes', async () => {
  const formAnswers = answers('Accelerator')
  const before = await total()
  const init = submission('Accelerator', formAnswers, { 'Idempotency-Key': 'fifty-over-three' })
  const responses = await Promise.all(
    Array.from({ length: 50 }, async (_, n) => {
      const response = await fetch(`${n % 5 === 0 ? cluster.url : node(n)}/api/submit-application`, init)
      return [response.status, (await response.json()).applicationId]
    }),
  )
  const [, id] = responses[0] ?? []
  expect(responses).toEqual(Array.from({ length: 50 }, () => [201, id]))
  expect(typeof id).toBe('string')
  expect(await total()).toBe(before + 1)
  await cluster.untilSent()
  expect(lettersTo(formAnswers.email)).toHaveLength(1)
  const other = submission('Accelerator', answers('Accelerator'), { 'Idempotency-Key': 'fifty-over-three' })
  expect((await fetch(`${node(2)}/api/submit-application`, other)).status).toBe(422)
})

it('stores one of fifty equal submissions without a key, and refuses the others', async () => {
  const formAnswers = answers('StartupStudio')
  const statuses = await Promise.all(
    Array.from(
      { length: 50 },
      async (_, n) => (await fetch(`${node(n)}/api/submit-application`, submission('StartupStudio', formAnswers))).status,
    ),
  )
  expect([statuses.filter((status) => status === 201).length, statuses.filter((status) => status === 409).length]).toEqual([
    1, 49,
  ])
})

describe('signing in', () => {
  it('works across nodes: code from one, sign-in at another, session at every node', async () => {
    const seen = cluster.arrived().length
    expect((await post(`${node(0)}/api/auth/otp`, { email: admin })).status).toBe(200)
    const otp = await mailedCode(cluster, seen)
    const verified = await post(`${node(1)}/api/auth/verify`, { email: admin, otp })
    expect(verified.status).toBe(200)
    const session = cookiesOf(verified)
    const sessionStatus = async (n: number) =>
      (await fetch(`${node(n)}/api/auth/session`, { headers: { cookie: session } })).status
    expect([await sessionStatus(0), await sessionStatus(1), await sessionStatus(2)]).toEqual([200, 200, 200])
    expect((await post(`${node(2)}/api/auth/verify`, { email: admin, otp })).status).toBe(401)
    expect((await post(`${node(2)}/api/auth/logout`, {}, { cookie: session })).status).toBe(200)
    expect([await sessionStatus(0), await sessionStatus(1), await sessionStatus(2)]).toEqual([401, 401, 401])
  })

  it('gives a repeat under its key the same answer at every node, and mails one code', async () => {
    const seen = cluster.arrived().length
    const keyHeader = { 'Idempotency-Key': crypto.randomUUID() }
    for (const n of [0, 1, 2]) expect((await post(`${node(n)}/api/auth/otp`, { email: admin }, keyHeader)).status).toBe(200)
    const otp = await mailedCode(cluster, seen)
    expect(
      cluster
        .arrived()
        .slice(seen)
        .filter(({ to }) => to === admin),
    ).toHaveLength(1)
    const verifying = { 'Idempotency-Key': crypto.randomUUID() }
    const responses: [number, unknown][] = []
    for (const n of [0, 1, 2]) {
      const response = await post(`${node(n)}/api/auth/verify`, { email: admin, otp }, verifying)
      responses.push([response.status, await response.json()])
    }
    expect(responses).toEqual(Array.from({ length: 3 }, () => [200, responses[0]?.[1]]))
  })

  it('counts wrong codes over all nodes: the right one is refused after five', async () => {
    const seen = cluster.arrived().length
    expect((await post(`${node(0)}/api/auth/otp`, { email: admin })).status).toBe(200)
    const otp = await mailedCode(cluster, seen)
    const wrong = otp === '000000' ? '000001' : '000000'
    const tries = Array.from(
      { length: 5 },
      async (_, n) => (await post(`${node(n)}/api/auth/verify`, { email: admin, otp: wrong })).status,
    )
    expect(await Promise.all(tries)).toEqual([401, 401, 401, 401, 401])
    expect((await post(`${node(1)}/api/auth/verify`, { email: admin, otp })).status).toBe(401)
  })
})

it(`sends one letter for each of ${decisions} decisions that two nodes receive`, async () => {
  const people = Array.from({ length: decisions }, () => answers('Contact'))
  const ids = await inParallel(people, 24, async (formAnswers, n) => {
    const response = await fetch(`${node(n)}/api/submit-application`, submission('Contact', formAnswers))
    return (await response.json()).applicationId as string
  })
  const decide = async (id: string, at: number, status: string): Promise<number> => {
    const patch = json('PATCH', { status }, { cookie: await cluster.session() })
    return (await fetch(`${node(at)}/api/applications/${id}`, patch)).status
  }
  const decided = await inParallel(ids, 12, async (id, n) => {
    const status = n % 2 === 0 ? 'approved' : 'rejected'
    return (await Promise.all([decide(id, n, status), decide(id, n + 1, status)])).sort()
  })
  expect(decided).toEqual(ids.map(() => [200, 409]))
  // Only an empty outbox rules out a second letter.
  await cluster.untilSent(180_000)
  expect(people.map(({ email }) => lettersTo(email).length)).toEqual(people.map(() => 1))
}, 300_000)

/** Submits through nginx from an address of the loopback network. Returns the status. */
const submitFrom = (localAddress: string, url: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const { headers, body } = submission('Contact', answers('Contact'))
    request(`${url}/api/submit-application`, {
      method: 'POST',
      localAddress,
      agent: false,
      headers: { ...(headers as Record<string, string>), 'content-length': Buffer.byteLength(String(body)) },
    })
      .on('response', (response) => resolve(response.resume().statusCode ?? 0))
      .on('error', reject)
      .end(body)
  })

describe('limits', () => {
  it('count submissions over all nodes, with any claimed address', async () => {
    const limited = await startCluster({ LIMIT_SUBMISSIONS: '9/1h' }, 'smtp', 2)
    try {
      const send = async (n: number, headers: Record<string, string> = {}) => {
        const url = limited.nodes[n % 2]?.url
        const response = await fetch(`${url}/api/submit-application`, submission('Contact', answers('Contact'), headers))
        return response.status
      }
      const equal = submission('Contact', answers('Contact'), { 'Idempotency-Key': 'one-of-nine' })
      const equals = await Promise.all(
        Array.from(
          { length: 50 },
          async (_, n) => (await fetch(`${limited.nodes[n % 2]?.url}/api/submit-application`, equal)).status,
        ),
      )
      expect(new Set(equals)).toEqual(new Set([201]))
      const otherStatuses = await Promise.all(Array.from({ length: 15 }, (_, n) => send(n)))
      expect([
        otherStatuses.filter((status) => status === 201).length,
        otherStatuses.filter((status) => status === 429).length,
      ]).toEqual([8, 7])
      const forged = { 'X-Forwarded-For': '203.0.113.9' }
      const through = await fetch(`${limited.url}/api/submit-application`, submission('Contact', answers('Contact'), forged))
      expect([through.status, (await through.json()).code]).toEqual([429, 'TOO_MANY_REQUESTS'])
      expect(Number(through.headers.get('retry-after'))).toBeGreaterThan(3000)
      expect(await submitFrom('127.0.0.2', limited.url)).toBe(201)
    } finally {
      await limited.remove()
    }
  }, 120_000)
})

it('what one node publishes is served by all', async () => {
  const document = 'content/site.yaml'
  const { request = cluster.request } = cluster.nodes[0] ?? {}
  const { call } = deskOf({ request, signIn: cluster.session })
  const { value, revision } = (await call(`${siteRoutes.siteDocument.path}?path=${document}`)).body.document
  const draft = { path: document, value: { ...value, name: 'Kummi' }, revision }
  const saved = (await call(siteRoutes.saveSiteDocument.path, 'PUT', draft)).body.document
  await call(siteRoutes.publishSite.path, 'POST', { drafts: { [document]: saved.revision }, note: '' })
  // The node that was asked serves it when it answers.
  expect(await (await fetch(`${node(0)}/contact`)).text()).toContain('· Kummi</title>')
  const shows = async (n: number) => (await (await fetch(`${node(n)}/contact`)).text()).includes('· Kummi</title>') || undefined
  for (const n of [1, 2]) await until(`node ${n} to serve it`, () => shows(n))
})

it('skips a stopped node, for repeatable and for unsent requests', async () => {
  await cluster.nodes[1]?.stop('SIGKILL')
  try {
    const statuses = await Promise.all(
      Array.from(
        { length: 12 },
        async () => (await fetch(`${cluster.url}/api/submit-application`, submission('Contact', answers('Contact')))).status,
      ),
    )
    expect(new Set(statuses)).toEqual(new Set([201]))
  } finally {
    await cluster.nodes[1]?.start()
  }
})

it('nginx reports absent nodes as JSON to a caller and as a page to a visitor', async () => {
  for (const server of cluster.nodes) await server.stop('SIGKILL')
  const call = await fetch(`${cluster.url}/api/submit-application`, submission('Contact', answers('Contact')))
  expect([call.status, call.headers.get('retry-after'), await call.json()]).toEqual([
    503,
    '5',
    {
      success: false,
      code: 'DATABASE_CONNECTION_FAILED',
      error: 'Service temporarily unavailable. Please try again later.',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    },
  ])
  const page = await fetch(`${cluster.url}/accelerator`)
  expect([page.status, page.headers.get('content-type'), page.headers.get('refresh')]).toEqual([
    503,
    'text/html; charset=utf-8',
    '5',
  ])
  expect(await page.text()).toContain('<h1>One moment, please</h1>')
  await cluster.nodes[0]?.start()
  const back = await until('nginx to find the node', async () => {
    const response = await fetch(`${cluster.url}/accelerator`)
    return response.ok ? response.text() : undefined
  })
  expect(back).toContain('<h1')
})
