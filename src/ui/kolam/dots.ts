export interface Spot {
  readonly x: number
  readonly y: number
}

export type Shape = 'square' | 'diamond' | 'octagon'

/** The dots of a grid `size` across, round the origin, a distance of 1 apart, row by row. */
export function symmetricDots(size: number, shape: Shape): readonly Spot[] {
  const half = (size - 1) / 2
  const reach = shape === 'diamond' ? half + (size % 2 === 0 ? 0.5 : 0) : half + Math.ceil(half / 2)
  const dots: Spot[] = []
  for (let row = 0; row < size; row++)
    for (let column = 0; column < size; column++) {
      const x = column - half
      const y = row - half
      if (shape === 'square' || Math.abs(x) + Math.abs(y) <= reach) dots.push({ x, y })
    }
  return dots
}
