import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { type Shape, spacing, symmetricDots, viewBoxOf } from './dots.ts'
import styles from './kolam.module.css'

// Separate from Kolam.tsx: a form shows the dots before it loads what draws the line.

interface KolamDotsProps {
  readonly size: number
  readonly shape: Shape
  /** See `KolamProps`. */
  readonly name?: string
  readonly className?: string
  /** Lines, below the dots. */
  readonly children?: ReactNode
}

/** The dots of a kolam; decoration that screen readers skip. */
export const KolamDots = ({ size, shape, name, className, children }: KolamDotsProps) => (
  <svg className={classNames(styles.kolam, className)} viewBox={viewBoxOf(size)} data-kolam={name} aria-hidden="true">
    {children}
    <path
      className={styles.dots}
      d={symmetricDots(size, shape)
        .map(({ x, y }) => `M${x * spacing} ${y * spacing}h0`)
        .join('')}
    />
  </svg>
)
