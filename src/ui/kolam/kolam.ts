import { type Point, type Shape, spacing, viewBoxOf } from './dots.ts'
import { type Grid, gridOf, openSides, randomFrom } from './grid.ts'
import { isOneLine, trace } from './trace.ts'

export interface Kolam {
  /** The dots, in the units of `viewBox`. */
  readonly dots: readonly Point[]
  /** The closed line, as an SVG path. */
  readonly path: string
  readonly viewBox: string
}

const grids = new Map<string, Grid>()

/**
 * The kolam of `seed`: `size` dots across (odd, 1 to 15) in `shape`, and one closed line around them all. The same arguments always give
 * the same drawing, with fourfold rotational symmetry. Random choices of pairs are tried until they make one line; one in five to fourteen does.
 * @throws RangeError for an even size, which never makes one line
 */
export function kolam(seed: string, size: number, shape: Shape): Kolam {
  if (size % 2 !== 1) throw new RangeError(`a kolam is an odd number of dots across, not ${size}`)
  const grid = grids.get(`${shape} ${size}`) ?? gridOf(size, shape)
  grids.set(`${shape} ${size}`, grid)
  const random = randomFrom(seed)
  let across = openSides(grid, random)
  while (!isOneLine(across)) across = openSides(grid, random)
  return {
    dots: grid.dots.map(({ x, y }) => ({ x: x * spacing, y: y * spacing })),
    path: trace(grid.dots, across)[0] ?? '',
    viewBox: viewBoxOf(size),
  }
}
