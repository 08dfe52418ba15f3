import type { ReactNode } from 'react'
import styles from './lost.module.css'
import { Turned } from './Turned.tsx'

/** The page for what is not there: what happened, and where to go. */
export function Lost({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <section className={`deep ${styles.lost}`}>
      <div className={`wrap ${styles.inner}`}>
        <div className={styles.words}>
          <h1>{title}</h1>
          <p>{text}</p>
          <div className={styles.actions}>{children}</div>
        </div>
        <Turned />
      </div>
    </section>
  )
}
