import type { Shape } from './dots.ts'
import styles from './kolam.module.css'
import { type Kolam as Drawing, kolam } from './kolam.ts'

export interface KolamProps {
  readonly seed: string
  readonly size: number
  readonly shape: Shape
  /** Draws itself once: the dots first, then the line. */
  readonly drawn?: boolean
  readonly className?: string
}

const known = new Map<string, Drawing>()

/** A drawing costs some milliseconds: the latest few hundred are kept, for a list that draws its rows again and again. */
function remembered(seed: string, size: number, shape: Shape): Drawing {
  const key = `${shape} ${size} ${seed}`
  const drawing = known.get(key) ?? kolam(seed, size, shape)
  known.delete(key)
  known.set(key, drawing)
  const [oldest] = known.keys()
  if (known.size > 500 && oldest !== undefined) known.delete(oldest)
  return drawing
}

/** The kolam of a seed, as decoration: a screen reader passes it by. */
export function Kolam({ seed, size, shape, drawn = false, className }: KolamProps) {
  const { dots, paths, viewBox } = remembered(seed, size, shape)
  return (
    <svg
      className={[styles.kolam, drawn && styles.drawn, className].filter(Boolean).join(' ')}
      viewBox={viewBox}
      aria-hidden="true"
      focusable="false"
    >
      {drawn ? (
        paths.map((path) => <path key={path} className={styles.line} d={path} pathLength={1} />)
      ) : (
        <path className={styles.line} d={paths.join('')} />
      )}
      <path className={styles.dots} d={dots.map(({ x, y }) => `M${x} ${y}h0`).join('')} />
    </svg>
  )
}
