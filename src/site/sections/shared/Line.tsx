import styles from './line.module.css'
import { Unbroken } from './Unbroken.tsx'

interface Stop {
  /** When, as `Week 1-2`; without it the stops are counted. */
  readonly when?: string
  readonly title: string
  readonly text: string
}

/** Steps in their order on one line through dots: from above downwards on a phone, from left to right where there is room. */
export function Line({ stops }: { stops: readonly Stop[] }) {
  return (
    <ol className={`${styles.line} ${styles[`of${stops.length}`]}`}>
      {stops.map(({ when, title, text }, at) => (
        <li key={title}>
          <span className={styles.when}>{when ?? `Step ${at + 1}`}</span>
          <h3>{title}</h3>
          <p>
            <Unbroken text={text} />
          </p>
        </li>
      ))}
    </ol>
  )
}
