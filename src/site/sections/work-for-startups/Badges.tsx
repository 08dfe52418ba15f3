import styles from './badges.module.css'

/** What is offered, in two or three words each. */
export function Badges({ badges }: { badges: readonly string[] }) {
  return (
    <ul className={styles.badges}>
      {badges.map((badge) => (
        <li key={badge}>{badge}</li>
      ))}
    </ul>
  )
}
