import type { Item } from '../../../content/schema/values.ts'
import styles from './steps.module.css'
import { Unbroken } from './Unbroken.tsx'

interface StepsProps {
  readonly items: readonly Item[]
  /** The number of columns on wide screens. */
  readonly across: 3 | 4
}

/** Numbered steps: headings and texts each under a large numeral. */
export const Steps = ({ items, across }: StepsProps) => (
  <ol className={`rows faint stack ${across === 3 ? 'three' : 'four'} ${styles.steps}`}>
    {items.map(({ title, text }) => (
      <li key={title} className="stack gap-2">
        <h3>{title}</h3>
        <p>
          <Unbroken text={text} />
        </p>
      </li>
    ))}
  </ol>
)
