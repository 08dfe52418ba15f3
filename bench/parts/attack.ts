import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { request as call } from 'node:http'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { inOrder } from '../../src/forms/form.ts'
import { answers, forms } from '../../tests/support/answers.ts'
import { type Running, startServer, until } from '../../tests/support/server.ts'
import { plain, quantile, shown, spread, table } from '../figures.ts'
import { request, run } from '../load.ts'
import { cpuSeconds, memory } from '../programs.ts'
import type { Scale, Section } from '../section.ts'

/** Requests a second that other people send while the server is attacked. */
const pace = 20
/** The default limits, behind one proxy, with a short log. */
const defaultSettings = {
  DATABASE_URL: '',
  TRUST_PROXY: '1',
  LOG_LEVEL: 'error',
  LIMIT_SUBMISSIONS: '30/1m',
  LIMIT_PASSCODES: '10/1h',
  LIMIT_CONFIRMATIONS: '60/1h',
}
/** For an attack from many addresses, none of which reaches a limit. */
const unlimited = { ...defaultSettings, LIMIT_SUBMISSIONS: '1000000/1m' }

const portOf = ({ url }: Running): number => Number(new URL(url).port)
const megabytes = (mebibytes: number): number => mebibytes * 1.048576

/** Starts `attacker.mjs`. `lines` grows as it prints. */
function attack(kind: string, port: number, ...rest: readonly number[]) {
  const child: ChildProcess = spawn(
    process.execPath,
    [new URL('../attacker.mjs', import.meta.url).pathname, kind, port, ...rest].map(String),
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const lines: Record<string, number>[] = []
  if (child.stdout) createInterface(child.stdout).on('line', (line) => lines.push(JSON.parse(line)))
  return { child, lines, ended: once(child, 'close') }
}

/** Sends a request on a new connection. Returns the milliseconds until the response is complete. @throws for a status other than `status` */
function time(
  port: number,
  path: string,
  status: number,
  headers: Readonly<Record<string, string>> = {},
  body?: string,
): Promise<number> {
  const began = performance.now()
  const options = { port, host: '127.0.0.1', path, headers, agent: false, method: body === undefined ? 'GET' : 'POST' }
  return new Promise((resolve, reject) => {
    call(options, (response) => {
      if (response.statusCode !== status) reject(new Error(`${path}: ${response.statusCode}`))
      response.resume().once('end', () => resolve(performance.now() - began))
    })
      .once('error', reject)
      .end(body)
  })
}

/** Loads pages and sends submissions at a steady pace, as other people do. Returns their durations in milliseconds, sorted. */
async function measureOthers(port: number, seconds: number) {
  const pages: Promise<number>[] = []
  const submissions: Promise<number>[] = []
  for (let n = 0; n < seconds * pace; n += 1) {
    pages.push(time(port, '/accelerator', 200))
    const from = `203.0.${Math.floor(n / 250)}.${n % 250}`
    const body = JSON.stringify({ formType: 'Accelerator', ...answers('Accelerator'), companyName: `Company ${n}` })
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': from }
    submissions.push(time(port, '/api/submit-application', 201, headers, body))
    await pause(1000 / pace)
  }
  const sorted = async (times: readonly Promise<number>[]) => Float64Array.from(await Promise.all(times)).sort()
  return { pages: await sorted(pages), submissions: await sorted(submissions) }
}

interface BodyAttack {
  readonly name: string
  readonly pages: Float64Array
  readonly submissions: Float64Array
  readonly peak: number
  readonly statuses: string
}

/** Measures the server while 16 loops send bodies of 8 MB in six shapes. */
async function bodies(
  name: string,
  settings: Readonly<Record<string, string>>,
  seconds: number,
  addresses: number,
): Promise<BodyAttack> {
  await using ends = new AsyncDisposableStack()
  const server = await startServer(settings)
  ends.defer(() => server.remove())
  const attacker = attack('bodies', portOf(server), seconds, addresses)
  const { pages, submissions } = await measureOthers(portOf(server), seconds)
  await attacker.ended
  const statuses = Object.entries(attacker.lines[0] ?? {}).map(([status, count]) => `${count.toLocaleString('en')} × ${status}`)
  return { name, pages, submissions, peak: megabytes(memory(server.pid()).peak), statuses: statuses.join(', ') }
}

/** Sends bodies that never end. Returns the server's memory in megabytes: the peak, and after the server closed the connections. */
async function unfinished(count: number, isQuick: boolean) {
  await using ends = new AsyncDisposableStack()
  const server = await startServer(unlimited)
  ends.defer(() => server.remove())
  const attacker = attack('unfinished', portOf(server), count)
  ends.defer(async () => {
    attacker.child.kill('SIGKILL')
    await attacker.ended
  })
  const openNow = (): number => attacker.lines.at(-1)?.open ?? 0
  await until('all connections to open', () => openNow() === count || undefined)
  const began = performance.now()
  // The server refuses bodies without memory for them after 30 s, text after 30 s and files a minute after their last byte.
  if (isQuick) await pause(10_000)
  else await until('all connections to close', () => openNow() === 0 || undefined, 200_000)
  const { peak, resident } = memory(server.pid())
  return { peak: megabytes(peak), after: megabytes(resident), open: openNow(), seconds: (performance.now() - began) / 1000 }
}

/** Guesses the passcode. Measures the CPU of a guess, the CPU of a call that is refused unchecked, and the response time of `/readyz` meanwhile. */
async function guesses(count: number) {
  await using ends = new AsyncDisposableStack()
  const server = await startServer(defaultSettings)
  ends.defer(() => server.remove())
  const port = portOf(server)
  const attacker = attack('guesses', port, count)
  /** Seconds of CPU that the server had used when a round began. */
  const cpuAtRound = async (round: number): Promise<number> => {
    await until(`round ${round}`, () => attacker.lines.length > round || undefined, 120_000)
    return cpuSeconds(server.pid())
  }
  const cpuAtUnchecked = await cpuAtRound(1)
  const cpuAtGuesses = await cpuAtRound(2)
  // 400 of them, so that one in a hundred is not just the slowest
  const ready = run({ port, pieces: request('GET', '/readyz'), connections: 8, rate: 100, seconds: 4, status: 200 })
  const cpuAtEnd = await cpuAtRound(3)
  await attacker.ended
  const { durations } = await ready
  await server.stop()
  const db = new DatabaseSync(join(server.dataDir, 'kolam.sqlite'), { readOnly: true })
  const countOf = (name: string): number => Number(db.prepare(`select count(*) as n from ${name}`).get()?.n)
  const checked = countOf('wrong_tries')
  const sessions = countOf('sessions')
  db.close()
  const msOf = (seconds: number): number => (seconds / count) * 1000
  return {
    checked,
    sessions,
    ms: msOf(cpuAtEnd - cpuAtGuesses),
    callMs: msOf(cpuAtGuesses - cpuAtUnchecked),
    ready: durations,
  }
}

/** Sends the largest allowed submission, made of distinct words. Returns for each round how many milliseconds it blocks the event loop. */
async function largest(rounds: number): Promise<readonly number[]> {
  await using ends = new AsyncDisposableStack()
  const server = await startServer({
    ...unlimited,
    NODE_OPTIONS: `--import ${new URL('../loop-delay.mjs', import.meta.url).pathname}`,
  })
  ends.defer(() => server.remove())
  const delays = (): readonly number[] => [...server.output().matchAll(/^loop ([\d.]+)$/gm)].map(([, ms]) => Number(ms))
  const read = async (): Promise<number> => {
    const before = delays().length
    process.kill(server.pid(), 'SIGUSR2')
    return until('the delay of the event loop', () => delays()[before])
  }
  const stops: number[] = []
  for (let round = 0; round < rounds + 2; round += 1) {
    let word = round * 100_000
    const words = (length: number): string => {
      let text = ''
      while (text.length < length) text += `${(word++).toString(36)}க் `
      return text.slice(0, length).trim()
    }
    const textFields = inOrder(forms.Accelerator).filter(([, { kind }]) => kind === 'textarea')
    const body = JSON.stringify({
      formType: 'Accelerator',
      ...answers('Accelerator', Object.fromEntries(textFields.map(([name, { limit = 0 }]) => [name, words(limit)]))),
      companyName: `Company ${round}`,
      email: `largest${round}@people.example`,
    })
    await read()
    const sent = await fetch(`${server.url}/api/submit-application`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
    })
    if (sent.status !== 201) throw new Error(`the largest submission: ${sent.status} ${await sent.text()}`)
    await pause(200)
    // The first two rounds warm up the JIT.
    if (round > 1) stops.push(await read())
  }
  return stops
}

/** Measures how attacks affect everybody else. The attacker and the server run in separate processes. */
export async function attacks({ isQuick, rounds }: Scale): Promise<Section> {
  const seconds = isQuick ? 10 : 40
  const bodyAttacks = [
    await bodies('from one address', defaultSettings, seconds, 1),
    await bodies('from 1,000 addresses, none over its limit', unlimited, seconds, 1000),
  ]
  const silent = await unfinished(200, isQuick)
  const count = isQuick ? 2_000 : 10_000
  const guessed = await guesses(count)
  const stops = await largest(2 * rounds)
  const p = (durations: Float64Array): string => `${plain(quantile(durations, 0.5))} / ${plain(quantile(durations, 0.99))}`
  const rows = bodyAttacks.map(({ name, pages, submissions, peak, statuses }) => [
    name,
    p(pages),
    p(submissions),
    plain(peak),
    statuses,
  ])
  const figures = [
    ['200 bodies that never end: peak memory', `${plain(silent.peak)} MB`, '250 MB'],
    [`the same, after ${plain(silent.seconds)} s, with ${silent.open} still open`, `${plain(silent.after)} MB`, ''],
    [`${count.toLocaleString('en')} guesses of the passcode: checked`, String(guessed.checked), '20'],
    ['sessions from them', String(guessed.sessions), '0'],
    [
      'CPU to check a guess: the whole call, less a call that is refused unchecked',
      `${guessed.ms.toFixed(3)} − ${guessed.callMs.toFixed(3)} = ${(guessed.ms - guessed.callMs).toFixed(3)} ms`,
      '0.1 ms',
    ],
    ['`/readyz` meanwhile, p50 / p99', `${p(guessed.ready)} ms`, '50 ms'],
    ['the largest allowed submission blocks the event loop for', `${shown(spread(stops))} ms`, '20 ms'],
  ]
  return {
    id: 'attack',
    text: `16 loops send bodies of 8 MB in six shapes for ${seconds} s. Meanwhile other people load pages and send submissions, ${pace} a second each, every request on a new connection. Times
are p50 / p99 in milliseconds; memory is the peak in megabytes (10⁶ bytes). Goals: 100 ms, 200 ms, 250 MB.

${table(['8 MB', 'a page', 'a submission', 'memory', 'responses to the attacker'], rows)}

${table(['attack', 'figure', 'goal'], figures)}`,
    plots: {},
  }
}
