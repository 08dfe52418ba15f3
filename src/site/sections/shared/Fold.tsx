import type { ReactNode } from 'react'
import type { Item } from '../../../content/schema/values.ts'
import { spoken, translate } from '../../../shared/translate.ts'
import styles from './fold.module.css'

/** Closes the part on screens below 42rem. It runs while the page is parsed, so that nothing moves. */
const closeOnPhones = 'document.currentScript.parentNode.open=innerWidth>671'

const words = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine']

/** A number up to nine as a word. @param first whether it begins a sentence */
export function inWords(count: number, first = false): string {
  // Another language has words of its own, and forms that depend on the number.
  const word = (spoken() === undefined ? words[count - 1] : undefined) ?? String(count)
  return first ? word.charAt(0).toUpperCase() + word.slice(1) : word
}

/** The titles of items, joined in one line. */
const teaserOf = (items: readonly Pick<Item, 'title'>[]): string => items.map(({ title }) => translate(title)).join('\u00a0· ')

/** The fold of a list of items: their titles, and a label that opens all. */
export const foldOf = (items: readonly Pick<Item, 'title'>[]): Pick<FoldProps, 'label' | 'teaser'> => ({
  label: translate`Read all ${inWords(items.length)}`,
  teaser: teaserOf(items),
})

export interface FoldProps {
  /** The summary that the visitor opens; on a phone, only this is shown at first. */
  readonly label: string
  /** The content in a few words. */
  readonly teaser?: string
  readonly children: ReactNode
}

/** A part of a page that is folded on a phone. It is open in the HTML, so that everything is visible without a script. */
export const Fold = ({ label, teaser, children }: FoldProps) => (
  <details className={styles.fold} open>
    <summary>
      {teaser !== undefined && <span className="soft">{`${teaser}. `}</span>}
      <span className={`touch ${styles.label}`}>{label}</span>
    </summary>
    {children}
    {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own script */}
    <script dangerouslySetInnerHTML={{ __html: closeOnPhones }} />
  </details>
)
