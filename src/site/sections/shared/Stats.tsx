import type { Stat } from '../../../content/schema/values.ts'
import styles from './stats.module.css'

/** A row of large figures. `size`: in a hero's foot they are smaller than in a band of their own. */
export function Stats({ stats, size = 'large', label }: { stats: readonly Stat[]; size?: 'large' | 'foot'; label: string }) {
  return (
    <ul className={`${styles.stats} ${styles[size]} ${stats.length === 3 ? styles.three : ''}`} aria-label={label}>
      {stats.map(({ value, label: counted }) => (
        <li key={counted}>
          <strong>{value}</strong> <span>{counted}</span>
        </li>
      ))}
    </ul>
  )
}

/** The figures at a hero's foot. */
export function HeroStats({ stats }: { stats: readonly Stat[] }) {
  return (
    <div className="wrap">
      <Stats stats={stats} size="foot" label="In figures" />
    </div>
  )
}
