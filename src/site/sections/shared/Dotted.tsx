import type { ReactNode } from 'react'
import styles from './dotted.module.css'

/** Short items in running lines, separated by dots; each is an `li`. No line begins or ends with a dot. */
export const Dotted = ({ label, children }: { label?: string; children: ReactNode }) => (
  <ul className={`row dots ${styles.dotted}`} aria-label={label}>
    {children}
  </ul>
)
