import { type Point, type Shape, symmetricDots } from './dots.ts'

/** The directions of a dot's four sides, clockwise from the east (y grows downwards). */
export const directions = [
  { x: 1, y: 0 },
  { x: 0, y: 1 },
  { x: -1, y: 0 },
  { x: 0, y: -1 },
] as const

/** For each side of each dot, at `dot * 4 + side`: the index of the neighbour, or -1 at the rim. */
export function neighboursOf(dots: readonly Point[]): readonly number[] {
  const index = new Map(dots.map(({ x, y }, dot) => [`${x},${y}`, dot]))
  return dots.flatMap(({ x, y }) => directions.map((direction) => index.get(`${x + direction.x},${y + direction.y}`) ?? -1))
}

/** A generator of numbers from 0 to 1 (exclusive). The same `seed` gives the same sequence (FNV-1a and mulberry32). */
export function randomFrom(seed: string): () => number {
  let state = 2166136261
  for (let i = 0; i < seed.length; i++) state = Math.imul(state ^ seed.charCodeAt(i), 16777619)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/** The dots of a drawing, and the classes of pairs that are open or closed together. */
export interface Grid {
  readonly dots: readonly Point[]
  readonly neighbours: readonly number[]
  /** For each side of each dot, at `dot * 4 + side`: the number of its class of pairs, or -1 at the rim. */
  readonly classes: readonly number[]
  readonly classCount: number
}

/** The share of open pairs. With fewer, the drawing would fall apart into rings. */
const openShare = 0.78

/**
 * The grid of a kolam. A class contains the pairs of neighbours that the four rotations of the square map to each other. Mirror images are not
 * included: with all eight symmetries, no kolam with more than a few dots is one line.
 */
export function gridOf(size: number, shape: Shape): Grid {
  const dots = symmetricDots(size, shape)
  const neighbours = neighboursOf(dots)
  const numbers = new Map<string, number>()
  const classes = neighbours.map((neighbour, at) => {
    const dot = dots[at >> 2]
    const direction = directions[at & 3]
    if (neighbour < 0 || dot === undefined || direction === undefined) return -1
    const x = dot.x * 2 + direction.x
    const y = dot.y * 2 + direction.y
    // The smallest of the pair's four rotations is the name of the class.
    const [name = ''] = [`${x},${y}`, `${-y},${x}`, `${-x},${-y}`, `${y},${-x}`].sort()
    const number = numbers.get(name) ?? numbers.size
    numbers.set(name, number)
    return number
  })
  return { dots, neighbours, classes, classCount: numbers.size }
}

/**
 * Chooses open and closed pairs. All pairs of a class are equal, so that a kolam looks drawn and not random.
 * @returns for each side of each dot, the index of the dot across it, or -1 if the side is closed
 */
export function openSides({ neighbours, classes, classCount }: Grid, random: () => number): readonly number[] {
  const open = Array.from({ length: classCount }, () => random() < openShare)
  return neighbours.map((neighbour, at) => (open[classes[at] ?? -1] ? neighbour : -1))
}
