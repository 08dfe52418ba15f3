import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '../../tests/support/postgres.ts'
import { type Running, startServer } from '../../tests/support/server.ts'
import { percent, plain, quantile, ratio, shown, spread, table } from '../figures.ts'
import { type Outcome, run } from '../load.ts'
import { type Mark, plot } from '../plot.ts'
import { cpuSeconds, memory, type Program, startFloor } from '../programs.ts'
import { alternate, type Scale, type Section } from '../section.ts'
import { jsonSubmission } from '../submissions.ts'

/** The figures of one load on one server in one round. */
interface Figures {
  readonly rate: number
  readonly p50: number
  readonly p99: number
  readonly max: number
  /** How many responses took over a second. */
  readonly late: number
  /** Microseconds of the server's CPU for one response. */
  readonly cpu: number
}

const figuresOf = ({ durations, seconds }: Outcome, cpu: number): Figures => ({
  rate: durations.length / seconds,
  p50: quantile(durations, 0.5),
  p99: quantile(durations, 0.99),
  max: durations.at(-1) ?? Number.NaN,
  late: durations.filter((ms) => ms > 1000).length,
  cpu: (cpu / durations.length) * 1e6,
})

interface Subject {
  readonly program: Pick<Program, 'port' | 'pid'>
  readonly figures: Figures[]
}

interface LoadKind {
  readonly name: string
  readonly connections: number
  /** Requests a second; undefined when each connection sends as soon as it has its response. */
  readonly rate?: number
}

const closed = (connections: number): LoadKind => ({
  name: `${connections} connection${connections === 1 ? '' : 's'}`,
  connections,
})
const open = (rate: number): LoadKind => ({ name: `${rate} a second`, connections: 256, rate })

interface Measured extends LoadKind {
  readonly ours: readonly Figures[]
  readonly floor: readonly Figures[]
}

async function measure(
  ours: Pick<Program, 'port' | 'pid'>,
  floor: Pick<Program, 'port' | 'pid'>,
  loads: readonly LoadKind[],
  { rounds, seconds }: Scale,
): Promise<readonly Measured[]> {
  const pieces = jsonSubmission()
  const measured: Measured[] = []
  for (const load of loads) {
    const subjects = [ours, floor].map((program): Subject => ({ program, figures: [] }))
    await alternate(rounds, subjects, async ({ program, figures }) => {
      const before = cpuSeconds(program.pid)
      const outcome = await run({ ...load, port: program.port, pieces, seconds: load.rate ? 2 * seconds : seconds, status: 201 })
      figures.push(figuresOf(outcome, cpuSeconds(program.pid) - before))
    })
    const [first, second] = subjects
    measured.push({ ...load, ours: first?.figures ?? [], floor: second?.figures ?? [] })
  }
  return measured
}

const portOf = ({ url, pid }: Running) => ({ port: Number(new URL(url).port), pid: pid() })

/** Measures submissions in JSON against a floor that commits the same bytes in groups into one table. */
export async function intake(scale: Scale): Promise<Section> {
  await using ends = new AsyncDisposableStack()
  const folder = mkdtempSync(join(tmpdir(), 'kolam-bench-intake-'))
  ends.defer(() => rmSync(folder, { recursive: true, force: true }))
  const floor = await startFloor('sqlite', join(folder, 'floor.sqlite'))
  ends.defer(() => floor.stop())
  const ours = await startServer({ DATABASE_URL: '', LIMIT_SUBMISSIONS: '1000000/1m', LOG_LEVEL: 'error' })
  ends.defer(() => ours.remove())
  const numbers = scale.isQuick ? [16, 64] : [1, 16, 64, 256]
  const rates = scale.isQuick ? [200] : [50, 200, 500]
  const idle = memory(ours.pid()).resident
  const paced = await measure(portOf(ours), floor, rates.map(open), scale)
  const unpaced = await measure(portOf(ours), floor, numbers.map(closed), scale)
  const { resident, peak } = memory(ours.pid())
  const inPostgres = scale.isQuick ? [] : await measurePostgres(scale)
  const memories = `Memory of the server, MiB: ${plain(idle)} before, ${plain(peak)} at its peak, ${plain(resident)} afterwards.`
  return describe(unpaced, paced, inPostgres, memories)
}

async function measurePostgres(scale: Scale): Promise<readonly Measured[]> {
  await using ends = new AsyncDisposableStack()
  const postgres = await startPostgres()
  ends.defer(() => postgres.remove())
  const floor = await startFloor('postgres', await postgres.database())
  ends.defer(() => floor.stop())
  const ours = await startServer({
    DATABASE_URL: await postgres.database(),
    LIMIT_SUBMISSIONS: '1000000/1m',
    LOG_LEVEL: 'error',
  })
  ends.defer(() => ours.remove())
  return await measure(portOf(ours), floor, [closed(64)], scale)
}

const of = (figures: readonly Figures[], name: keyof Figures): readonly number[] => figures.map((round) => round[name])

function rowOf({ name, ours, floor }: Measured, isPaced: boolean): readonly string[] {
  const pair = (figure: keyof Figures): string =>
    `${shown(spread(of(ours, figure)))} / ${plain(spread(of(floor, figure)).median)}`
  const late = of(ours, 'late').reduce((sum, count) => sum + count, 0)
  const lateFloor = of(floor, 'late').reduce((sum, count) => sum + count, 0)
  const share = isPaced ? [] : [pair('rate'), percent(ratio(of(ours, 'rate'), of(floor, 'rate')))]
  const cpu = `${plain(spread(of(ours, 'cpu')).median)} / ${plain(spread(of(floor, 'cpu')).median)}`
  return [name, ...share, pair('p50'), pair('p99'), pair('max'), `${late} / ${lateFloor}`, cpu]
}

function describe(
  unpaced: readonly Measured[],
  paced: readonly Measured[],
  inPostgres: readonly Measured[],
  memories: string,
): Section {
  const times = ['p50 ms', 'p99 ms', 'longest ms', 'over 1 s', 'CPU µs']
  const isSixtyFour = ({ connections }: Measured): boolean => connections === 64
  const shares = [...unpaced, ...inPostgres].map(
    (measured): Mark => ({
      name: `${inPostgres.includes(measured) ? 'PostgreSQL' : 'SQLite'}, ${measured.name}`,
      ...ratio(of(measured.ours, 'rate'), of(measured.floor, 'rate')),
      goal: inPostgres.includes(measured) ? 0.4 : isSixtyFour(measured) ? 0.6 : undefined,
    }),
  )
  const range = (figures: readonly Figures[]) => ({
    low: spread(of(figures, 'p50')).median,
    median: spread(of(figures, 'p99')).median,
    high: spread(of(figures, 'max')).high,
  })
  const waits = [...unpaced, ...paced].flatMap((measured): Mark[] => [
    { name: measured.name, ...range(measured.ours), goal: measured.rate === 200 ? 25 : undefined },
    { name: `${measured.name}, floor`, ...range(measured.floor), isFloor: true },
  ])
  const tableOf = (measured: readonly Measured[]): string =>
    table(
      ['load', 'a second', 'share of the floor', ...times],
      measured.map((measurement) => rowOf(measurement, false)),
    )
  return {
    id: 'intake',
    text: `A submission of the accelerator form as JSON (2.3 KB) with an idempotency key, each from another applicant. The floor commits the same bytes into one table with a sync for each
commit; a commit takes all bodies that arrived during the one before. Each cell: ours / floor.

Each connection sends its next request as soon as it has a response:

${tableOf(unpaced)}

At a steady pace; a response time counts from when the request was due:

${table(
  ['load', ...times],
  paced.map((measurement) => rowOf(measurement, true)),
)}
${inPostgres.length === 0 ? '' : `\nBoth on PostgreSQL:\n\n${tableOf(inPostgres)}\n`}
${memories}`,
    plots: {
      intake: plot('Submissions a second, as a share of the floor', 'share', shares),
      'intake-waits': plot('Submissions: median, p99 (dot) and longest', 'ms', waits, true),
    },
  }
}
