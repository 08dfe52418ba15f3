import type { ReactNode } from 'react'
import { Kolam } from '../../ui/kolam/Kolam.tsx'
import styles from './private-page.module.css'

interface PlainProps {
  readonly title: string
  /** In place of the dots of a kolam, without a line. */
  readonly drawing?: ReactNode
  readonly children: ReactNode
}

/** A page with little text and a drawing. */
export const Plain = ({ title, drawing, children }: PlainProps) => (
  <div className={styles.plain}>
    <div className={styles.words}>
      <h1>{title}</h1>
      {children}
    </div>
    {drawing ?? <Kolam className={styles.dots} seed="plain" size={7} shape="octagon" share={0} />}
  </div>
)
