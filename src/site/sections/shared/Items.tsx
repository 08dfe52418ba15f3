import type { Item } from '../../../content/schema/values.ts'
import { classNames } from '../../../ui/class-names.ts'
import styles from './items.module.css'
import { Unbroken } from './Unbroken.tsx'

interface ItemsProps {
  /** `when`: a step of a process. */
  readonly items: readonly (Item & { readonly when?: string })[]
  /** Whether their order has a meaning. */
  readonly ordered?: boolean
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
export function Items({ items, ordered = false, form, across = 3 }: ItemsProps) {
  const List = ordered ? 'ol' : 'ul'
  return (
    <List className={classNames(lists[form], styles[form], form !== 'lines' && columns[across])}>
      {items.map(({ when, title, text }) => (
        <li key={title} className="stack gap-1">
          <h3 className="text-3">
            {when && <span className={`small label plain ${styles.when}`}>{when} </span>}
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
