import { type Shape, type Spot, symmetricDots } from './dots.ts'
import { openSides } from './sides.ts'
import { trace } from './trace.ts'

export interface Kolam {
  /** Where the dots are, in the units of `viewBox`. */
  readonly dots: readonly Spot[]
  /** One closed SVG path for each line, the longest first. */
  readonly paths: readonly string[]
  readonly viewBox: string
}

/** The distance between neighbouring dots, in the units of `viewBox`. */
export const spacing = 4

/** How many draws a seed has; the first that is one good line is kept. */
const draws = 16

/**
 * The kolam that `seed` stands for: `size` dots across (1 to 31) in `shape`. The same three always give the same drawing, and it
 * is symmetric under the eight symmetries of the square. Of a seed's draws the one is kept that has the fewest lines, since the
 * best kolams are drawn without lifting the hand.
 */
export function kolam(seed: string, size: number, shape: Shape): Kolam {
  const dots = symmetricDots(size, shape)
  let best: readonly string[] | undefined
  for (let draw = 0; draw < draws; draw++) {
    const paths = trace(dots, openSides(dots, size, `${seed}/${draw}`))
    if (best === undefined || paths.length < best.length) best = paths
    if (best.length === 1) break
  }
  const half = ((size - 1) / 2) * spacing + 2
  return {
    dots: dots.map(({ x, y }) => ({ x: x * spacing, y: y * spacing })),
    paths: best ?? [],
    viewBox: `${-half} ${-half} ${half * 2} ${half * 2}`,
  }
}
