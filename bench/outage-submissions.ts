/**
 * `node bench/outage-submissions.ts [LETTERS [ROUNDS]]`, after `npm run build`: measures how an outage of the mail provider affects submissions. Two servers run with
 * the same number of applications. The provider of one is up and has taken all letters; the provider of the other is down and all its letters wait. Both get
 * submissions over HTTP at the same steady pace, one server at a time. Prints the response times of both, and by how much the p99 differs.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { answers, submission } from '../tests/support/answers.ts'
import { freePort, startServer } from '../tests/support/server.ts'
import { startSmtp } from '../tests/support/smtp.ts'

const letters = Number(process.argv[2] ?? 10_000)
const rounds = Number(process.argv[3] ?? 12)
/** Submissions a second, and seconds of a round. */
const pace = 60
const roundSeconds = 4
const token = 'a-token-for-the-metrics'

async function startServerWith(smtpUrl: string) {
  const server = await startServer({
    DATABASE_URL: '',
    SMTP_URL: smtpUrl,
    LIMIT_SUBMISSIONS: '1000000/1m',
    LIMIT_CONFIRMATIONS: '1000000/1m',
    LOG_LEVEL: 'silent',
    METRICS_TOKEN: token,
  })
  const submit = async (): Promise<number> => {
    const body = submission('Accelerator', answers('Accelerator'))
    const from = performance.now()
    const response = await fetch(`${server.url}/api/submit-application`, body)
    await response.arrayBuffer()
    if (response.status !== 201) throw new Error(`a submission got the status ${response.status}`)
    return performance.now() - from
  }
  return {
    submit,
    durations: [] as number[],
    /** The p99 of each round. */
    roundP99: [] as number[],
    /** Letters that are not sent yet. */
    async waiting(): Promise<number> {
      const text = await (await fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${token}` } })).text()
      return [...text.matchAll(/^kolam_outbox\{topic="mail.letter".*\} (\d+)$/gm)].reduce((sum, [, n]) => sum + Number(n), 0)
    },
    async remove(): Promise<void> {
      await server.stop('SIGKILL')
      await server.remove()
    },
  }
}

type Server = Awaited<ReturnType<typeof startServerWith>>

/** Submits at the steady pace for one round. Returns the response times in milliseconds. */
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
const up = await startServerWith(smtp.url)
const down = await startServerWith(`smtp://127.0.0.1:${await freePort()}`)
try {
  for (const server of [up, down])
    for (let done = 0; done < letters; done += 50) await Promise.all(Array.from({ length: 50 }, server.submit))
  while ((await up.waiting()) > 0) await pause(500)
  console.log(`waiting letters: ${await up.waiting()} with the provider up, ${await down.waiting()} with it down`)
  for (let round = 0; round <= rounds; round += 1)
    for (const server of round % 2 === 0 ? [up, down] : [down, up]) {
      const durations = await measureRound(server)
      if (round === 0) continue // The first round warms up both servers.
      server.durations.push(...durations)
      server.roundP99.push(at(durations, 0.99))
    }
  console.log(`submissions, provider up:   ${shown(up.durations)}`)
  console.log(`submissions, provider down: ${shown(down.durations)}`)
  console.log(
    `p99 with the provider down, against up: ${((at(down.durations, 0.99) / at(up.durations, 0.99) - 1) * 100).toFixed(0)} %`,
  )
  // One pause of the machine of half a second can raise the p99 of all rounds together. The p99 of each round shows whether it is such a pause.
  const each = ({ roundP99 }: Server): string => roundP99.map((ms) => ms.toFixed(0)).join(' ')
  console.log(`p99 of each round, up:   ${each(up)}; median ${at(up.roundP99, 0.5).toFixed(1)} ms`)
  console.log(`p99 of each round, down: ${each(down)}; median ${at(down.roundP99, 0.5).toFixed(1)} ms`)
} finally {
  await up.remove()
  await down.remove()
  await smtp.close()
}
