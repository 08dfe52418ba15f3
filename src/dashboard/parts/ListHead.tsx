import type { PagesResult } from '../data/queries.ts'
import { count } from '../data/times.ts'
import type { Shelf } from '../data/walk.ts'
import { Button } from './Button.tsx'
import styles from './desk-list-head.module.css'

export interface ListHeadProps {
  readonly result: PagesResult
  readonly shelf: Shelf
  readonly filtered: boolean
  /** How many came in since the list was loaded. */
  readonly fresh: number
  refresh(): void
}

/** How many there are, whether what is seen is still an older copy, and whether more came in meanwhile. */
export function ListHead({ result, shelf, filtered, fresh, refresh }: ListHeadProps) {
  const n = `${count(shelf.total)}${shelf.capped ? '+' : ''}`
  return (
    <div className={styles.head}>
      <p role="status">
        {result.isPending || shelf.total === 0
          ? ''
          : result.isPlaceholderData
            ? 'Loading… These are known already.'
            : `${n} ${shelf.total === 1 ? 'application' : 'applications'}${filtered ? ' found' : ', newest first'}`}
      </p>
      {fresh > 0 && (
        <Button tone="quiet" onClick={refresh}>
          {fresh === 1 ? '1 new application: show' : `${count(fresh)} new applications: show`}
        </Button>
      )}
    </div>
  )
}
