import type { ReactNode } from 'react'
import { site } from '../../../content/content.ts'
import { classNames } from '../../../ui/class-names.ts'
import { Frieze } from '../../../ui/kolam/Frieze.tsx'
import { Kolam, type KolamProps } from '../../../ui/kolam/Kolam.tsx'
import styles from './hero.module.css'
import { linked } from './Unbroken.tsx'

interface HeroProps {
  readonly title: string
  readonly text: string
  readonly kolam?: Pick<KolamProps, 'seed' | 'size' | 'shape' | 'name'>
  /**
   * The position of the kolam. `beside`: on the right; `crop`: larger than the screen, only a part is visible; `frieze`: a band of dots at the bottom; `poster`: only text, as wide as the page.
   */
  readonly layout?: 'beside' | 'crop' | 'frieze' | 'poster'
  /** Another drawing instead of the kolam. */
  readonly figure?: ReactNode
  /** Content above the heading: a link back, badges. */
  readonly over?: ReactNode
  /** The buttons. */
  readonly children?: ReactNode
  /** Content below both columns, on the same background. */
  readonly under?: ReactNode
}

/** The top of a page: the text, and a kolam that is animated once. */
export function Hero({ title, text, kolam, layout: own = 'beside', figure, over, children, under }: HeroProps) {
  const layout = site.drawings === 'none' && !figure ? 'poster' : own
  const hasFigure = kolam !== undefined && layout !== 'frieze' && layout !== 'poster'
  return (
    <section className={classNames('deep opening', styles.hero, styles[layout], Boolean(under) && styles.carrying)}>
      <div className={`wrap stack gap-6 ${styles.inner}`}>
        <div className={`stack gap-5 start ${styles.words}`}>
          {over}
          <h1>{sentences(title)}</h1>
          <p className="lead">{linked(text)}</p>
          {children && <div className="row middle">{children}</div>}
        </div>
        {figure && <div className={`screen ${styles.figure}`}>{figure}</div>}
        {hasFigure && (
          <div className={`screen ${styles.figure}`}>
            <Kolam {...kolam} drawn />
          </div>
        )}
      </div>
      {under}
      {layout === 'frieze' && <Frieze className={`screen ${styles.band}`} columns={97} rows={2} drawn />}
    </section>
  )
}

/** Splits a title such as `Your founders. Your name.` into sentences. */
export const sentencesOf = (title: string): readonly string[] => title.split(/(?<=\.) /)

/** Keeps each short sentence on one line, if it fits. */
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
