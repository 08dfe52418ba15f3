import type { Item } from '../../../content/schema/values.ts'
import styles from './items.module.css'
import { Unbroken } from './Unbroken.tsx'

interface ItemsProps {
  readonly items: readonly Item[]
  /**
   * lines: a hairline over each, heading at the left; cells: a ruled grid; numbers: large numerals in order;
   * columns: headings over short texts, a dot over each.
   */
  readonly form: 'lines' | 'cells' | 'numbers' | 'columns'
  /** How many stand side by side where there is room. */
  readonly across?: 2 | 3 | 4
}

/** Headings with their sentences, in one of four forms. */
export function Items({ items, form, across = 3 }: ItemsProps) {
  const List = form === 'numbers' ? 'ol' : 'ul'
  return (
    <List className={`${styles[form]} ${styles[`across${across}`]}`}>
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
    </List>
  )
}
