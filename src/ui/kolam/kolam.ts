import type { FormType } from '../../shared/form-types.ts'
import { seedOf } from '../../shared/ids.ts'
import { type Grid, gridOf, openSides, type Point, randomFrom, type Shape } from './grid.ts'
import { isOneLine, trace } from './trace.ts'

export interface Kolam {
  /** The dots, in the units of `viewBox`. */
  readonly dots: readonly Point[]
  /** The closed line, as an SVG path. */
  readonly path: string
  readonly viewBox: string
}

/** The distance between neighbouring dots, in the units of `viewBox`. */
export const spacing = 4

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
  const half = ((size - 1) / 2) * spacing + 2
  return {
    dots: grid.dots.map(({ x, y }) => ({ x: x * spacing, y: y * spacing })),
    path: trace(grid.dots, across)[0] ?? '',
    viewBox: `${-half} ${-half} ${half * 2} ${half * 2}`,
  }
}

/** Applications of founders are octagons, those of partners are diamonds, those of people are squares. */
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

/** The smallest sizes with hundreds of one-line drawings. An octagon of size 5 has 24, one of size 7 has thousands. */
const sizes: Readonly<Record<Shape, number>> = { octagon: 7, diamond: 9, square: 7 }

/**
 * The arguments of an application's kolam, from its id or the idempotency key of its draft. The applicant sees the same drawing in the form,
 * afterwards, and on their own page, and the reviewer sees it at the desk.
 */
export const kolamOf = (type: FormType, id: string) => ({ seed: seedOf(id), size: sizes[shapes[type]], shape: shapes[type] })
