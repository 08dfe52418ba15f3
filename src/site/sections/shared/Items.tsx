import type { Item } from '../../../content/schema/values.ts'
import styles from './items.module.css'
import { Unbroken } from './Unbroken.tsx'

interface ItemsProps {
  readonly items: readonly Item[]
  /**
   * lines: a hairline over each, heading at the left; index: the same with headings as large as a title; terms: the same side by side, text under heading; cells: a ruled grid;
   * numbers: large numerals in order, one below the other; steps: large numerals side by side; columns: headings over short
   * texts, a dot over each.
   */
  readonly form: 'lines' | 'index' | 'terms' | 'cells' | 'numbers' | 'steps' | 'columns'
  /** How many stand side by side where there is room. */
  readonly across?: 2 | 3 | 4
}

/** Headings with their sentences, in one of seven forms. */
export function Items({ items, form, across = 3 }: ItemsProps) {
  const List = form === 'numbers' || form === 'steps' ? 'ol' : 'ul'
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
