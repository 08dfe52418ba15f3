import type { ReactNode } from 'react'
import { ButtonLink } from '../../../ui/button/Button.tsx'
import styles from './apply-bar.module.css'

interface ApplyBarProps {
  readonly label: string | undefined
  readonly to: string
  readonly children: ReactNode
}

/** The sections between a page's opening and its form. On a phone a bar with the way to the form stays at the bottom of the screen while they are read. */
export const ApplyBar = ({ label, to, children }: ApplyBarProps) => (
  <div>
    {children}
    <p className={styles.bar}>
      <ButtonLink href={to}>{label}</ButtonLink>
    </p>
  </div>
)
