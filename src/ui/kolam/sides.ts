import { neighboursOf, type Shape, type Spot, symmetricDots, ways } from './dots.ts'

/** Dots, and which of their sides are chosen together. */
export interface Grid {
  readonly dots: readonly Spot[]
  readonly neighbours: readonly number[]
  /** For each side of each dot, at `dot * 4 + side`, the number of its class of pairs, or -1 at the rim. */
  readonly classes: readonly number[]
  readonly classCount: number
}

/** How many of a hundred pairs are open; most, or the drawing falls apart into rings. */
const opening = 0.78

/**
 * The grid of a kolam. A class holds the pairs of neighbours that the square's four rotations carry into each other. Mirror images
 * are not in it: with all eight symmetries no kolam of more than a few dots is ever one line.
 */
export function gridOf(size: number, shape: Shape): Grid {
  const dots = symmetricDots(size, shape)
  const neighbours = neighboursOf(dots)
  const numbers = new Map<string, number>()
  const classes = neighbours.map((neighbour, at) => {
    const dot = dots[at >> 2]
    const way = ways[at & 3]
    if (neighbour < 0 || dot === undefined || way === undefined) return -1
    const [x, y] = [dot.x * 2 + way.x, dot.y * 2 + way.y]
    // the least of the pair's four places stands for all of them
    const [name = ''] = [`${x},${y}`, `${-y},${x}`, `${-x},${-y}`, `${y},${-x}`].sort()
    const number = numbers.get(name) ?? numbers.size
    numbers.set(name, number)
    return number
  })
  return { dots, neighbours, classes, classCount: numbers.size }
}

/**
 * Chooses open and closed pairs, alike within a class, which is why a kolam looks drawn and not random. For each side of each dot the
 * index of the dot across it, or -1 where the side is closed.
 */
export function openSides({ neighbours, classes, classCount }: Grid, random: () => number): readonly number[] {
  const open = Array.from({ length: classCount }, () => random() < opening)
  return neighbours.map((neighbour, at) => (open[classes[at] ?? -1] ? neighbour : -1))
}
