import { classNames } from '../class-names.ts'
import type { Shape } from './dots.ts'
import { KolamDots } from './KolamDots.tsx'
import styles from './kolam.module.css'
import { type Kolam as Drawing, kolam } from './kolam.ts'

export interface KolamProps {
  readonly seed: string
  readonly size: number
  readonly shape: Shape
  /** Whether to animate the drawing once: the dots first, then the line. */
  readonly drawn?: boolean
  /** The share of the line that is drawn, 0 to 1. A change is animated. */
  readonly share?: number
  /** The name of a view transition: between two pages, drawings with the same name move to their new position (kolam.module.css). Unique on a page. */
  readonly name?: 'studio' | 'accelerator' | 'raise' | 'service'
  readonly className?: string
}

const cache = new Map<string, Drawing>()

/** A drawing, from a cache of the latest 500, because the desk's list renders its rows often. */
function cached(seed: string, size: number, shape: Shape): Drawing {
  const key = `${shape} ${size} ${seed}`
  const drawing = cache.get(key) ?? kolam(seed, size, shape)
  cache.delete(key)
  cache.set(key, drawing)
  const [oldest] = cache.keys()
  if (cache.size > 500 && oldest !== undefined) cache.delete(oldest)
  return drawing
}

/** The kolam of a seed; decoration that screen readers skip. */
export function Kolam({ seed, size, shape, drawn = false, share = 1, name, className }: KolamProps) {
  const { path } = cached(seed, size, shape)
  return (
    <KolamDots size={size} shape={shape} name={name} className={classNames(drawn && styles.drawn, className)}>
      {share > 0 && (
        <path
          className={styles.line}
          d={path}
          pathLength={drawn || share < 1 ? 1 : undefined}
          strokeDasharray={share < 1 ? 1.3 : undefined}
          strokeDashoffset={share < 1 ? 1.3 - share : undefined}
        />
      )}
      {drawn && <path className={styles.pen} d={path} pathLength={1} />}
    </KolamDots>
  )
}
