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

/** Requests a second of people while the server is attacked. */
const pace = 20
/** As settings leave it, but for the size of the log. Clients are told apart as behind a proxy. */
const asDelivered = {
  ...{ DATABASE_URL: '', TRUST_PROXY: '1', LOG_LEVEL: 'error' },
  ...{ LIMIT_SUBMISSIONS: '30/1m', LIMIT_PASSCODES: '10/1h', LIMIT_CONFIRMATIONS: '60/1h' },
}
/** For an attack from many addresses at once, of which none reaches a limit. */
const unlimited = { ...asDelivered, LIMIT_SUBMISSIONS: '1000000/1m' }

const portOf = ({ url }: Running): number => Number(new URL(url).port)
const megabytes = (mebibytes: number): number => mebibytes * 1.048576

/** Starts `attacker.mjs`; what it prints, line by line. */
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

/** A request on a connection of its own; milliseconds until its answer is complete. @throws for another status */
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

/** What other people wait for, who load a page and send a submission at a steady pace; milliseconds, sorted. */
async function others(port: number, seconds: number) {
  const [pages, submissions]: [Promise<number>[], Promise<number>[]] = [[], []]
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

interface Besieged {
  readonly name: string
  readonly pages: Float64Array
  readonly submissions: Float64Array
  readonly peak: number
  readonly statuses: string
}

/** 16 loops that send 8 MB in six shapes. */
async function bodies(
  name: string,
  settings: Readonly<Record<string, string>>,
  seconds: number,
  addresses: number,
): Promise<Besieged> {
  await using ends = new AsyncDisposableStack()
  const server = await startServer(settings)
  ends.defer(() => server.remove())
  const attacker = attack('bodies', portOf(server), seconds, addresses)
  const { pages, submissions } = await others(portOf(server), seconds)
  await attacker.ended
  const statuses = Object.entries(attacker.lines[0] ?? {}).map(([status, count]) => `${count.toLocaleString('en')} × ${status}`)
  return { name, pages, submissions, peak: megabytes(memory(server.pid()).peak), statuses: statuses.join(', ') }
}

/** Bodies that are never finished: megabytes at most, and after the server has given them up. */
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
  await until('the connections', () => openNow() === count || undefined)
  const began = performance.now()
  // those that find no room are refused after 30 s, text after 30 s, files after 120 s
  if (isQuick) await pause(10_000)
  else await until('the end of all connections', () => openNow() === 0 || undefined, 200_000)
  const { peak, resident } = memory(server.pid())
  return { peak: megabytes(peak), after: megabytes(resident), open: openNow(), seconds: (performance.now() - began) / 1000 }
}

/** Guesses of the passcode: CPU of one, that of the same call without a judgement, and what `/readyz` waits meanwhile. */
async function guesses(count: number) {
  await using ends = new AsyncDisposableStack()
  const server = await startServer(asDelivered)
  ends.defer(() => server.remove())
  const port = portOf(server)
  const attacker = attack('guesses', port, count)
  /** Seconds of CPU that the server had when a round began. */
  const atRound = async (round: number): Promise<number> => {
    await until(`round ${round}`, () => attacker.lines.length > round || undefined, 120_000)
    return cpuSeconds(server.pid())
  }
  const [unjudged, begun] = [await atRound(1), await atRound(2)]
  const ready = run({ port, pieces: request('GET', '/readyz'), connections: 8, rate: pace, seconds: 4, status: 200 })
  const ended = await atRound(3)
  await attacker.ended
  const { durations } = await ready
  await server.stop()
  const db = new DatabaseSync(join(server.dataDir, 'kolam.sqlite'), { readOnly: true })
  const countOf = (name: string): number => Number(db.prepare(`select count(*) as n from ${name}`).get()?.n)
  const [judged, sessions] = [countOf('wrong_tries'), countOf('sessions')]
  db.close()
  const msOf = (seconds: number): number => (seconds / count) * 1000
  return { judged, sessions, ms: msOf(ended - begun), callMs: msOf(begun - unjudged), ready: durations }
}

/** The largest submission that is allowed, of words that differ: for how long it stops the event loop, milliseconds, in several rounds. */
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
    return until('the delay of the loop', () => delays()[before])
  }
  const stops: number[] = []
  for (let round = 0; round < rounds + 2; round += 1) {
    let word = round * 100_000
    const words = (length: number): string => {
      let text = ''
      while (text.length < length) text += `${(word++).toString(36)}க் `
      return text.slice(0, length).trim()
    }
    const written = inOrder(forms.Accelerator).filter(([, { kind }]) => kind === 'textarea')
    const body = JSON.stringify({
      formType: 'Accelerator',
      ...answers('Accelerator', Object.fromEntries(written.map(([name, { limit = 0 }]) => [name, words(limit)]))),
      ...{ companyName: `Company ${round}`, email: `largest${round}@people.example` },
    })
    await read()
    const sent = await fetch(`${server.url}/api/submit-application`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
    })
    if (sent.status !== 201) throw new Error(`the largest submission: ${sent.status} ${await sent.text()}`)
    await pause(200)
    // the first rounds compile what the later ones run
    if (round > 1) stops.push(await read())
  }
  return stops
}

/** What attackers cost everybody else. The attack, the requests of others and the server are processes of their own. */
export async function attacks({ isQuick, rounds }: Scale): Promise<Section> {
  const seconds = isQuick ? 10 : 40
  const besieged = [
    await bodies('from one address', asDelivered, seconds, 1),
    await bodies('from 1,000 addresses, none over its limit', unlimited, seconds, 1000),
  ]
  const silent = await unfinished(200, isQuick)
  const guessed = await guesses(isQuick ? 2_000 : 10_000)
  const stops = await largest(2 * rounds)
  const p = (durations: Float64Array): string => `${plain(quantile(durations, 0.5))} / ${plain(quantile(durations, 0.99))}`
  const rows = besieged.map(({ name, pages, submissions, peak, statuses }) => [
    name,
    ...[p(pages), p(submissions), plain(peak), statuses],
  ])
  return {
    id: 'attack',
    text: `16 loops send bodies of 8 MB in six shapes for ${seconds} s, while others load pages on connections of their own and send submissions, ${pace} a second each. Milliseconds: p50 / p99;
megabytes (10⁶ bytes) at most. Goals: 100 ms, 200 ms, 250 MB.

${table(['8 MB', 'a fresh page', 'a submission', 'memory', 'what the attacker got'], rows)}

| attack | figure | goal |
| --- | --- | --- |
| 200 bodies that are not finished: memory at most | ${plain(silent.peak)} MB | 250 MB |
| the same, after ${plain(silent.seconds)} s, with ${silent.open} still open | ${plain(silent.after)} MB | |
| ${(isQuick ? 2_000 : 10_000).toLocaleString('en')} guesses of the passcode: judged | ${guessed.judged} | 20 |
| sessions from them | ${guessed.sessions} | 0 |
| CPU of judging a guess: of the whole call, less that of the same call refused unjudged | ${guessed.ms.toFixed(3)} − ${guessed.callMs.toFixed(3)} = ${(guessed.ms - guessed.callMs).toFixed(3)} ms | 0.1 ms |
| \`/readyz\` meanwhile, p50 / p99 | ${p(guessed.ready)} ms | 50 ms |
| the largest submission allowed stops the event loop for | ${shown(spread(stops))} ms | 20 ms |`,
    plots: {},
  }
}
