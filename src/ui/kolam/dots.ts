/** A position in a grid or drawing; y grows downwards. */
export interface Point {
  readonly x: number
  readonly y: number
}

export type Shape = 'square' | 'diamond' | 'octagon'

/** The distance between neighbouring dots of a drawing, in the units of its `viewBox`. */
export const spacing = 4

/** The dots of a grid that is `size` dots across, centred on the origin, at distance 1, row by row. */
export function symmetricDots(size: number, shape: Shape): readonly Point[] {
  const half = (size - 1) / 2
  const reach = shape === 'diamond' ? half : half + Math.ceil(half / 2)
  const dots: Point[] = []
  for (let row = 0; row < size; row++)
    for (let column = 0; column < size; column++) {
      const x = column - half
      const y = row - half
      if (shape === 'square' || Math.abs(x) + Math.abs(y) <= reach) dots.push({ x, y })
    }
  return dots
}

/** The `viewBox` of a drawing that is `size` dots across: half a distance of space around the outer dots. */
export function viewBoxOf(size: number): string {
  const half = (size * spacing) / 2
  return `${-half} ${-half} ${half * 2} ${half * 2}`
}
