/** The value below which a share `q` of the sorted `values` lies; NaN for none. */
export const quantile = (values: ArrayLike<number>, q: number): number =>
  values[Math.min(values.length - 1, Math.floor(values.length * q))] ?? Number.NaN

/** In order, without rounds in which nothing was answered. */
const ascending = (values: readonly number[]): number[] => values.filter(Number.isFinite).sort((a, b) => a - b)

/** Several rounds of one figure. */
export interface Spread {
  readonly low: number
  readonly median: number
  readonly high: number
}

export const spread = (values: readonly number[]): Spread => {
  const sorted = ascending(values)
  return { low: sorted[0] ?? Number.NaN, median: quantile(sorted, 0.5), high: sorted.at(-1) ?? Number.NaN }
}

/** Round by round, a figure as a share of another one that was measured next to it. */
export const ratio = (values: readonly number[], floor: readonly number[]): Spread =>
  spread(values.map((value, round) => value / (floor[round] ?? Number.NaN)))

const digits = (value: number): string =>
  !Number.isFinite(value)
    ? '–'
    : value >= 1000
      ? Math.round(value).toLocaleString('en')
      : value >= 100
        ? value.toFixed(0)
        : value >= 10
          ? value.toFixed(1)
          : value.toFixed(2)

export const plain = (value: number): string => digits(value)

/** `12.1 (11.8–14.0)` */
export const shown = ({ low, median, high }: Spread): string => `${digits(median)} (${digits(low)}–${digits(high)})`

/** `83 % (79–90)` */
export const percent = ({ low, median, high }: Spread): string => {
  const of = (value: number): string => (Number.isFinite(value) ? (value * 100).toFixed(0) : '–')
  return `${of(median)} % (${of(low)}–${of(high)})`
}

/** A table in Markdown, its columns aligned. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((name, column) => Math.max(name.length, ...rows.map((row) => row[column]?.length ?? 0)))
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n')
}
