import { setTimeout as pause } from 'node:timers/promises'
import { startServer } from '../tests/support/server.ts'
import { columns, cpuSeconds, Figures, inTurns, residentMemory, type Scale, type Table } from './figures.ts'

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
