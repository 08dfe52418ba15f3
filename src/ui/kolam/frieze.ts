import type { Spot } from './dots.ts'
import type { Kolam } from './kolam.ts'
import { trace } from './trace.ts'

/**
 * A band of dots, `columns` by `rows`, with every pair open, as one draws it along a wall. It has as many lines as the greatest
 * common divisor of the two: a single one when they have none.
 */
export function frieze(columns: number, rows: number): Kolam {
  const dots: Spot[] = []
  for (let y = 0; y < rows; y++) for (let x = 0; x < columns; x++) dots.push({ x, y })
  const within = (x: number, y: number) => x > 0 - 0.1 && y > 0 - 0.1 && x < columns - 0.9 && y < rows - 0.9
  return {
    dots: dots.map(({ x, y }) => ({ x: x * 4, y: y * 4 })),
    paths: trace(dots, within),
    viewBox: `-2 -2 ${columns * 4} ${rows * 4}`,
  }
}
