import type { FormType } from '../../shared/form-types.ts'
import { type Grid, gridOf, neighboursOf, openSides, type Point, randomFrom, type Shape } from './grid.ts'
import { isOneLine, trace } from './trace.ts'

export interface Kolam {
  /** Where the dots are, in the units of `viewBox`. */
  readonly dots: readonly Point[]
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

interface Band {
  readonly dots: readonly Point[]
  /** One closed SVG path for each line, the longest first. */
  readonly paths: readonly string[]
  readonly viewBox: string
}

/**
 * A band of dots, `columns` by `rows`, with every pair open, as one draws it along a wall. It has as many lines as the greatest
 * common divisor of the two: a single one when they have none.
 */
export function frieze(columns: number, rows: number): Band {
  const dots: Point[] = []
  for (let y = 0; y < rows; y++) for (let x = 0; x < columns; x++) dots.push({ x, y })
  return {
    dots: dots.map(({ x, y }) => ({ x: x * 4, y: y * 4 })),
    paths: trace(dots, neighboursOf(dots)),
    viewBox: `-2 -2 ${columns * 4} ${rows * 4}`,
  }
}

/** Founders' applications are octagons, those of partners diamonds, those of people squares. */
const shapes: Readonly<Record<FormType, Shape>> = {
  Accelerator: 'octagon',
  StartupStudio: 'octagon',
  FundRaise: 'octagon',
  AccelerationAsService: 'diamond',
  ServiceProvider: 'diamond',
  Investor: 'diamond',
  WorkForStartups: 'square',
  EarlyCustomer: 'square',
  Contact: 'square',
}

/** The smallest sizes with hundreds of one-line drawings: an octagon of 5 has 24, one of 7 thousands. */
const sizes: Readonly<Record<Shape, number>> = { octagon: 7, diamond: 9, square: 7 }

/** The kolam of an application: the same drawing wherever it stands, before the applicant and on the desk. */
export const kolamOf = (type: FormType, id: string) => ({ seed: id, size: sizes[shapes[type]], shape: shapes[type] })
