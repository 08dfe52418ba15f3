import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServer } from '../../tests/support/server.ts'
import { percent, plain, quantile, ratio, shown, spread, table } from '../figures.ts'
import { request, run } from '../load.ts'
import { type Mark, plot } from '../plot.ts'
import { memory, type Program, startFloor } from '../programs.ts'
import { alternate, type Scale, type Section } from '../section.ts'
import { jsonSubmission, uploadSubmission } from '../submissions.ts'

const uploadBytes = 5_000_000
/** Requests a second of the two kinds that are sent during the uploads: enough in a round that its 99th percentile is not its maximum. */
const pace = { health: 100, submissions: 25 } as const

/** The figures of one round. Durations are in milliseconds, sorted. */
interface Round {
  /** Megabytes a second. */
  readonly rate: number
  readonly uploads: Float64Array
  readonly health: Float64Array
  readonly submissions: Float64Array
}

async function measure(port: number, amount: number): Promise<Round> {
  const uploads = run({ port, pieces: uploadSubmission(uploadBytes), connections: 64, amount, seconds: 120, status: 201 })
  const meanwhile = { port, connections: 16, seconds: amount / 32 }
  const [sent, health, submissions] = await Promise.all([
    uploads,
    run({ ...meanwhile, rate: pace.health, pieces: request('GET', '/healthz'), status: 200 }),
    run({ ...meanwhile, rate: pace.submissions, pieces: jsonSubmission(), status: 201 }),
  ])
  return {
    rate: (sent.durations.length * uploadBytes) / 1e6 / sent.seconds,
    uploads: sent.durations,
    health: health.durations,
    submissions: submissions.durations,
  }
}

const names = { uploads: 'an upload', health: '/healthz meanwhile', submissions: 'a submission meanwhile' } as const
const goals = { uploads: undefined, health: 50, submissions: 200 } as const

/** Measures 64 uploads at once, and other requests meanwhile. */
export async function uploads(scale: Scale): Promise<Section> {
  const amount = scale.isQuick ? 64 : 128
  await using ends = new AsyncDisposableStack()
  const folder = mkdtempSync(join(tmpdir(), 'kolam-bench-uploads-'))
  ends.defer(() => rmSync(folder, { recursive: true, force: true }))
  const floor = await startFloor('sqlite', join(folder, 'floor.sqlite'))
  ends.defer(() => floor.stop())
  const ours = await startServer({ DATABASE_URL: '', LIMIT_SUBMISSIONS: '1000000/1m', LOG_LEVEL: 'error' })
  ends.defer(() => ours.remove())
  const subjects = [
    { port: Number(new URL(ours.url).port), rounds: [] as Round[] },
    { port: (floor satisfies Program).port, rounds: [] as Round[] },
  ] as const
  await alternate(Math.min(scale.rounds, 3), subjects, async ({ port, rounds }) => void rounds.push(await measure(port, amount)))
  const { resident, peak } = memory(ours.pid())
  return describe(subjects[0].rounds, subjects[1].rounds, amount, `${plain(peak)} MiB at its peak, ${plain(resident)} afterwards`)
}

function describe(ours: readonly Round[], floor: readonly Round[], amount: number, memories: string): Section {
  const kinds = Object.keys(names) as (keyof typeof names)[]
  const at = (rounds: readonly Round[], kind: keyof typeof names, q: number) =>
    spread(rounds.map((round) => quantile(round[kind], q)))
  const rows = kinds.map((kind) => [
    names[kind],
    ...[0.5, 0.99, 1].map((q) => `${shown(at(ours, kind, q))} / ${plain(at(floor, kind, q).median)}`),
  ])
  const marks = kinds.flatMap((kind): Mark[] =>
    [ours, floor].map((rounds, n) => ({
      name: n === 0 ? names[kind] : `${names[kind]}, floor`,
      low: at(rounds, kind, 0.5).median,
      median: at(rounds, kind, 0.99).median,
      high: at(rounds, kind, 1).high,
      isFloor: n === 1,
      goal: n === 0 ? goals[kind] : undefined,
    })),
  )
  const rates = [ours, floor].map((rounds) => rounds.map(({ rate }) => rate))
  return {
    id: 'uploads',
    text: `${amount} internship applications with a resume of 5 MB, 64 at once; \`/healthz\` ${pace.health} times a second and submissions of 2.3 KB ${pace.submissions} times a second meanwhile. The floor commits the same bytes into one table. ${shown(
      spread(rates[0] ?? []),
    )} MB a second, ${percent(ratio(rates[0] ?? [], rates[1] ?? []))} of the floor's. Memory of the server: ${memories}. Each cell: ours / floor. Goals: p99 of \`/healthz\` at most 50 ms, of a submission 200.

${table(['request', 'p50 ms', 'p99 ms', 'longest ms'], rows)}`,
    plots: { uploads: plot('During uploads: median, p99 (dot) and longest', 'ms', marks, true) },
  }
}
