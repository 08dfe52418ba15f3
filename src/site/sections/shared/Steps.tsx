import type { Item } from '../../../content/schema/values.ts'
import styles from './steps.module.css'
import { Unbroken } from './Unbroken.tsx'

interface StepsProps {
  readonly items: readonly Item[]
  /** The number of columns on wide screens, each under its numeral. Without it, the steps are rows. */
  readonly across?: 3 | 4
}

/** Numbered steps: headings and texts with large numerals. */
export const Steps = ({ items, across }: StepsProps) => (
  <ol className={across === undefined ? styles.numbers : `${styles.steps} ${styles[`across${across}`]}`}>
    {items.map(({ title, text }) => (
      <li key={title}>
        <h3>{title}</h3>
        <p>
          <Unbroken text={text} />
        </p>
      </li>
    ))}
  </ol>
)
