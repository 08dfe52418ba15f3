import { programs } from '../../../content/content.ts'
import { frieze } from '../../../ui/kolam/Frieze.tsx'
import kolam from '../../../ui/kolam/kolam.module.css'
import { Paper } from '../shared/Paper.tsx'
import styles from './waves.module.css'

type Wave = NonNullable<typeof programs.fundRaise.sheet>['waves'][number]

/** Whom a company asked: a dot for each investor, a line round those who met again, and the offers in red. */
export const Waves = () => (
  <Paper paper={programs.fundRaise.sheet} own>
    <ul className={styles.waves}>
      {programs.fundRaise.sheet?.waves.map((wave) => (
        <li key={wave.title}>
          <span className="small">{wave.title}</span>
          <Dots {...wave} />
        </li>
      ))}
    </ul>
  </Paper>
)

function Dots({ count, further, offers }: Wave) {
  const { dots, paths, viewBox } = frieze(count, 1, { from: count - further + 1, to: count })
  const row = (from: number, to: number) =>
    dots
      .slice(from, to)
      .map(({ x, y }) => `M${x} ${y}h0`)
      .join('')
  return (
    <svg className="drawing" viewBox={viewBox} aria-hidden="true">
      <path className={kolam.line} d={paths[0]} />
      <path className={styles.no} d={row(0, count - further)} />
      <path className={kolam.dots} d={row(count - further, count - offers)} />
      <path className={styles.offer} d={row(count - offers, count)} />
    </svg>
  )
}
