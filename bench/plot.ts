import type { Spread } from './figures.ts'

/** One line of a plot: a range and its median. */
export interface Mark extends Spread {
  readonly name: string
  /** Whether it shows the floor, which is drawn in grey. */
  readonly isFloor?: boolean
  /** The goal, in the unit of the axis. */
  readonly goal?: number
}

const labels = 280
const right = 70
const rowHeight = 20
const plotWidth = 430
const escapeText = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;')

interface Axis {
  position(value: number): number
  readonly ticks: readonly number[]
}

function linear(most: number): Axis {
  const step =
    [0.01, 0.02, 0.05, 0.1, 0.2, 0.25, 0.5, 1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1000].find((size) => most / size <= 6) ??
    most / 5
  const end = Math.ceil(most / step) * step
  const ticks = Array.from({ length: Math.round(end / step) + 1 }, (_, n) => n * step)
  return { position: (value) => (Math.min(value, end) / end) * plotWidth, ticks }
}

function logarithmic(least: number, most: number): Axis {
  const from = Math.floor(Math.log10(least))
  const to = Math.ceil(Math.log10(most))
  const ticks = Array.from({ length: to - from + 1 }, (_, n) => 10 ** (from + n))
  return { position: (value) => ((Math.log10(Math.max(value, 10 ** from)) - from) / Math.max(1, to - from)) * plotWidth, ticks }
}

const tickText = (value: number): string => String(Number(value.toPrecision(3)))

/** A plot as SVG, readable on light and dark pages: a line from the lowest to the highest value, a dot at the median, and a bar at the goal. */
export function plot(title: string, unit: string, marks: readonly Mark[], isLogarithmic = false): string {
  const usable = marks.filter(({ median }) => Number.isFinite(median))
  const most = Math.max(...usable.flatMap(({ high, goal = 0 }) => [high, goal]))
  const axis = isLogarithmic
    ? logarithmic(Math.min(...usable.map(({ low, goal = low }) => Math.min(low, goal))), most)
    : linear(Math.min(most, 1.5 * Math.max(...usable.map(({ median, goal = 0 }) => Math.max(median, goal)))))
  const height = 44 + usable.length * rowHeight + 26
  const bottom = 36 + usable.length * rowHeight
  const x = (value: number): string => (labels + axis.position(value)).toFixed(1)
  const grid = axis.ticks.map(
    (tick) =>
      `<line x1="${x(tick)}" x2="${x(tick)}" y1="32" y2="${bottom}" class="grid"/><text x="${x(tick)}" y="${bottom + 16}" text-anchor="middle">${tickText(tick)}</text>`,
  )
  const rows = usable.map(({ name, low, median, high, isFloor, goal }, row) => {
    const y = 44 + row * rowHeight
    const kind = isFloor ? 'floor' : 'ours'
    return [
      `<text x="${labels - 10}" y="${y + 4}" text-anchor="end">${escapeText(name)}</text>`,
      `<line x1="${x(low)}" x2="${x(high)}" y1="${y}" y2="${y}" class="${kind}"/><circle cx="${x(median)}" cy="${y}" r="4" class="${kind}"/>`,
      goal === undefined ? '' : `<line x1="${x(goal)}" x2="${x(goal)}" y1="${y - 7}" y2="${y + 7}" class="goal"/>`,
    ].join('')
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${labels + plotWidth + right} ${height}" role="img" aria-label="${escapeText(title)}">
<style>text{font:12px system-ui,sans-serif;fill:#59636e}.title{font-weight:600}.grid{stroke:#8b949e;stroke-opacity:.3}.ours{stroke:#8a1c2b;fill:#8a1c2b;stroke-width:3}.floor{stroke:#8b949e;fill:#8b949e;stroke-width:3}.goal{stroke:#d9822b;stroke-width:2}@media(prefers-color-scheme:dark){text{fill:#9198a1}.ours{stroke:#e2808c;fill:#e2808c}}</style>
<text x="0" y="16" class="title">${escapeText(title)}</text><text x="${labels + plotWidth}" y="16" text-anchor="end">${escapeText(unit)}</text>
${[...grid, ...rows].join('\n')}
</svg>
`
}
