import { readFileSync, writeFileSync } from 'node:fs'

/** The quantile `q` (0 to 1) of the sorted `values`; NaN when there are none. */
export const quantile = (values: ArrayLike<number>, q: number): number =>
  values[Math.min(values.length - 1, Math.floor(values.length * q))] ?? Number.NaN

/** The values sorted, without those of rounds that had no response. */
const ascending = (values: readonly number[]): number[] => values.filter(Number.isFinite).sort((a, b) => a - b)

/** The range and median of one figure over several rounds. */
interface Spread {
  readonly low: number
  readonly median: number
  readonly high: number
}

const spread = (values: readonly number[]): Spread => {
  const sorted = ascending(values)
  return { low: sorted[0] ?? Number.NaN, median: quantile(sorted, 0.5), high: sorted.at(-1) ?? Number.NaN }
}

/** A number with about three significant digits, such as `12.1`; `–` when it is not finite. */
export function plain(value: number): string {
  if (!Number.isFinite(value)) return '–'
  if (value >= 1000) return Math.round(value).toLocaleString('en')
  if (value >= 100) return value.toFixed(0)
  return value >= 10 ? value.toFixed(1) : value.toFixed(2)
}

/** `12.1 (11.8–14.0)` */
const shown = ({ low, median, high }: Spread): string => `${plain(median)} (${plain(low)}–${plain(high)})`

export interface Table {
  readonly head: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

/** A Markdown table with aligned columns. */
export function markdown({ head, rows }: Table): string {
  const widths = head.map((name, column) => Math.max(name.length, ...rows.map((row) => row[column]?.length ?? 0)))
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n')
}

/** What is measured, with its goal. */
export type Goals = Readonly<Record<string, string>>

/** The figures of some subjects that are measured in turns: by name, one value a round. */
export class Figures {
  readonly #values: readonly Map<string, number[]>[]

  constructor(subjects: number) {
    this.#values = Array.from({ length: subjects }, () => new Map())
  }

  add(subject: number, figures: Readonly<Record<string, number>>): void {
    const values = this.#values[subject]
    for (const [name, value] of Object.entries(figures)) values?.set(name, [...(values.get(name) ?? []), value])
  }

  /** Median and range of each figure of each subject, and the ratio of the first subject to the last one, taken round by round. */
  table(names: readonly string[], goals: Goals): Table {
    const of = (subject: number, name: string): readonly number[] => this.#values.at(subject)?.get(name) ?? []
    const rows = [...(this.#values[0]?.keys() ?? [])].map((name) => {
      const ratios = of(0, name).map((value, round) => value / (of(-1, name)[round] ?? Number.NaN))
      const compared = names.length > 1 ? [shown(spread(ratios))] : []
      return [name, ...names.map((_, at) => shown(spread(of(at, name)))), ...compared, goals[name] ?? '']
    })
    const ratio = names.length > 1 ? [`${names[0]} ÷ ${names.at(-1)}`] : []
    return { head: ['', ...names, ...ratio, 'goal'], rows }
  }
}

/** Calls `measure` for each subject once a round. Every second round runs in the opposite order, so that drift of the machine affects all alike. */
export async function inTurns(
  subjects: number,
  rounds: number,
  measure: (subject: number, round: number) => Promise<void>,
): Promise<void> {
  const all = Array.from({ length: subjects }, (_, at) => at)
  for (let round = 0; round < rounds; round += 1)
    for (const subject of round % 2 === 0 ? all : all.toReversed()) await measure(subject, round)
}

/** Seconds of CPU that a process has used, user and system. Linux only. */
export function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / 100
}

const memoryOf = (pid: number, line: 'VmRSS' | 'VmHWM'): number =>
  Number(new RegExp(`${line}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? Number.NaN) / 1024

/** The resident memory of a process in MiB. Linux only. */
export const residentMemory = (pid: number): number => memoryOf(pid, 'VmRSS')

/** The most resident memory in MiB that a process had since its start or `forgetPeak`. Linux only. */
export const peakMemory = (pid: number): number => memoryOf(pid, 'VmHWM')
export const forgetPeak = (pid: number): void => writeFileSync(`/proc/${pid}/clear_refs`, '5')

/** The names of `Scale.programs` as columns. */
export const columns = ({ programs }: Scale): readonly string[] => ['now', 'before'].slice(0, programs.length)

export interface Scale {
  readonly seconds: number
  readonly rounds: number
  readonly applications: number
  /** Whether the server stores in PostgreSQL. */
  readonly isPostgres: boolean
  /** The programs to measure in turns. */
  readonly programs: readonly string[]
}
