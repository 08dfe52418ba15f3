import { formatCount } from '../labels.ts'
import { Button } from './Button.tsx'
import styles from './screen.module.css'

interface NewRowsProps {
  /** See useSteady. */
  readonly list: string
  readonly held: number
  show(): void
  /** One row, such as `application`. */
  readonly noun: string
}

/** The number of new rows that wait, as a button that shows them and scrolls to the beginning of the list. It counts as a part of the list. */
export const NewRows = ({ list, held, show, noun }: NewRowsProps) => (
  <div className={styles.arrivals} role="status" data-print="no" data-steady={list}>
    {held > 0 && (
      <Button
        tone="approve"
        className={styles.chip}
        onClick={() => {
          show()
          document.querySelector(`[data-list][data-steady="${list}"]`)?.scrollIntoView({ block: 'start', behavior: 'instant' })
        }}
      >
        {held === 1 ? `1 new ${noun}` : `${formatCount(held)} new ${noun}s`}
      </Button>
    )}
  </div>
)
