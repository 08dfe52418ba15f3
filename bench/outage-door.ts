/**
 * `node bench/outage-door.ts [LETTERS [ROUNDS]]`: what an outage of the mail provider is to those who submit. Two built servers stand side by side, each with
 * as many applications; one's provider is up and has taken everything, the other's is down and all its letters wait. Submissions go to them in turn, at the
 * same steady pace, through the front door. Prints the times of both and by how much the 99th of a hundred differs. Build first.
 */
import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { answers, submission } from '../tests/support/answers.ts'
import { startSmtp } from '../tests/support/smtp.ts'

const letters = Number(process.argv[2] ?? 10_000)
const rounds = Number(process.argv[3] ?? 12)
/** Submissions a second, and seconds at a time. */
const pace = 60
const roundSeconds = 4
const token = 'outage-door-outage-door'
const main = new URL('../dist/server/main.js', import.meta.url).pathname

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })

async function startServer(smtpUrl: string) {
  const dataDir = await mkdtemp(join(tmpdir(), 'kolam-door-'))
  const port = await freePort()
  const env = {
    PATH: process.env.PATH,
    HOST: '127.0.0.1',
    PORT: String(port),
    DATA_DIR: dataDir,
    SMTP_URL: smtpUrl,
    LIMIT_SUBMISSIONS: '1000000/1m',
    LIMIT_CONFIRMATIONS: '1000000/1m',
    LOG_LEVEL: 'silent',
    METRICS_TOKEN: token,
  }
  const child = spawn(process.execPath, [main], { cwd: dataDir, env, stdio: ['ignore', 'ignore', 'inherit'] })
  const url = `http://127.0.0.1:${port}`
  while (
    !(await fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    ))
  )
    await pause(50)
  const submit = async (): Promise<number> => {
    const body = submission('Accelerator', answers('Accelerator'))
    const from = performance.now()
    const reply = await fetch(`${url}/api/submit-application`, body)
    await reply.arrayBuffer()
    if (reply.status !== 201) throw new Error(`a submission was answered with ${reply.status}`)
    return performance.now() - from
  }
  return {
    submit,
    durations: [] as number[],
    /** The 99th of a hundred of each turn. */
    roundP99: [] as number[],
    /** Letters that are not sent yet. */
    async waiting(): Promise<number> {
      const text = await (await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${token}` } })).text()
      return [...text.matchAll(/^kolam_outbox\{topic="mail.letter".*\} (\d+)$/gm)].reduce((sum, [, n]) => sum + Number(n), 0)
    },
    async remove(): Promise<void> {
      const exited = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGKILL')
      await exited
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

type Server = Awaited<ReturnType<typeof startServer>>

/** Submits at the steady pace for one turn; milliseconds of each. */
async function measureRound(server: Server): Promise<readonly number[]> {
  const sent: Promise<number>[] = []
  for (const from = performance.now(); sent.length < pace * roundSeconds; ) {
    sent.push(server.submit())
    await pause(Math.max(0, from + (sent.length * 1000) / pace - performance.now()))
  }
  return Promise.all(sent)
}

const at = (durations: readonly number[], share: number): number =>
  [...durations].sort((a, b) => a - b)[Math.floor(durations.length * share)] ?? Number.NaN
const shown = (durations: readonly number[]): string =>
  `p50 ${at(durations, 0.5).toFixed(1)} ms, p99 ${at(durations, 0.99).toFixed(1)} ms of ${durations.length}`

const smtp = await startSmtp()
const up = await startServer(smtp.url)
const down = await startServer(`smtp://127.0.0.1:${await freePort()}`)
try {
  for (const server of [up, down])
    for (let done = 0; done < letters; done += 50) await Promise.all(Array.from({ length: 50 }, server.submit))
  while ((await up.waiting()) > 0) await pause(500)
  console.log(`letters that wait: ${await up.waiting()} with the provider up, ${await down.waiting()} with it down`)
  for (let round = 0; round <= rounds; round += 1)
    for (const server of round % 2 === 0 ? [up, down] : [down, up]) {
      const durations = await measureRound(server)
      if (round === 0) continue // the first round warms both up
      server.durations.push(...durations)
      server.roundP99.push(at(durations, 0.99))
    }
  console.log(`submissions, provider up:   ${shown(up.durations)}`)
  console.log(`submissions, provider down: ${shown(down.durations)}`)
  console.log(`p99 down against up: ${((at(down.durations, 0.99) / at(up.durations, 0.99) - 1) * 100).toFixed(0)} %`)
  // one pause of the machine, half a second long, is a hundredth of all: the turns tell it apart from what comes every time
  const each = ({ roundP99 }: Server): string => roundP99.map((ms) => ms.toFixed(0)).join(' ')
  console.log(`p99 of each turn, up:   ${each(up)}; median ${at(up.roundP99, 0.5).toFixed(1)} ms`)
  console.log(`p99 of each turn, down: ${each(down)}; median ${at(down.roundP99, 0.5).toFixed(1)} ms`)
} finally {
  await up.remove()
  await down.remove()
  await smtp.close()
}
