import type { Shape, Spot } from './dots.ts'
import { randomFrom } from './random.ts'
import { type Grid, gridOf, openSides } from './sides.ts'
import { isOneLine, trace } from './trace.ts'

export interface Kolam {
  /** Where the dots are, in the units of `viewBox`. */
  readonly dots: readonly Spot[]
  /** The closed line, as an SVG path. */
  readonly path: string
  readonly viewBox: string
}

/** The distance between neighbouring dots, in the units of `viewBox`. */
export const spacing = 4

const grids = new Map<string, Grid>()

/**
 * The kolam that `seed` stands for: `size` dots across (odd, 1 to 15) in `shape`, and one closed line round them all. The same three
 * always give the same drawing, and it looks the same from all four sides. Pairs are chosen again until they make one line, which
 * one choice in five to fourteen does. A RangeError for an even size: no choice does there.
 */
export function kolam(seed: string, size: number, shape: Shape): Kolam {
  if (size % 2 !== 1) throw new RangeError(`a kolam is an odd number of dots across, not ${size}`)
  const grid = grids.get(`${shape} ${size}`) ?? gridOf(size, shape)
  grids.set(`${shape} ${size}`, grid)
  const random = randomFrom(seed)
  let across = openSides(grid, random)
  while (!isOneLine(across)) across = openSides(grid, random)
  const half = ((size - 1) / 2) * spacing + 2
  return {
    dots: grid.dots.map(({ x, y }) => ({ x: x * spacing, y: y * spacing })),
    path: trace(grid.dots, across)[0] ?? '',
    viewBox: `${-half} ${-half} ${half * 2} ${half * 2}`,
  }
}
