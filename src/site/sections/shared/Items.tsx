import type { Item } from '../../../content/schema/values.ts'
import { classNames } from '../../../ui/class-names.ts'
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

const lists = { lines: 'rows ended', terms: 'rows stack', columns: 'stack gap-5 dots' } as const
const columns = { 2: 'two', 3: 'two wide-three', 4: 'four' } as const

/** Headings with texts, in one of three forms. `Steps` is separate, so that other pages do not load its styles. */
export const Items = ({ items, form, across = 3 }: ItemsProps) => (
  <ul className={classNames(lists[form], styles[form], form !== 'lines' && columns[across])}>
    {items.map(({ title, text }) => (
      <li key={title} className="stack gap-1">
        <h3 className="text-3">
          <Unbroken text={title} />
        </h3>
        <p>
          <Unbroken text={text} />
        </p>
      </li>
    ))}
  </ul>
)
