import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { startServer } from '../../tests/support/server.ts'
import { plain, quantile, table } from '../figures.ts'
import { run } from '../load.ts'
import { cpuSeconds, memory } from '../programs.ts'
import type { Scale, Section } from '../section.ts'
import { jsonSubmission } from '../submissions.ts'

const rate = 200

/** Measures submissions at a steady pace for five minutes on one server. Each sends its letter. */
export async function steady({ isQuick }: Scale): Promise<Section> {
  const [minutes, seconds] = isQuick ? [2, 5] : [5, 60]
  await using ends = new AsyncDisposableStack()
  const server = await startServer({
    DATABASE_URL: '',
    LIMIT_SUBMISSIONS: '1000000/1m',
    // To find the time of a letter the server passes the times of all letters in the period, up to the limit.
    LIMIT_CONFIRMATIONS: '1000000/1s',
    LOG_LEVEL: 'error',
  })
  ends.defer(() => server.remove())
  const letters = (): number => readdirSync(join(server.dataDir, 'mail')).length
  const load = { port: Number(new URL(server.url).port), connections: 64, pieces: jsonSubmission(), seconds, rate, status: 201 }
  await run({ ...load, seconds: 3 })
  const rows: string[][] = []
  let sent = 0
  for (let minute = 1; minute <= minutes; minute += 1) {
    const before = cpuSeconds(server.pid())
    const { durations } = await run(load)
    sent += durations.length
    const cpu = ((cpuSeconds(server.pid()) - before) / durations.length) * 1e6
    const times = [0.5, 0.99, 1].map((q) => plain(quantile(durations, q)))
    const late = durations.filter((ms) => ms > 1000).length
    rows.push([String(minute), ...times, String(late), plain(cpu), plain(memory(server.pid()).resident), String(letters())])
  }
  return {
    id: 'steady',
    text: `${rate} submissions of 2.3 KB a second on one server, each with its letter, which is written to a file. ${sent.toLocaleString('en')} were sent, and all were accepted. Letters have a lower
priority than submissions (decision 0176). Goals: p99 at most 25 ms, and memory that does not grow.

${table(['minute', 'p50 ms', 'p99 ms', 'longest ms', 'over 1 s', 'CPU µs', 'memory, MiB', 'letters so far'], rows)}`,
    plots: {},
  }
}
