import type { ReactNode } from 'react'
import { classNames } from '../../../ui/class-names.ts'
import styles from './loud.module.css'

interface LoudProps {
  readonly words: string
  readonly text: string
  /** A drawing beside them; not on phones. */
  readonly children?: ReactNode
}

/** The highlighted statement of a page: a few very large words, and a sentence. */
export function Loud({ words, text, children }: LoudProps) {
  return (
    <div className={classNames('wrap', `stack ${styles.loud}`, children !== undefined && styles.drawn)}>
      <p className={`display ${styles.words}`}>{words}</p>
      <p className="lead">{text}</p>
      {children}
    </div>
  )
}
