import type { Spot } from './dots.ts'
import { randomFrom } from './random.ts'

/** Says whether the pair of neighbours whose midpoint is at (x, y) is open: whether the line crosses between them. */
export type Open = (x: number, y: number) => boolean

/** How many of a hundred pairs are open; most, or the drawing falls apart into rings. */
const opening = 0.78

/**
 * Chooses open and closed pairs among `dots` from `seed`: alike for all pairs that the square's eight symmetries carry into each
 * other, which is why it looks drawn and not random.
 */
export function openSides(dots: readonly Spot[], size: number, seed: string): Open {
  const random = randomFrom(seed)
  const here = new Set(dots.map(({ x, y }) => `${x},${y}`))
  const chosen = new Map<string, boolean>()
  // Every class of pairs has a member with 0 <= y <= x: its name.
  const name = (x: number, y: number) => [Math.abs(x), Math.abs(y)].sort((a, b) => b - a).join()
  for (const { x, y } of dots)
    for (const [dx, dy] of [
      [1, 0],
      [0, 1],
    ] as const) {
      const pair = name(x + dx / 2, y + dy / 2)
      if (here.has(`${x + dx},${y + dy}`) && !chosen.has(pair)) chosen.set(pair, random() < opening)
    }
  const paired = (x: number, y: number) =>
    Math.abs(x * 2 + size - 1) % 2 === 1
      ? here.has(`${x - 0.5},${y}`) && here.has(`${x + 0.5},${y}`)
      : here.has(`${x},${y - 0.5}`) && here.has(`${x},${y + 0.5}`)
  return (x, y) => paired(x, y) && chosen.get(name(x, y)) === true
}
