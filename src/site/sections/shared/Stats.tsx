import type { Stat } from '../../../content/schema/values.ts'
import { classNames } from '../../../ui/class-names.ts'
import styles from './stats.module.css'

interface StatsProps {
  readonly stats: readonly Stat[]
  /** What the figures count, and over which period. It is shown under them, and is their name for screen readers. */
  readonly scope: string
  /** `foot`: smaller, at the bottom of a hero; `poster`: the first figure very large, the others under it. */
  readonly size?: 'large' | 'foot' | 'poster'
}

/** A row of figures with their scope. */
export function Stats({ stats, scope, size = 'large' }: StatsProps) {
  if (stats.length === 0) return null
  return (
    <figure className={classNames(styles.figures, styles[size])}>
      <ul className={classNames(styles.stats, stats.length === 3 && styles.three)} aria-label={scope}>
        {stats.map(({ value, label: counted }, at) => (
          <li key={counted} className={classNames('stack gap-1', size === 'poster' && at === 0 && styles.loud)}>
            <strong className="display">{value}</strong> <span className="soft dense">{counted}</span>
          </li>
        ))}
      </ul>
      <figcaption aria-hidden="true">{scope}</figcaption>
    </figure>
  )
}

/** The figures at the bottom of a hero. */
export function HeroStats(props: Pick<StatsProps, 'stats' | 'scope'>) {
  if (props.stats.length === 0) return null
  return (
    <div className="wrap">
      <Stats {...props} size="foot" />
    </div>
  )
}
