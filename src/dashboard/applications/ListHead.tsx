import { count } from '../times.ts'
import styles from './list-head.module.css'
import type { Shelf } from './neighbours.ts'
import type { PagesResult } from './queries.ts'

export interface ListHeadProps {
  readonly result: PagesResult
  readonly shelf: Shelf
  readonly filtered: boolean
  /** What was searched for, while something else is typed that cannot be read. */
  readonly before: string | undefined
}

/** How many there are, and whether what is seen is still an older copy. */
export function ListHead({ result, shelf, filtered, before }: ListHeadProps) {
  const n = `${count(shelf.total)}${shelf.capped ? '+' : ''}`
  return (
    <div className={styles.head}>
      <p role="status">
        {result.isPending || shelf.total === 0
          ? ''
          : result.isPlaceholderData
            ? 'Loading… These are known already.'
            : `${n} ${shelf.total === 1 ? 'application' : 'applications'}${filtered ? ' found' : ', newest first'}${
                before === undefined ? '' : before === '' ? ', without a search' : `, still for the search ${before}`
              }`}
      </p>
    </div>
  )
}
