import type { ReactNode } from 'react'
import type { Item } from '../../../content/schema/values.ts'
import styles from './fold.module.css'

/** Runs while the page is parsed, so that nothing moves: below 42rem the part is closed. */
const closeOnPhones = 'document.currentScript.parentNode.open=innerWidth>671'

/** The titles of items as one line. */
export const teaserOf = (items: readonly Pick<Item, 'title'>[]): string => items.map(({ title }) => title).join('\u00a0· ')

interface FoldProps {
  /** What the visitor opens: on a phone the only part that is shown. */
  readonly label: string
  /** What is in it, in a few words. */
  readonly teaser?: string
  readonly children: ReactNode
}

/** A part of a page that is folded away on a phone. It is open in the HTML: without a script everything is there. */
export const Fold = ({ label, teaser, children }: FoldProps) => (
  <details className={styles.fold} open>
    <summary>
      {teaser !== undefined && <span className={styles.teaser}>{`${teaser}. `}</span>}
      <span className={styles.label}>{label}</span>
    </summary>
    {children}
    {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a script of our own */}
    <script dangerouslySetInnerHTML={{ __html: closeOnPhones }} />
  </details>
)
