import type { Point } from './dots.ts'
import { directions } from './grid.ts'

/**
 * A quarter of the outline around a dot: from one side to the next, clockwise (`turn` 1) or counterclockwise (`turn` 3). `dot` is the index of the
 * dot. In the functions below, `across` has at `dot * 4 + side` the dot across an open side, or -1 if the side is closed.
 */
interface Quarter {
  readonly dot: number
  readonly from: number
  readonly turn: 1 | 3
}

/** The radius of a turn around a dot. It touches the diagonals: half the diagonal of a quarter (spacing 4). */
const radius = Math.round(Math.SQRT2 * 1000) / 1000

const directionOf = (side: number) => directions[side & 3] as Point
const until = ({ from, turn }: Quarter) => (from + turn) & 3
/** The number of a quarter, independent of the direction. */
const numberOf = (quarter: Quarter) => quarter.dot * 4 + (quarter.turn === 1 ? quarter.from : until(quarter))

/** The next quarter: across an open side to the neighbour, with the opposite turn; at a closed side, further around the same dot. */
function next(quarter: Quarter, across: readonly number[]): Quarter {
  const { dot, turn } = quarter
  const side = until(quarter)
  const neighbour = across[dot * 4 + side] ?? -1
  if (neighbour < 0) return { dot, from: side, turn }
  return { dot: neighbour, from: (side + 2) & 3, turn: turn === 1 ? 3 : 1 }
}

/** Whether one closed line goes around all dots. Then it runs through every quarter before it returns to its beginning. */
export function isOneLine(across: readonly number[]): boolean {
  const quarters = across.length
  let quarter: Quarter = { dot: 0, from: 0, turn: 1 }
  for (let steps = 1; steps < quarters; steps++) {
    quarter = next(quarter, across)
    if (quarter.dot === 0 && quarter.from === 0 && quarter.turn === 1) return false
  }
  return true
}

/**
 * The closed lines around `dots`, as SVG path data with four units per dot, the longest first. A straight run is one segment and a turn is one arc.
 * Lines and arcs meet at tangents, so that there are no corners.
 */
export function trace(dots: readonly Point[], across: readonly number[]): readonly string[] {
  const isOpen = (dot: number, side: number) => (across[dot * 4 + (side & 3)] ?? -1) >= 0
  const drawn = new Set<number>()
  const lines: { data: string; length: number }[] = []
  // Lines begin at a crossing, so that every arc is complete. The remaining lines are rings around a single dot.
  for (const crossing of [true, false])
    for (const [dot, spot] of dots.entries())
      for (let from = 0; from < 4; from++) {
        const first: Quarter = { dot, from, turn: 1 }
        if (drawn.has(numberOf(first)) || (crossing && !isOpen(dot, from))) continue
        if (!crossing) {
          for (let side = 0; side < 4; side++) drawn.add(dot * 4 + side)
          lines.push({ data: ring(spot), length: 4 })
          break
        }
        const quarters: Quarter[] = []
        for (let quarter = first; !drawn.has(numberOf(quarter)); quarter = next(quarter, across)) {
          drawn.add(numberOf(quarter))
          quarters.push(quarter)
        }
        lines.push({ data: pathOf(quarters, dots, isOpen), length: quarters.length })
      }
  return lines.sort((a, b) => b.length - a.length).map(({ data }) => data)
}

const ring = ({ x, y }: Point) =>
  `M${x * 4 + radius} ${y * 4}a${radius} ${radius} 0 1 1-${radius * 2} 0a${radius} ${radius} 0 1 1 ${radius * 2} 0z`

function pathOf(quarters: readonly Quarter[], dots: readonly Point[], isOpen: (dot: number, side: number) => boolean): string {
  const [first] = quarters
  if (first === undefined) return ''
  /** The point where a line ends and an arc begins: in the middle of the diagonal from one side to the next; with equal sides, the middle of the side. */
  const point = ({ dot }: Quarter, a: Point, b: Point): Point => {
    const spot = dots[dot] as Point
    return { x: spot.x * 4 + a.x + b.x, y: spot.y * 4 + a.y + b.y }
  }
  const tangent = (quarter: Quarter) => point(quarter, directionOf(quarter.from), directionOf(until(quarter)))
  const middle = (quarter: Quarter, side: number) => point(quarter, directionOf(side), directionOf(side))
  const start = middle(first, first.from)
  let at = start
  let run: Point = { x: 0, y: 0 }
  let data = `M${at.x} ${at.y}`
  const go = (to: Point) => {
    const step = { x: to.x - at.x, y: to.y - at.y }
    // A step in the same direction extends the run; the path is written when the run ends.
    if (run.x * step.y !== run.y * step.x) endRun()
    run = { x: run.x + step.x, y: run.y + step.y }
    at = to
  }
  const endRun = () => {
    if (run.x !== 0 || run.y !== 0) data += `l${run.x}${spaced(run.y)}`
    run = { x: 0, y: 0 }
  }
  let bend: { sides: number; turn: 1 | 3 } | undefined
  for (const quarter of quarters) {
    const side = until(quarter)
    if (bend !== undefined) {
      bend.sides++
      if (isOpen(quarter.dot, side)) {
        const to = tangent(quarter)
        endRun()
        data += `a${radius} ${radius} 0 ${bend.sides > 2 ? 1 : 0} ${bend.turn === 1 ? 1 : 0}${spaced(to.x - at.x)}${spaced(to.y - at.y)}`
        at = to
        bend = undefined
      }
    } else if (!isOpen(quarter.dot, side)) {
      go(tangent(quarter))
      bend = { sides: 0, turn: quarter.turn }
    }
    if (bend === undefined) go(middle(quarter, side))
  }
  endRun()
  return `${data}z`
}

/** A number in a path, separated from the previous one by its sign or a space. */
const spaced = (n: number) => (n < 0 ? `${n}` : ` ${n}`)
