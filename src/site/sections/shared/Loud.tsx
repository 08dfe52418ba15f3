import styles from './loud.module.css'
import { linked } from './Unbroken.tsx'

interface LoudProps {
  readonly words: string
  readonly text: string
}

/** The highlighted statement of a page: a few very large words, and a sentence. */
export const Loud = ({ words, text }: LoudProps) => (
  <div className={`wrap stack ${styles.loud}`}>
    <p className={`display ${styles.words}`}>{words}</p>
    <p className="lead">{linked(text)}</p>
  </div>
)
