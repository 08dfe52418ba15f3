import type { ReactNode } from 'react'
import { Kolam } from '../../ui/kolam/Kolam.tsx'
import styles from './private-page.module.css'

/** A page with little text. On wide screens it also shows the dots of a kolam, without a line. */
export const Plain = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <div className={styles.plain}>
    <div className={styles.words}>
      <h1>{title}</h1>
      {children}
    </div>
    <Kolam className={styles.dots} seed="plain" size={7} shape="octagon" share={0} />
  </div>
)
