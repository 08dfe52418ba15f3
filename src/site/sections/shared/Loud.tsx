import styles from './loud.module.css'

/** The highlighted statement of a page: a few very large words, and a sentence. */
export function Loud({ words, text }: { words: string; text: string }) {
  return (
    <div className={`wrap ${styles.loud}`}>
      <p className={styles.words}>{words}</p>
      <p>{text}</p>
    </div>
  )
}
