import type { ReactNode } from 'react'
import styles from './dotted.module.css'

/** A running line of short items joined by dots; each is an `li`. No line of it begins or ends with a dot. */
export const Dotted = ({ label, children }: { label?: string; children: ReactNode }) => (
  <ul className={styles.dotted} aria-label={label}>
    {children}
  </ul>
)
