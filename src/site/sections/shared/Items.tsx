import type { Item } from '../../../content/schema/values.ts'
import styles from './items.module.css'
import { Unbroken } from './Unbroken.tsx'

interface ItemsProps {
  readonly items: readonly Item[]
  /**
   * `lines`: rows with a hairline above each, heading on the left; `terms`: the same side by side, text under the heading;
   * `columns`: headings over short texts, each with a dot.
   */
  readonly form: 'lines' | 'terms' | 'columns'
  /** The number of columns on wide screens. */
  readonly across?: 2 | 3 | 4
}

/** Headings with texts, in one of three forms. `Steps` is separate, so that other pages do not load its styles. */
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
