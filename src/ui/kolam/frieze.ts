import { neighboursOf, type Spot } from './dots.ts'
import { trace } from './trace.ts'

interface Band {
  readonly dots: readonly Spot[]
  /** One closed SVG path for each line, the longest first. */
  readonly paths: readonly string[]
  readonly viewBox: string
}

/**
 * A band of dots, `columns` by `rows`, with every pair open, as one draws it along a wall. It has as many lines as the greatest
 * common divisor of the two: a single one when they have none.
 */
export function frieze(columns: number, rows: number): Band {
  const dots: Spot[] = []
  for (let y = 0; y < rows; y++) for (let x = 0; x < columns; x++) dots.push({ x, y })
  return {
    dots: dots.map(({ x, y }) => ({ x: x * 4, y: y * 4 })),
    paths: trace(dots, neighboursOf(dots)),
    viewBox: `-2 -2 ${columns * 4} ${rows * 4}`,
  }
}
