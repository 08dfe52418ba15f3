import type { Spot } from './dots.ts'
import type { Open } from './sides.ts'

/** The four sides of a dot, clockwise from the east, as the way to them (y grows downwards). */
const ways = [
  { x: 1, y: 0 },
  { x: 0, y: 1 },
  { x: -1, y: 0 },
  { x: 0, y: -1 },
] as const

/** A quarter of the outline round a dot: from one side to the next one, clockwise (`turn` 1) or not (`turn` 3). */
interface Quarter {
  readonly dot: Spot
  readonly from: number
  readonly turn: 1 | 3
}

/** The radius of a turn round a dot, so that it touches the diagonals: half the diagonal of a quarter (spacing 4). */
const radius = Math.round(Math.SQRT2 * 1000) / 1000

const way = (side: number) => ways[side & 3] as Spot
const until = ({ from, turn }: Quarter) => (from + turn) & 3
/** A quarter's name whichever way it is run through. */
const name = (q: Quarter) => `${q.dot.x},${q.dot.y},${q.turn === 1 ? q.from : until(q)}`

/** What follows: across an open side into the neighbour, turning the other way; at a closed one on round the same dot. */
function next(quarter: Quarter, open: Open): Quarter {
  const { dot, turn } = quarter
  const at = until(quarter)
  const to = way(at)
  if (!open(dot.x + to.x / 2, dot.y + to.y / 2)) return { dot, from: at, turn }
  return { dot: { x: dot.x + to.x, y: dot.y + to.y }, from: (at + 2) & 3, turn: turn === 1 ? 3 : 1 }
}

/**
 * The closed lines round `dots`, as SVG path data at four units a dot, the longest first. Straight runs are one segment and each
 * turn is one arc: lines meet arcs at a tangent, so that there is no corner anywhere.
 */
export function trace(dots: readonly Spot[], open: Open): readonly string[] {
  const isOpen = ({ x, y }: Spot, side: number) => open(x + way(side).x / 2, y + way(side).y / 2)
  const drawn = new Set<string>()
  const lines: { data: string; length: number }[] = []
  // Lines begin at a crossing, so that every arc is whole; what is left then are rings round a single dot.
  for (const crossing of [true, false])
    for (const dot of dots)
      for (let from = 0; from < 4; from++) {
        const first: Quarter = { dot, from, turn: 1 }
        if (drawn.has(name(first)) || (crossing && !isOpen(dot, from))) continue
        if (!crossing) {
          for (let side = 0; side < 4; side++) drawn.add(name({ dot, from: side, turn: 1 }))
          lines.push({ data: ring(dot), length: 4 })
          break
        }
        const quarters: Quarter[] = []
        for (let quarter = first; !drawn.has(name(quarter)); quarter = next(quarter, open)) {
          drawn.add(name(quarter))
          quarters.push(quarter)
        }
        lines.push({ data: pathOf(quarters, isOpen), length: quarters.length })
      }
  return lines.sort((a, b) => b.length - a.length).map(({ data }) => data)
}

const ring = ({ x, y }: Spot) =>
  `M${x * 4 + radius} ${y * 4}a${radius} ${radius} 0 1 1-${radius * 2} 0a${radius} ${radius} 0 1 1 ${radius * 2} 0z`

/** Where lines end and arcs begin: halfway along the diagonal from one side to the next. */
const tangent = ({ dot, from, turn }: Quarter): Spot => {
  const a = way(from)
  const b = way((from + turn) & 3)
  return { x: dot.x * 4 + a.x + b.x, y: dot.y * 4 + a.y + b.y }
}

function pathOf(quarters: readonly Quarter[], isOpen: (dot: Spot, side: number) => boolean): string {
  const [first] = quarters
  if (first === undefined) return ''
  const start = { x: first.dot.x * 4 + way(first.from).x * 2, y: first.dot.y * 4 + way(first.from).y * 2 }
  let at = start
  let run: Spot = { x: 0, y: 0 }
  let data = `M${at.x} ${at.y}`
  const go = (to: Spot) => {
    const step = { x: to.x - at.x, y: to.y - at.y }
    // A step that keeps the direction lengthens the run; the path is written when it ends.
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
    if (bend === undefined) {
      const to = way(side)
      go({ x: quarter.dot.x * 4 + to.x * 2, y: quarter.dot.y * 4 + to.y * 2 })
    }
  }
  endRun()
  return `${data}z`
}

/** A number after another: its sign parts them, or a space. */
const spaced = (n: number) => (n < 0 ? `${n}` : ` ${n}`)
