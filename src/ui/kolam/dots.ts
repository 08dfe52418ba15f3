export interface Spot {
  readonly x: number
  readonly y: number
}

export type Shape = 'square' | 'diamond' | 'octagon'

/** The four sides of a dot, clockwise from the east, as the way to them (y grows downwards). */
export const ways = [
  { x: 1, y: 0 },
  { x: 0, y: 1 },
  { x: -1, y: 0 },
  { x: 0, y: -1 },
] as const

/** The dots of a grid `size` across, round the origin, a distance of 1 apart, row by row. */
export function symmetricDots(size: number, shape: Shape): readonly Spot[] {
  const half = (size - 1) / 2
  const reach = shape === 'diamond' ? half : half + Math.ceil(half / 2)
  const dots: Spot[] = []
  for (let row = 0; row < size; row++)
    for (let column = 0; column < size; column++) {
      const x = column - half
      const y = row - half
      if (shape === 'square' || Math.abs(x) + Math.abs(y) <= reach) dots.push({ x, y })
    }
  return dots
}

/** For each side of each dot, at `dot * 4 + side`, the index of the dot across it, or -1 where there is none. */
export function neighboursOf(dots: readonly Spot[]): readonly number[] {
  const index = new Map(dots.map(({ x, y }, dot) => [`${x},${y}`, dot]))
  return dots.flatMap(({ x, y }) => ways.map((way) => index.get(`${x + way.x},${y + way.y}`) ?? -1))
}
