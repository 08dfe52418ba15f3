import type { Outcomes } from '../../applications/insights/insights.ts'

export type Outcome = 'approved' | 'pitch' | 'rejected' | 'pending'

/** Where an outcome stands at the right: from the top, in pixels. */
export interface Node {
  readonly to: Outcome
  readonly count: number
  readonly top: number
  readonly height: number
}

/** A band from the left to an outcome: its upper edge at each of the three columns, and its height, which it keeps. */
export interface Flow {
  readonly to: Outcome
  readonly pitched: boolean
  readonly height: number
  readonly tops: readonly [number, number, number]
}

export interface Drawn {
  readonly flows: readonly Flow[]
  readonly nodes: readonly Node[]
  /** Those that were invited to pitch, in the middle; undefined where none was. */
  readonly pitch: { readonly count: number; readonly top: number; readonly height: number } | undefined
  /** The height of all that was submitted, at the left, and where it begins. */
  readonly start: { readonly top: number; readonly height: number }
}

/**
 * Lays out what became of applications: heights are counts, nothing crosses, and each outcome has room for its name (`gap`, in pixels)
 * even when it is next to nothing.
 */
export function flowsOf({ submitted, pending, pitch, approved, rejected }: Outcomes, height: number, gap: number): Drawn {
  const scale = submitted === 0 ? 0 : (height - 3 * gap) / submitted
  const bands: readonly { readonly to: Outcome; readonly pitched: boolean; readonly count: number }[] = [
    { to: 'approved', pitched: false, count: approved.direct },
    { to: 'approved', pitched: true, count: approved.pitched },
    { to: 'pitch', pitched: true, count: pitch },
    { to: 'rejected', pitched: true, count: rejected.pitched },
    { to: 'rejected', pitched: false, count: rejected.direct },
    { to: 'pending', pitched: false, count: pending },
  ]
  const outcomes: readonly Outcome[] = ['approved', 'pitch', 'rejected', 'pending']
  const start = { top: 1.5 * gap, height: submitted * scale }
  let [left, right] = [start.top, 0]
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
    const thick = band.count * scale
    // In the middle, what was invited to pitch stands apart from what was decided at once, with room for its name above it.
    const middle = left + (band.pitched ? 0.2 : band.to === 'approved' ? -0.9 : 0.7) * gap
    if (band.count > 0) {
      flows.push({ to: band.to, pitched: band.pitched, height: thick, tops: [left, middle, ends.get(band) ?? 0] })
      if (band.pitched) {
        invited ??= { top: middle, height: 0, count: 0 }
        invited.height += thick
        invited.count += band.count
      }
    }
    left += thick
  }
  return { flows, nodes, pitch: invited, start }
}
