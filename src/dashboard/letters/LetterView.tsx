import { useEffect, useRef } from 'react'
import type { LetterRecord } from '../../api/letter-responses.ts'
import { drawLetter } from './draw-letter.ts'
import styles from './letter.module.css'

interface LetterViewProps {
  readonly letter: LetterRecord
  readonly plain: boolean
  readonly dark: boolean
  /** Whether to show it as wide as a phone. */
  readonly narrow: boolean
}

/** A letter: recipient, subject and body, as HTML or plain text. */
export function LetterView({ letter, plain, dark, narrow }: LetterViewProps) {
  const sheet = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (sheet.current !== null && !plain) drawLetter(sheet.current, letter.html, { dark, narrow })
  }, [letter, plain, dark, narrow])
  return (
    <div className="stack">
      <dl className="facts small">
        <div>
          <dt>To</dt>
          <dd>{letter.to}</dd>
        </div>
        <div>
          <dt>Subject</dt>
          <dd>
            <strong>{letter.subject}</strong>
          </dd>
        </div>
      </dl>
      {plain ? (
        <pre className={`box ${styles.plain}`}>{letter.text}</pre>
      ) : (
        // Scrolls on screens narrower than the letter.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container needs keyboard access
        <section className="across" aria-label="The letter" tabIndex={0}>
          <div className={styles.paper} data-dark={dark ? '' : undefined} data-narrow={narrow ? '' : undefined}>
            {/* Keyed: React does not manage its content. */}
            <div key="sheet" ref={sheet} data-letter="" />
          </div>
        </section>
      )}
    </div>
  )
}
