import { frieze } from './frieze.ts'
import styles from './kolam.module.css'

interface FriezeProps {
  readonly columns: number
  readonly rows: number
  /** Draws itself once. */
  readonly drawn?: boolean
  readonly className?: string | undefined
}

/** A band of dots with one line round them all, as decoration. */
export function Frieze({ columns, rows, drawn = false, className }: FriezeProps) {
  const { dots, paths, viewBox } = frieze(columns, rows)
  return (
    <svg
      className={[styles.kolam, drawn && styles.drawn, className].filter(Boolean).join(' ')}
      viewBox={viewBox}
      aria-hidden="true"
      focusable="false"
    >
      {paths.map((path) => (
        <path key={path} className={styles.line} d={path} pathLength={1} />
      ))}
      <path className={styles.dots} d={dots.map(({ x, y }) => `M${x} ${y}h0`).join('')} />
    </svg>
  )
}
