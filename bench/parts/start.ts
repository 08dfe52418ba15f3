import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { serverEnvironment, serverFlags } from '../../scripts/runtime.mjs'
import { freePort, root } from '../../tests/support/server.ts'
import { type Spread, shown, spread, table } from '../figures.ts'
import { type Mark, plot } from '../plot.ts'
import { cpuSeconds, memory } from '../programs.ts'
import { alternate, type Scale, type Section } from '../section.ts'

/** A Node.js program that serves one line over HTTP and has an SQLite database open: the floor for a server of this kind. */
const bareProgram = `
const db = new (require('node:sqlite').DatabaseSync)(process.env.DATA_DIR + '/bare.sqlite')
db.exec('create table if not exists t (x)')
require('node:http').createServer((request, response) => response.end('ok')).listen(process.env.PORT, '127.0.0.1')`

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    get({ port, host: '127.0.0.1', path: '/', agent: false }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode === 200))
    }).once('error', () => resolve(false))
  })

interface Start {
  readonly name: string
  /** CPU and wall clock until the first response, seconds. */
  readonly cpu: number[]
  readonly elapsed: number[]
  /** Resident memory a few seconds later, MiB. */
  readonly idle: number[]
}

/** Starts a program, measures until its first response and `idleSeconds` later, and ends it. */
async function start(args: readonly string[], dataDir: string, into: Start, idleSeconds: number): Promise<void> {
  const port = await freePort()
  const began = performance.now()
  const child = spawn(process.execPath, args, {
    cwd: dataDir,
    env: {
      PATH: process.env.PATH,
      ...serverEnvironment,
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'error',
    },
    stdio: 'ignore',
  })
  const pid = child.pid ?? 0
  while (!(await answers(port))) await pause(5)
  into.elapsed.push((performance.now() - began) / 1000)
  into.cpu.push(cpuSeconds(pid))
  await pause(idleSeconds * 1000)
  into.idle.push(memory(pid).resident)
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

/** Measures a start with an empty data folder and a second start: CPU until the first response, and idle memory. */
export async function starting({ isQuick, rounds }: Scale): Promise<Section> {
  const folder = mkdtempSync(join(tmpdir(), 'kolam-bench-start-'))
  const none = (name: string): Start => ({ name, cpu: [], elapsed: [], idle: [] })
  const [first, second, bare] = ['first start', 'second start', 'bare Node.js with SQLite'].map(none) as [Start, Start, Start]
  const main = [...serverFlags, join(root, 'dist/server/main.js')]
  const idleSeconds = isQuick ? 2 : 6
  try {
    await alternate(rounds, [first, bare], async (subject) => {
      const dataDir = mkdtempSync(join(folder, 'data-'))
      await start(subject === bare ? ['-e', bareProgram] : main, dataDir, subject, idleSeconds)
      if (subject === first) await start(main, dataDir, second, idleSeconds)
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return describe([first, second, bare])
}

function describe(starts: readonly Start[]): Section {
  const rows = starts.map(({ name, cpu, elapsed, idle }) => [
    name,
    ...[cpu, elapsed, idle].map((values) => shown(spread(values))),
  ])
  const marks = (figure: (start: Start) => readonly number[], goal: number): Mark[] =>
    starts.map((start, n) => {
      const values: Spread = spread(figure(start))
      return { name: start.name, ...values, isFloor: n === 2, goal: n === 2 ? undefined : goal }
    })
  return {
    id: 'start',
    text: `From the start of the process to its first page. Idle: MiB of resident memory some seconds later. Goals: 0.6 s of CPU, 110 MiB.

${table(['start', 'CPU s', 'elapsed s', 'idle MiB'], rows)}`,
    plots: {
      start: plot(
        'CPU from start to first response',
        's',
        marks(({ cpu }) => cpu, 0.6),
      ),
      idle: plot(
        'Idle memory',
        'MiB',
        marks(({ idle }) => idle, 110),
      ),
    },
  }
}
