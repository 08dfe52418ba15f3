import { connect, createServer, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Postgres, startPostgres } from '../support/postgres.ts'
import { type Running, startServer } from '../support/server.ts'
import { type Attempt, preparations, testedKinds } from '../support/writes.ts'

// Of one request, the connection to PostgreSQL is cut at each statement in turn: before the statement arrives, and after it ran and before its result
// arrives. The second is the commit whose outcome nobody learns. KOLAM_WRITE_STEP=1 is the full drill.

const step = Number(process.env.KOLAM_WRITE_STEP ?? 7)
/** More than any request makes. */
const most = 200

let postgres: Postgres
let proxy: Awaited<ReturnType<typeof cuttingProxy>>
let server: Running
let prepare: ReturnType<typeof preparations>

type Moment = 'before' | 'after'

/** Calls `each` with every message that a client sends: its type, a letter, and its bytes. The first message has no type. */
function readMessages(each: (type: string, message: Buffer) => void): (chunk: Buffer) => void {
  let pending: Buffer = Buffer.alloc(0)
  let isFirst = true
  return (chunk) => {
    pending = Buffer.concat([pending, chunk])
    for (;;) {
      const head = isFirst ? 0 : 1
      if (pending.length < head + 4) return
      const length = head + pending.readUInt32BE(head)
      if (pending.length < length) return
      each(isFirst ? '' : String.fromCharCode(pending[0] ?? 0), pending.subarray(0, length))
      pending = pending.subarray(length)
      isFirst = false
    }
  }
}

/** A proxy before PostgreSQL that cuts one connection at its nth statement, counted over all connections. */
async function cuttingProxy(port: number) {
  let armed: { left: number; readonly moment: Moment } | undefined
  const sockets = new Set<Socket>()
  const listener = createServer((near) => {
    const far = connect(port, '127.0.0.1')
    let ends = false
    const cut = (): void => {
      near.destroy()
      far.destroy()
    }
    const read = readMessages((type, message) => {
      // Q: a simple query. E: a prepared statement runs.
      if (armed !== undefined && armed.left > 0 && (type === 'Q' || type === 'E')) {
        armed.left -= 1
        if (armed.left === 0 && armed.moment === 'before') return cut()
        ends = armed.left === 0
      }
      if (!far.destroyed) far.write(message)
    })
    near.on('data', read)
    far.on('data', (chunk) => (ends ? cut() : near.write(chunk)))
    for (const socket of [near, far]) {
      // Otherwise each of the small messages waits for the previous one's confirmation.
      socket.setNoDelay(true)
      sockets.add(socket)
      socket.on('error', cut)
      socket.on('close', () => {
        sockets.delete(socket)
        cut()
      })
    }
  })
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  const address = listener.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    port: address.port,
    arm(n: number, moment: Moment): void {
      armed = { left: n, moment }
    },
    /** @returns whether a connection was cut */
    disarm(): boolean {
      const cut = armed?.left === 0
      armed = undefined
      return cut
    },
    close(): void {
      listener.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

beforeAll(async () => {
  postgres = await startPostgres()
  const url = new URL(await postgres.database())
  proxy = await cuttingProxy(Number(url.port))
  url.port = String(proxy.port)
  server = await startServer({ LOG_LEVEL: 'silent', DATABASE_URL: url.href, DECISION_HOLD_S: '3600' })
  await server.session()
  prepare = preparations(server)
})
afterAll(async () => {
  await server?.remove()
  proxy?.close()
  await postgres?.remove()
})

const ofEachKind = it.for(testedKinds)

ofEachKind('%s: whole or not there when the connection is cut at any statement', { timeout: 900_000 }, async (kind) => {
  const attempts: { readonly attempt: Attempt; readonly when: string }[] = []
  const cuts = new Map<Moment, number>()
  for (const moment of ['before', 'after'] as const)
    for (let n = 1; n <= most; n += step) {
      const attempt = await prepare[kind]()
      proxy.arm(n, moment)
      const response = await attempt.act()
      const wasCut = proxy.disarm()
      const when = `cut ${moment} statement ${n}, and the response is ${response.status}`
      const isThere = await attempt.happened()
      if (response.status < 400) expect(isThere, when).toBe(true)
      if (!isThere) expect((await attempt.act()).status, when).toBeLessThan(400)
      expect(await attempt.happened(), when).toBe(true)
      attempts.push({ attempt, when })
      if (!wasCut) break
      cuts.set(moment, (cuts.get(moment) ?? 0) + 1)
    }
  expect([...cuts.keys()]).toEqual(['before', 'after'])
  if (step === 1) console.log(kind, [...cuts].map(([moment, count]) => `${count} ${moment}`).join(', '))
  await server.stop('SIGKILL')
  await server.start()
  for (const { attempt, when } of attempts) expect(await attempt.happened(), when).toBe(true)
})
