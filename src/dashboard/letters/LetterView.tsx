import { useEffect, useRef } from 'react'
import type { LetterRecord } from '../../api/replies.ts'
import { drawLetter } from './draw-letter.ts'
import styles from './letter.module.css'

export interface LetterViewProps {
  readonly letter: LetterRecord
  readonly plain: boolean
  readonly dark: boolean
  /** On a phone's width. */
  readonly narrow: boolean
}

/** A letter: to whom, its subject, and itself as its reader sees it, or as the plain text that goes with it. */
export function LetterView({ letter, plain, dark, narrow }: LetterViewProps) {
  const sheet = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (sheet.current !== null && !plain) drawLetter(sheet.current, letter.html, { dark, narrow })
  }, [letter, plain, dark, narrow])
  return (
    <div className={styles.letter}>
      <dl className={styles.envelope}>
        <div>
          <dt>To</dt>
          <dd>{letter.to}</dd>
        </div>
        <div>
          <dt>Subject</dt>
          <dd className={styles.subject}>{letter.subject}</dd>
        </div>
      </dl>
      {plain ? (
        <pre className={styles.plain}>{letter.text}</pre>
      ) : (
        // On a screen that is narrower than the letter, it is moved to be read.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard, too
        <section className={styles.table} aria-label="The letter" tabIndex={0}>
          <div className={styles.paper} data-dark={dark ? '' : undefined} data-narrow={narrow ? '' : undefined}>
            {/* Keyed: React never looks into the tree that is drawn there. */}
            <div key="sheet" ref={sheet} data-letter="" />
          </div>
        </section>
      )}
    </div>
  )
}
