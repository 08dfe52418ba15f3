import { setTimeout as pause } from 'node:timers/promises'
import { type Running, startServer } from '../tests/support/server.ts'
import { columns, cpuSeconds, Figures, inTurns, quantile, residentMemory, type Scale, type Table } from './figures.ts'
import { request, run } from './load.ts'

/** The settings of servers under load. */
export const settings = { DATABASE_URL: '', LIMIT_SUBMISSIONS: '1000000/1m', LOG_LEVEL: 'error' }

/** The second start of an installation, from the start of the process to its first answer, and the memory some seconds later. */
export async function starts(scale: Scale): Promise<readonly Table[]> {
  const figures = new Figures(scale.programs.length)
  await inTurns(scale.programs.length, scale.rounds, async (program) => {
    const server = await startServer(settings, scale.programs[program])
    await server.stop()
    const began = performance.now()
    await server.start()
    const [elapsed, cpu] = [(performance.now() - began) / 1000, cpuSeconds(server.pid())]
    await pause(5000)
    figures.add(program, { 'first answer, s': elapsed, 'CPU, s': cpu, 'memory at rest, MiB': residentMemory(server.pid()) })
    await server.remove()
  })
  return [figures.table(columns(scale), { 'CPU, s': '0.36 at most', 'memory at rest, MiB': '133 at most' })]
}

/** The home page at 32 connections. */
export async function pages(scale: Scale): Promise<readonly Table[]> {
  await using ends = new AsyncDisposableStack()
  const servers: Running[] = []
  for (const program of scale.programs) {
    const server = await startServer(settings, program)
    ends.defer(() => server.remove())
    servers.push(server)
  }
  const figures = new Figures(servers.length)
  const load = { connections: 32, status: 200, pieces: request('GET', '/', { 'Accept-Encoding': 'br' }) }
  await inTurns(servers.length, scale.rounds + 1, async (program, round) => {
    const server = servers[program] as Running
    const before = cpuSeconds(server.pid())
    const { durations } = await run({ ...load, port: Number(new URL(server.url).port), seconds: scale.seconds })
    const cpu = ((cpuSeconds(server.pid()) - before) / durations.length) * 1e6
    // The first round warms the servers up.
    if (round > 0)
      figures.add(program, {
        'a second': durations.length / scale.seconds,
        'p99, ms': quantile(durations, 0.99),
        'CPU, µs': cpu,
      })
  })
  return [figures.table(columns(scale), {})]
}
