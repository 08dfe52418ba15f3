import { frieze } from './frieze.ts'
import styles from './kolam.module.css'

/** A band of dots with one line round them all, as decoration; it draws itself once. */
export function Frieze({ columns, rows, className }: { columns: number; rows: number; className?: string }) {
  const { dots, paths, viewBox } = frieze(columns, rows)
  return (
    <svg
      className={[styles.kolam, styles.drawn, className].filter(Boolean).join(' ')}
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
