import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { openStorage } from '../../src/server/storage/open.ts'
import { AppError } from '../../src/shared/errors.ts'
import { type Postgres, startPostgres } from '../support/postgres.ts'
import { at, submission } from '../support/submissions.ts'

let server: Postgres

beforeAll(async () => {
  server = await startPostgres()
})
afterAll(() => server.remove())

const open = (databaseUrl: string) => openStorage({ dataDir: '', databaseUrl, poolSize: 4 })

it.each(['fast', 'crash'] as const)(
  'reports an absent database (%s), acknowledges nothing falsely, and recovers',
  async (how) => {
    const storage = await open(await server.database())
    const { applications } = storage
    const acknowledged: string[] = []
    let awaited = { count: Number.POSITIVE_INFINITY, reached: () => {} }
    const reach = (count: number) =>
      new Promise<void>((resolve) => {
        awaited = { count, reached: resolve }
      })
    const refused: unknown[] = []
    let running = true
    const add = async (): Promise<void> => {
      const sent = submission()
      try {
        await applications.add(sent)
        acknowledged.push(sent.change.application.id)
        if (acknowledged.length >= awaited.count) awaited.reached()
      } catch (error) {
        refused.push(error)
      }
    }
    const load = Array.from({ length: 8 }, async () => {
      while (running) {
        await add()
        await new Promise((resolve) => setTimeout(resolve, 1))
      }
    })
    await reach(50)
    await server.stop(how)
    const before = acknowledged.length
    await new Promise((resolve) => setTimeout(resolve, 2000))
    expect(acknowledged).toHaveLength(before)
    await expect(storage.ping()).rejects.toMatchObject({ code: 'DATABASE_CONNECTION_FAILED' })
    await expect(applications.list({ limit: 1 })).rejects.toMatchObject({ code: 'DATABASE_CONNECTION_FAILED' })
    await server.start()
    await reach(before + 50)
    running = false
    await Promise.all(load)

    await storage.ping()
    expect(refused.length).toBeGreaterThan(0)
    expect(new Set(refused.map((error) => (error instanceof AppError ? error.code : String(error))))).toEqual(
      new Set(['DATABASE_CONNECTION_FAILED']),
    )
    const there = await Promise.all(acknowledged.map((id) => applications.byId(id)))
    expect(there.filter((application) => application === undefined)).toEqual([])
    await storage.close()
  },
)

it('fails to open with a reason while the database is unreachable', async () => {
  await expect(open('postgres://kolam@127.0.0.1:1/kolam')).rejects.toMatchObject({
    code: 'DATABASE_CONNECTION_FAILED',
    message: 'The database cannot be opened: connect ECONNREFUSED 127.0.0.1:1',
  })
  await expect(open((await server.database()).replace(/kolam_\d+$/, 'missing'))).rejects.toMatchObject({
    code: 'DATABASE_CONNECTION_FAILED',
    message: 'The database cannot be opened: database "missing" does not exist',
  })
})

it('refuses a server that could lose committed data', async () => {
  const url = await server.database()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`alter database ${new URL(url).pathname.slice(1)} set synchronous_commit = off`)
  await client.end()
  await expect(open(url)).rejects.toThrow(/synchronous_commit is off/)
  const careless = await startPostgres({ fsync: 'off' })
  try {
    await expect(open(await careless.database())).rejects.toThrow(/fsync is off/)
  } finally {
    await careless.remove()
  }
})

it('lets claims lapse by its own clock, also for a node with a wrong clock', async () => {
  const { applications, outbox, close } = await open(await server.database())
  await applications.add(submission())
  /** The number of claims after `s` seconds by a node whose clock is `off` seconds fast. */
  const claims = async (s: number, off: number): Promise<number> => {
    const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + off * 1000)
    try {
      return (await outbox.claim(['mail.letter'], 1, at(s + off), at(s + off + 60))).length
    } finally {
      clock.mockRestore()
    }
  }
  expect(await claims(100, 0)).toBe(1)
  expect(await claims(110, 90)).toBe(0)
  expect(await claims(161, 90)).toBe(1)
  expect(await claims(200, 0)).toBe(0)
  expect(await claims(222, 0)).toBe(1)
  // A slow node sees a claim that has lapsed only later.
  expect(await claims(300, -90)).toBe(0)
  expect(await claims(373, -90)).toBe(1)
  expect(await claims(400, 0)).toBe(0)
  expect(await claims(434, 0)).toBe(1)
  await close()
})

it('shares keys, limits and claims between servers', async () => {
  const url = await server.database()
  const [first, second, third] = await Promise.all([open(url), open(url), open(url)])
  const servers = [first, second, third]
  const equal = Array.from({ length: 51 }, (_, n) => servers[n % 3]?.applications.add(submission({ key: 'k' })))
  expect((await Promise.all(equal)).filter((added) => added?.kind === 'added')).toHaveLength(1)
  const hits = await Promise.all(Array.from({ length: 30 }, (_, n) => servers[n % 3]?.limits.hit('a', 10, 60_000, at(0))))
  expect(hits.filter((hit) => hit?.allowed)).toHaveLength(10)
  await Promise.all(Array.from({ length: 40 }, () => first.applications.add(submission())))
  const claims = await Promise.all(
    Array.from({ length: 12 }, (_, n) => servers[n % 3]?.outbox.claim(['mail.letter', 'sheet.row'], 9, at(1), at(60))),
  )
  const ids = claims.flatMap((entries) => (entries ?? []).map(({ id }) => id))
  expect(new Set(ids).size).toBe(ids.length)
  for (const storage of servers) await storage.close()
})
