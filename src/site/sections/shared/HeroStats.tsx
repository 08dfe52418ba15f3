import type { Stat } from '../../../content/schema/words.ts'
import { Stats } from './Stats.tsx'

/** The figures at a hero's foot. */
export function HeroStats({ stats }: { stats: readonly Stat[] }) {
  return (
    <div className="wrap">
      <Stats stats={stats} size="foot" label="In figures" />
    </div>
  )
}
