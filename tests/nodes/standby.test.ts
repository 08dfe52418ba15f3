import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { expect, it } from 'vitest'
import { startPostgres, startStandby } from '../support/postgres.ts'
import { startServer, until } from '../support/server.ts'
import { away, kinds, startLoad } from './load.ts'

/** An address that leads to one port after another, as an address does that fails over. */
async function line(first: number) {
  let target = first
  const sockets = new Set<Socket>()
  const listener = createServer((near) => {
    const far = connect(target, '127.0.0.1')
    const pair = [near, far]
    for (const socket of pair) {
      sockets.add(socket.setNoDelay(true))
      socket.on('error', () => undefined)
      socket.on('close', () => {
        sockets.delete(socket)
        for (const each of pair) each.destroy()
      })
    }
    near.pipe(far)
    far.pipe(near)
  }).listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const address = listener.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    port: address.port,
    to(port: number): void {
      target = port
    },
    /** Ends all connections, and accepts no more. */
    close(): void {
      listener.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

// docs/operations-reference.md says what an acknowledgement means with a standby.
it.each([
  ['waits for its standby', true],
  ['does not wait', false],
] as const)('a primary that %s dies under load, and the standby takes over', { timeout: 300_000 }, async (how, waits) => {
  const primary = await startPostgres()
  const url = new URL(await primary.database())
  const replication = await line(primary.port)
  const standby = await startStandby(primary.port, replication.port)
  if (waits)
    for (const [name, value] of Object.entries({ synchronous_standby_names: 'standby', synchronous_commit: 'remote_apply' }))
      await primary.run(`alter system set ${name} = '${value}'`)
  await primary.run('select pg_reload_conf()')
  const database = await line(primary.port)
  url.port = String(database.port)
  const server = await startServer({ DATABASE_URL: url.href, LOG_LEVEL: 'silent' })
  try {
    await server.session()
    const load = startLoad(server.url, 6)
    await load.more(200)
    // From here on the standby hears nothing: what is acknowledged now is only on the primary.
    replication.close()
    const before = load.acknowledged.length
    if (waits) await until('each sender to be refused twice', () => load.unacknowledged.length >= 12 || undefined)
    else await load.more(50)
    await primary.stop('crash')
    const lastOfPrimary = load.acknowledged.length
    await standby.promote()
    database.to(standby.port)
    await load.more(100)
    await load.stop()
    expect(kinds(load)).toEqual([away])

    const stored = new Set((await server.listed()).map(({ id }) => id))
    const lost = load.acknowledged.filter(({ id }) => !stored.has(id))
    if (waits) expect([lost, lastOfPrimary - before]).toEqual([[], 0])
    else {
      // Nothing of before, and nothing of after.
      const between = load.acknowledged.slice(before - 6, lastOfPrimary + 6).map(({ id }) => id)
      expect(lost.filter(({ id }) => !between.includes(id))).toEqual([])
      expect(lost.length).toBeGreaterThan(0)
    }
    console.log(`${how}: ${load.acknowledged.length} acknowledged, ${lost.length} lost`)
  } finally {
    await server.remove()
    for (const each of [database, replication]) each.close()
    for (const each of [standby, primary]) await each.remove()
  }
})
