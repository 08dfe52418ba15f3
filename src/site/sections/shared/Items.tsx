import type { Item } from '../../../content/schema/values.ts'
import styles from './items.module.css'
import { Unbroken } from './Unbroken.tsx'

interface ItemsProps {
  readonly items: readonly Item[]
  /**
   * lines: a hairline over each, heading at the left; terms: the same side by side, text under heading; cells: a ruled grid; columns:
   * headings over short texts, each with a dot.
   */
  readonly form: 'lines' | 'terms' | 'cells' | 'columns'
  /** How many stand side by side where there is room. */
  readonly across?: 2 | 3 | 4
}

/** Headings with their sentences, in one of four forms. Those with numbers are `Steps`, so that other pages do not carry their styles. */
export const Items = ({ items, form, across = 3 }: ItemsProps) => (
  <ul className={`${styles[form]} ${styles[`across${across}`]}`}>
    {items.map(({ title, text }) => (
      <li key={title}>
        <h3>
          <Unbroken text={title} />
        </h3>
        <p>
          <Unbroken text={text} />
        </p>
      </li>
    ))}
  </ul>
)
