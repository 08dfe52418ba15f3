import type { ReactNode } from 'react'
import { Kolam, type KolamProps } from '../../../ui/kolam/Kolam.tsx'
import styles from './hero.module.css'

interface HeroProps {
  readonly title: string
  readonly text: string
  readonly kolam: Pick<KolamProps, 'seed' | 'size' | 'shape'>
  /** What stands over the heading: a way back, badges. */
  readonly over?: ReactNode
  /** The buttons. */
  readonly children?: ReactNode
  /** What stands under both columns, still on the red earth. */
  readonly under?: ReactNode
}

/** The top of a page: the words, and the page's kolam, which draws itself once. */
export function Hero({ title, text, kolam, over, children, under }: HeroProps) {
  return (
    <section className={`deep ${styles.hero}`}>
      <div className={`wrap ${styles.inner}`}>
        <div className={styles.words}>
          {over}
          <h1>{sentences(title)}</h1>
          <p className={styles.lead}>{text}</p>
          {children && <div className={styles.actions}>{children}</div>}
        </div>
        <div className={styles.figure}>
          <Kolam {...kolam} drawn />
        </div>
      </div>
      {under}
    </section>
  )
}

/** Short sentences break as wholes, where they fit on a line. */
const sentences = (title: string): ReactNode => {
  const parts = title.split(/(?<=\.) /)
  return parts.length === 1
    ? title
    : parts.map((part, at) => (
        <span key={part} className={styles.sentence}>
          {part}
          {at < parts.length - 1 && ' '}
        </span>
      ))
}
