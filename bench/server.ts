import { setTimeout as pause } from 'node:timers/promises'
import { startPostgres } from '../tests/support/postgres.ts'
import { type Running, startServer } from '../tests/support/server.ts'
import { cpuSeconds, plain, quantile, type Row, residentMemory, type Scale, shown, spread } from './figures.ts'
import { type Load, request, run } from './load.ts'
import { jsonSubmission } from './submissions.ts'

/** Calls `measure` for each program once a round. Every second round runs in the opposite order, so that drift of the machine affects all alike. */
async function inTurns(scale: Scale, measure: (program: number, round: number) => Promise<void>): Promise<void> {
  const programs = scale.programs.map((_, at) => at)
  for (let round = 0; round < scale.rounds; round += 1)
    for (const program of round % 2 === 0 ? programs : [...programs].reverse()) await measure(program, round)
}

/** The figures of each program by name, one value a round. */
class Figures {
  readonly #values: readonly Map<string, number[]>[]

  constructor({ programs }: Scale) {
    this.#values = programs.map(() => new Map())
  }

  add(program: number, figures: Readonly<Record<string, number>>): void {
    const values = this.#values[program]
    for (const [name, value] of Object.entries(figures)) values?.set(name, [...(values.get(name) ?? []), value])
  }

  rows(): readonly (readonly Row[])[] {
    return this.#values.map((values) => [...values].map(([what, rounds]) => ({ what, value: shown(spread(rounds)) })))
  }
}

const settings = { DATABASE_URL: '', LIMIT_SUBMISSIONS: '1000000/1m', LOG_LEVEL: 'error' }

/** The second start of an installation, from the start of the process to its first answer, and the memory some seconds later. */
export async function starts(scale: Scale): Promise<readonly (readonly Row[])[]> {
  const figures = new Figures(scale)
  await inTurns(scale, async (program) => {
    const server = await startServer(settings, scale.programs[program])
    await server.stop()
    const began = performance.now()
    await server.start()
    const [elapsed, cpu] = [(performance.now() - began) / 1000, cpuSeconds(server.pid())]
    await pause(5000)
    figures.add(program, { 'first answer, s': elapsed, 'CPU, s': cpu, 'memory at rest, MiB': residentMemory(server.pid()) })
    await server.remove()
  })
  return figures.rows()
}

/** Runs `loads` on each program in turns. Starts the servers, and ends them afterwards. */
async function underLoad(
  scale: Scale,
  loads: Readonly<Record<string, Omit<Load, 'port'>>>,
): Promise<readonly (readonly Row[])[]> {
  await using ends = new AsyncDisposableStack()
  const postgres = scale.isPostgres ? await startPostgres() : undefined
  ends.defer(async () => postgres?.remove())
  const servers: Running[] = []
  for (const program of scale.programs) {
    const server = await startServer({ ...settings, ...(postgres && { DATABASE_URL: await postgres.database() }) }, program)
    ends.defer(() => server.remove())
    await run({ ...(Object.values(loads)[0] as Load), port: Number(new URL(server.url).port), seconds: 3 })
    servers.push(server)
  }
  const figures = new Figures(scale)
  for (const [name, load] of Object.entries(loads))
    await inTurns(scale, async (program) => {
      const server = servers[program] as Running
      const before = cpuSeconds(server.pid())
      const { durations } = await run({ ...load, port: Number(new URL(server.url).port) })
      figures.add(program, {
        [`${name}: a second`]: durations.length / load.seconds,
        [`${name}: p50 ms`]: quantile(durations, 0.5),
        [`${name}: p99 ms`]: quantile(durations, 0.99),
        [`${name}: longest ms`]: durations.at(-1) ?? Number.NaN,
        [`${name}: CPU µs each`]: ((cpuSeconds(server.pid()) - before) / durations.length) * 1e6,
      })
    })
  const memory = servers.map((server) => ({ what: 'memory at the end, MiB', value: plain(residentMemory(server.pid())) }))
  return figures.rows().map((rows, program) => [...rows, memory[program] as Row])
}

/** The home page at 32 connections. */
export const pages = (scale: Scale) =>
  underLoad(scale, {
    'home page': {
      connections: 32,
      seconds: scale.seconds,
      status: 200,
      pieces: request('GET', '/', { 'Accept-Encoding': 'br' }),
    },
  })

/** Submissions of 2.3 KB, each from another applicant: at a steady pace, and as many as possible. CPU includes the letters that are sent meanwhile. */
export function submissions(scale: Scale) {
  const load = { pieces: jsonSubmission(), seconds: scale.seconds, status: 201 }
  return underLoad(scale, {
    '5 a second': { ...load, connections: 16, rate: 5 },
    '200 a second': { ...load, connections: 64, rate: 200 },
    '1 connection': { ...load, connections: 1 },
    '64 connections': { ...load, connections: 64 },
  })
}
