import { classNames } from '../class-names.ts'
import { type Point, spacing } from './dots.ts'
import { neighboursOf } from './grid.ts'
import styles from './kolam.module.css'
import { trace } from './trace.ts'

// Separate from Kolam.tsx, which the forms load, because no form has a band.

interface Band {
  readonly dots: readonly Point[]
  /** A closed SVG path for each line, the longest first. */
  readonly paths: readonly string[]
  readonly viewBox: string
}

/**
 * A band of dots, `columns` by `rows`, with every pair of the `joined` columns open. The number of lines around them is the greatest common divisor of
 * their columns and the rows.
 */
export function frieze(columns: number, rows: number, joined = { from: 1, to: columns }): Band {
  const dots: Point[] = []
  for (let y = 0; y < rows; y++) for (let x = 0; x < columns; x++) dots.push({ x, y })
  const inside = dots.filter(({ x }) => x + 1 >= joined.from && x + 1 <= joined.to)
  return {
    dots: dots.map(({ x, y }) => ({ x: x * spacing, y: y * spacing })),
    paths: trace(inside, neighboursOf(inside)),
    viewBox: `-2 -2 ${columns * spacing} ${rows * spacing}`,
  }
}

interface FriezeProps {
  readonly columns: number
  readonly rows: number
  /** Whether to animate the drawing once. */
  readonly drawn?: boolean
  /** The columns, from 1, that the line goes around; the dots of the others stay alone. Without it: all. */
  readonly joined?: { readonly from: number; readonly to: number }
  readonly className?: string | undefined
}

/** A band of dots with lines around them; decoration. */
export function Frieze({ columns, rows, drawn = false, joined, className }: FriezeProps) {
  const { dots, paths, viewBox } = frieze(columns, rows, joined)
  return (
    <svg className={classNames(styles.kolam, drawn && styles.drawn, className)} viewBox={viewBox} aria-hidden="true">
      {paths.map((path) => (
        <path key={path} className={styles.line} d={path} pathLength={drawn ? 1 : undefined} />
      ))}
      <path className={styles.dots} d={dots.map(({ x, y }) => `M${x} ${y}h0`).join('')} />
    </svg>
  )
}
