import styles from './signs.module.css'
import { signs } from './signs.ts'

/** The sign of a place on the web, in the colour of the text; whoever sets it says in words what it is. */
export function Sign({ kind }: { kind: keyof typeof signs }) {
  return (
    <svg className={styles.sign} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={signs[kind]} />
    </svg>
  )
}
