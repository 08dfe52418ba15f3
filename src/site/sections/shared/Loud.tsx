import styles from './loud.module.css'

/** The loud moment of a page: a few words as large as a poster, and the sentence that they are about. */
export function Loud({ words, text }: { words: string; text: string }) {
  return (
    <div className={`wrap ${styles.loud}`}>
      <p className={styles.words}>{words}</p>
      <p>{text}</p>
    </div>
  )
}
