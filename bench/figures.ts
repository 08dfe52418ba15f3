import { readFileSync } from 'node:fs'

/** The quantile `q` (0 to 1) of the sorted `values`; NaN when there are none. */
export const quantile = (values: ArrayLike<number>, q: number): number =>
  values[Math.min(values.length - 1, Math.floor(values.length * q))] ?? Number.NaN

/** The values sorted, without those of rounds that had no response. */
const ascending = (values: readonly number[]): number[] => values.filter(Number.isFinite).sort((a, b) => a - b)

/** The range and median of one figure over several rounds. */
export interface Spread {
  readonly low: number
  readonly median: number
  readonly high: number
}

export const spread = (values: readonly number[]): Spread => {
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
export const shown = ({ low, median, high }: Spread): string => `${plain(median)} (${plain(low)}–${plain(high)})`

/** A Markdown table with aligned columns. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((name, column) => Math.max(name.length, ...rows.map((row) => row[column]?.length ?? 0)))
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n')
}

/** Seconds of CPU that a process has used, user and system. Linux only. */
export function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / 100
}

/** The resident memory of a process in MiB. Linux only. */
export const residentMemory = (pid: number): number =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? Number.NaN) / 1024

/** One figure of a server: what was measured, and its median and range. */
export interface Row {
  readonly what: string
  readonly value: string
}

export interface Scale {
  readonly seconds: number
  readonly rounds: number
  readonly applications: number
  /** Whether the server stores in PostgreSQL. */
  readonly isPostgres: boolean
  /** The programs to measure in turns. */
  readonly programs: readonly string[]
}
