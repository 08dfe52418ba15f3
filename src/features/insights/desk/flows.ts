import type { Status } from '../../../applications/application.ts'
import type { Outcomes } from '../rules.ts'

export type Outcome = Status

/** The position of an outcome in the right column, in pixels. */
interface Node {
  readonly to: Outcome
  readonly count: number
  readonly top: number
  readonly height: number
}

/** A band from the left to an outcome: its top at each of the three columns, and its constant height. */
export interface Flow {
  readonly to: Outcome
  readonly pitched: boolean
  readonly height: number
  readonly tops: readonly [number, number, number]
}

interface Drawn {
  readonly flows: readonly Flow[]
  readonly nodes: readonly Node[]
  /** The applications invited to pitch, in the middle column; undefined if there are none. */
  readonly pitch: { readonly count: number; readonly top: number; readonly height: number } | undefined
  /** The bar of all submitted applications in the left column. */
  readonly start: { readonly top: number; readonly height: number }
}

/** Lays out the outcomes: heights are proportional to counts, bands do not cross, and each outcome has `gap` pixels for its label. */
export function flowsOf({ submitted, pending, pitch, approved, rejected }: Outcomes, height: number, gap: number): Drawn {
  const scale = submitted === 0 ? 0 : (height - 3 * gap) / submitted
  const bandsTo: Readonly<Record<Outcome, readonly { readonly pitched: boolean; readonly count: number }[]>> = {
    approved: [
      { pitched: false, count: approved.direct },
      { pitched: true, count: approved.pitched },
    ],
    pitch: [{ pitched: true, count: pitch }],
    rejected: [
      { pitched: true, count: rejected.pitched },
      { pitched: false, count: rejected.direct },
    ],
    pending: [{ pitched: false, count: pending }],
  }
  const outcomes = Object.keys(bandsTo) as Outcome[]
  const bands = outcomes.flatMap((to) => bandsTo[to].map((band) => ({ ...band, to })))
  const start = { top: 1.5 * gap, height: submitted * scale }
  let left = start.top
  let right = 0
  const nodes: Node[] = []
  const ends = new Map<(typeof bands)[number], number>()
  for (const to of outcomes) {
    const own = bands.filter((band) => band.to === to)
    const count = own.reduce((sum, band) => sum + band.count, 0)
    nodes.push({ to, count, top: right, height: count * scale })
    for (const band of own) {
      ends.set(band, right)
      right += band.count * scale
    }
    right += gap
  }
  const flows: Flow[] = []
  let invited: { top: number; height: number; count: number } | undefined
  for (const band of bands) {
    const thickness = band.count * scale
    // In the middle column, invited applications are separate from those decided directly, with space for the label above.
    const middle = left + (band.pitched ? 0.2 : band.to === 'approved' ? -0.9 : 0.7) * gap
    if (band.count > 0) {
      flows.push({ to: band.to, pitched: band.pitched, height: thickness, tops: [left, middle, ends.get(band) ?? 0] })
      if (band.pitched) {
        invited ??= { top: middle, height: 0, count: 0 }
        invited.height += thickness
        invited.count += band.count
      }
    }
    left += thickness
  }
  return { flows, nodes, pitch: invited, start }
}
