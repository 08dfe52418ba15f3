import { afterAll, beforeAll, expect, it } from 'vitest'
import { rows } from '../support/rows.ts'
import { until } from '../support/server.ts'
import { type Cluster, startCluster } from './cluster.ts'
import { away, kinds, startLoad } from './load.ts'

/** How long the database is down; `KOLAM_AWAY_SECONDS=10` is the full drill. */
const seconds = Number(process.env.KOLAM_AWAY_SECONDS ?? 3)

let cluster: Cluster

beforeAll(async () => {
  cluster = await startCluster()
  await cluster.session()
})
afterAll(() => cluster?.remove())

// A single server is tested with both (tests/faults/postgres.test.ts).
it.each(rows(['fast', 'crash'], ['crash']))(
  `acknowledges only stored data during ${seconds} s without PostgreSQL (%s)`,
  async (how) => {
    const load = startLoad(cluster.url, 6)
    await load.more(30)
    await cluster.postgres.stop(how)
    const before = load.acknowledged.length
    const refused = load.unacknowledged.length
    const end = Date.now() + seconds * 1000
    const headers = { cookie: await cluster.session() }
    for (const { url } of cluster.nodes) {
      expect((await fetch(`${url}/healthz`)).status).toBe(200)
      expect((await fetch(`${url}/accelerator`)).status).toBe(200)
      for (const path of ['/readyz', '/api/applications', '/api/stats']) {
        const response = await fetch(url + path, { headers })
        expect([path, response.status, await response.json()]).toMatchObject([
          path,
          503,
          { success: false, code: away[2], error: away[3] },
        ])
      }
    }
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, end - Date.now())))
    // The response for a committed submission may not have reached its sender.
    expect(load.acknowledged.length - before).toBeLessThanOrEqual(6)
    expect(load.unacknowledged.length).toBeGreaterThan(refused + 6)
    await cluster.postgres.start()
    await load.more(30)
    await load.stop()

    expect(kinds(load)).toEqual([away])
    await until('all nodes to be ready', async () => {
      const responses = await Promise.all(cluster.nodes.map((node) => fetch(`${node.url}/readyz`)))
      return responses.every(({ ok }) => ok) ? true : undefined
    })
    const all = await cluster.listed()
    const stored = new Map<string, string[]>()
    for (const { id, company_name } of all) stored.set(company_name, [...(stored.get(company_name) ?? []), id])
    expect(load.acknowledged.filter(({ key, id }) => stored.get(key)?.join() !== id)).toEqual([])
    // A claim has no worker when the database stopped before it confirmed the claim. It lapses after a minute; only the drill waits for that.
    if (seconds < 10) await cluster.lapseClaims()
    await cluster.untilSent(120_000)
    const count = new Map<string, number>()
    for (const { to } of cluster.arrived()) count.set(to, (count.get(to) ?? 0) + 1)
    expect(load.acknowledged.filter(({ email }) => count.get(email) !== 1)).toEqual([])
    console.log(
      `away for ${seconds} s (${how}): ${load.acknowledged.length} acknowledged and kept, ${load.unacknowledged.length} refused and sent again`,
    )
  },
  300_000,
)
