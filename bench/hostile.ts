import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Hostile, hostileInputs, sendHostile } from '../tests/support/hostile.ts'
import { type Running, root, startServer, until } from '../tests/support/server.ts'
import { columns, cpuSeconds, forgetPeak, peakMemory, plain, quantile, type Scale, type Table } from './figures.ts'

const megabyte = 1024 * 1024
const patienceMs = 20_000

/** The longest time in milliseconds for which the server did nothing else since the last call. */
async function blockedMs(server: Running): Promise<number> {
  const printed = server.output().length
  process.kill(server.pid(), 'SIGUSR2')
  return until('the delay', () => {
    const delay = /delay: ([\d.]+)/.exec(server.output().slice(printed))?.[1]
    return delay === undefined ? undefined : Number(delay)
  })
}

/** Sends the largest input some times. */
async function measure(server: Running, cookie: string, hostile: Hostile, rounds: number): Promise<readonly string[]> {
  const [blocked, cpu, memory]: [number[], number[], number[]] = [[], [], []]
  for (let round = 0; round < rounds; round += 1) {
    const pid = server.pid()
    await blockedMs(server)
    forgetPeak(pid)
    const [cpuBefore, before] = [cpuSeconds(pid), peakMemory(pid)]
    try {
      await sendHostile(server.url, hostile, hostile.largest, cookie, patienceMs)
    } catch {
      await server.stop('SIGKILL')
      await server.start()
      return [`> ${plain(patienceMs)}`, '–', '–']
    }
    cpu.push((cpuSeconds(pid) - cpuBefore) * 1000)
    memory.push(peakMemory(pid) - before)
    blocked.push(await blockedMs(server))
  }
  const median = (values: number[]): string =>
    plain(
      quantile(
        values.sort((a, b) => a - b),
        0.5,
      ),
    )
  return [median(blocked), median(cpu), median(memory)]
}

/** The largest hostile input of each parser: for how long it blocks all others, its time and its memory. */
export async function hostile(scale: Scale): Promise<readonly Table[]> {
  const counting = pathToFileURL(path.join(root, 'tests/support/count-work.mjs')).href
  const settings = { DATABASE_URL: '', LOG_LEVEL: 'fatal', NODE_OPTIONS: `--import ${counting}`, TRUST_PROXY: '1' }
  const rows: string[][] = hostileInputs.map(({ parser, largest }) => [
    parser,
    largest >= megabyte ? `${plain(largest / megabyte)} MB` : `${plain(largest / 1000)} k`,
  ])
  for (const program of scale.programs) {
    const server = await startServer(settings, program)
    const cookie = await server.signIn()
    for (const [at, input] of hostileInputs.entries()) rows[at]?.push(...(await measure(server, cookie, input, scale.rounds)))
    await server.remove()
  }
  const names = columns(scale)
  const head = names.flatMap((name) => ['blocked, ms', 'CPU, ms', 'memory, MiB'].map((what) => `${name}: ${what}`.trim()))
  return [{ head: ['parser', 'largest', ...head], rows }]
}
