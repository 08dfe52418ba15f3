import type { ReactNode } from 'react'
import styles from './field.module.css'

/** One input below its label. */
export const Field = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  // biome-ignore lint/a11y/noLabelWithoutControl: the input is the child
  <label className={styles.field}>
    <span>{label}</span>
    {children}
  </label>
)
