import type { ReactNode } from 'react'
import { Frieze } from '../../../ui/kolam/Frieze.tsx'
import { Kolam, type KolamProps } from '../../../ui/kolam/Kolam.tsx'
import styles from './hero.module.css'

interface HeroProps {
  readonly title: string
  readonly text: string
  readonly kolam?: Pick<KolamProps, 'seed' | 'size' | 'shape' | 'name'>
  /**
   * beside: the page's kolam at the right; edge: larger, and going on beyond the page's edge; crop: larger than the screen, a part of
   * it in view; frieze: a band of dots along the foot; bare: words alone, close to what follows; poster: words alone, as wide as the page.
   */
  readonly layout?: 'beside' | 'edge' | 'crop' | 'frieze' | 'bare' | 'poster'
  /** A drawing of its own in place of the kolam. */
  readonly figure?: ReactNode
  /** Content above the heading: a link back, badges. */
  readonly over?: ReactNode
  /** The buttons. */
  readonly children?: ReactNode
  /** Content below both columns, on the same ground. */
  readonly under?: ReactNode
}

/** The top of a page: the words, and a kolam that draws itself once. */
export function Hero({ title, text, kolam, layout = 'beside', figure, over, children, under }: HeroProps) {
  const hasFigure = kolam !== undefined && layout !== 'frieze' && layout !== 'bare' && layout !== 'poster'
  return (
    <section className={['deep opening', styles.hero, styles[layout], under && styles.carrying].filter(Boolean).join(' ')}>
      <div className={`wrap ${styles.inner}`}>
        <div className={styles.words}>
          {over}
          <h1>{sentences(title)}</h1>
          <p className={styles.lead}>{text}</p>
          {children && <div className={styles.actions}>{children}</div>}
        </div>
        {figure && <div className={styles.figure}>{figure}</div>}
        {hasFigure && (
          <div className={styles.figure}>
            <Kolam {...kolam} drawn />
          </div>
        )}
      </div>
      {under}
      {layout === 'frieze' && <Frieze className={styles.band} columns={97} rows={2} drawn />}
    </section>
  )
}

/** `Your founders. Your name.` as its sentences. */
export const sentencesOf = (title: string): readonly string[] => title.split(/(?<=\.) /)

/** Short sentences break as wholes, where they fit on a line. */
const sentences = (title: string): ReactNode => {
  const parts = sentencesOf(title)
  return parts.length === 1
    ? title
    : parts.map((part, at) => (
        <span key={part} className={styles.sentence}>
          {part}
          {at < parts.length - 1 && ' '}
        </span>
      ))
}
