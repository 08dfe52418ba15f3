import { Kolam } from '../kolam/Kolam.tsx'
import { tamilName } from './tamil-name.ts'
import styles from './wordmark.module.css'

/** The seed of our own mark. */
export const markSeed = 'y'

/** The mark and the name, leading home. */
export function Wordmark({ name, href = '/' }: { name: string; href?: string }) {
  return (
    <a className={styles.wordmark} href={href}>
      <Kolam className={styles.mark} seed={markSeed} size={3} shape="square" />
      {name}
    </a>
  )
}

/** The name in Tamil, drawn; `label` is what a screen reader says. */
export function TamilName({ label }: { label: string }) {
  return (
    <svg className={styles.tamil} viewBox={tamilName.viewBox} role="img" aria-label={label} lang="ta">
      <path d={tamilName.path} />
    </svg>
  )
}
