import { afterAll, beforeAll, expect, it } from 'vitest'
import { answers, submission } from '../support/answers.ts'
import { until } from '../support/server.ts'
import { type Cluster, startCluster } from './cluster.ts'
import { away, kinds, startLoad } from './load.ts'

/** For how many seconds a process is killed each second; `KOLAM_KILL_SECONDS=30` is the full drill. */
const seconds = Number(process.env.KOLAM_KILL_SECONDS ?? 4)

let cluster: Cluster

beforeAll(async () => {
  // Resend honours idempotency keys, so a message arrives exactly once even when a crash interrupts its sending.
  cluster = await startCluster({}, 'resend')
  await cluster.session()
})
afterAll(() => cluster?.remove())

/** Repeats a decision until a response confirms it: of this request, or of an earlier one whose response was lost. */
async function approve(id: string): Promise<void> {
  for (;;) {
    const status = await cluster.fetch(`/api/applications/${id}`, 'PATCH', { status: 'approved' }).then(
      (response) => response.status,
      () => 0,
    )
    if (status === 200 || status === 409) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

it(`a kill every second for ${seconds} s loses and repeats nothing`, {
  timeout: 420_000,
  tags: ['random'],
}, async () => {
  const { resend } = cluster
  if (resend === undefined) throw new Error('no mail')
  // This claim is certain to lose its worker, because the process dies while it sends the message.
  const hanging = new Promise((resolve) => resend.onCall(resolve))
  resend.behave('hang')
  const orphan = answers('Accelerator')
  const held = await fetch(`${cluster.nodes[0]?.url}/api/submit-application`, submission('Accelerator', orphan))
  const { applicationId } = await held.json()
  await hanging
  await cluster.nodes[0]?.stop('SIGKILL')
  resend.behave(undefined)
  await cluster.nodes[0]?.start()

  const load = startLoad(cluster.url, 6)
  const approved: string[] = []
  let deciding = true
  const decider = (async () => {
    for (let n = 0; deciding; n += 1) {
      while (deciding && load.acknowledged.length <= n) await new Promise((resolve) => setTimeout(resolve, 20))
      const next = load.acknowledged[n]
      if (next === undefined) return
      await approve(next.id)
      approved.push(next.id)
    }
  })()

  const up = new Set(cluster.nodes)
  const starting: Promise<unknown>[] = []
  let kills = 1
  for (const end = Date.now() + seconds * 1000; Date.now() < end; ) {
    // The drill kills one process a second, so this waits for time to pass.
    await new Promise((resolve) => setTimeout(resolve, 1000))
    const victim = [...up][Math.floor(Math.random() * up.size)]
    if (victim === undefined) continue
    up.delete(victim)
    await victim.stop('SIGKILL')
    kills += 1
    starting.push(victim.start().then(() => up.add(victim)))
  }
  await Promise.all(starting)
  await load.more(10)
  deciding = false
  await decider
  await load.stop()
  const { acknowledged } = load
  // nginx answers the requests that a killed process leaves without a response.
  expect(kinds(load)).toEqual([away])

  const all = await cluster.listed()
  const stored = new Map<string, string[]>()
  for (const { id, company_name } of all) stored.set(company_name, [...(stored.get(company_name) ?? []), id])
  expect(acknowledged.filter(({ key, id }) => stored.get(key)?.join() !== id)).toEqual([])
  expect([...stored.values()].filter((ids) => ids.length > 1)).toEqual([])
  expect(all).toHaveLength(acknowledged.length + 1)
  const { stats } = (await cluster.call('/api/stats')).body
  expect([stats.total, stats.approved]).toEqual([all.length, approved.length])
  expect(
    all
      .filter(({ status }) => status === 'approved')
      .map(({ id }) => id)
      .sort(),
  ).toEqual([...approved].sort())

  // The claims of killed processes lapse after a minute; only the drill waits for that.
  if (seconds < 30) await cluster.lapseClaims()
  await cluster.untilSent(180_000)
  const letters = new Map<string, string[]>()
  for (const { to, subject } of cluster.arrived()) letters.set(to, [...(letters.get(to) ?? []), subject])
  const due = new Map(acknowledged.map(({ id, email }) => [email, approved.includes(id) ? 2 : 1]))
  due.set(String(orphan.email), 1)
  expect(
    [...due].filter(([email, count]) => new Set(letters.get(email)).size !== count || letters.get(email)?.length !== count),
  ).toEqual([])
  const [taken] = await cluster.query(`select attempts, state from outbox where application_id = '${applicationId}'`)
  expect(taken).toEqual({ attempts: 2, state: 'sent' })
  const [over] = await cluster.query('select count(*)::int as n from outbox where attempts > 1')
  await until('all nodes to be ready', async () => {
    const responses = await Promise.all(cluster.nodes.map((node) => fetch(`${node.url}/readyz`)))
    return responses.every(({ ok }) => ok) ? true : undefined
  })
  console.log(
    `${kills} kills: ${acknowledged.length} acknowledged, ${load.unacknowledged.length} answers lost or refused and sent again, ` +
      `${approved.length} decided, ${cluster.arrived().length} messages, ${over?.n} claims taken over`,
  )
})
