import type { ApplicationRecord } from '../../api/responses.ts'
import type { Order } from '../../applications/order.ts'
import { hasDecided } from '../browser-storage.ts'
import { OpenDecision } from '../decisions/DecisionButtons.tsx'
import { applicantName } from '../labels.ts'
import { isAdmin } from '../session/rights.ts'
import { Button } from '../ui/Button.tsx'
import { ApplicationView } from './ApplicationView.tsx'
import { FormCounts } from './FormCounts.tsx'
import { filtersOf } from './filters.ts'
import { RecordBar } from './RecordBar.tsx'
import styles from './reading.module.css'
import type { RowActions } from './row-actions.ts'
import { Untouched } from './Untouched.tsx'
import type { UrlState } from './url-state.ts'

interface PaneProps {
  readonly record: ApplicationRecord | undefined
  readonly position: string
  /** Whether no key acts on it yet; see `useJustReplaced`. */
  readonly isJustReplaced: boolean
  readonly next: ApplicationRecord | undefined
  readonly previous: ApplicationRecord | undefined
  readonly actions: RowActions
  readonly urlState: UrlState
  /** Opens the first application of the list. */
  begin(): void
}

/** The first application of the list, by its order. */
const first = {
  date: 'the newest',
  due: 'the one that is due first',
  score: 'the one with the highest score',
} as const satisfies Record<Order, string>

/** The selected application, next to the list. */
export function ReadingPane({ record, position, isJustReplaced, next, previous, actions, urlState, begin }: PaneProps) {
  if (record === undefined)
    return (
      <section className={`${styles.pane} ${styles.empty}`} aria-label="Reading" tabIndex={-1} data-print="no">
        <h2>No application open</h2>
        <Untouched />
        {isAdmin() && !hasDecided() && (
          <p>
            Approve writes to the applicant that you go ahead. Pitch invites them to a conversation. Reject declines, in kind
            words. Each letter waits for a moment, in which Undo takes it back.
          </p>
        )}
        <p>
          Select an application, or press <kbd>j</kbd> to begin with {first[filtersOf(urlState).order]}.{' '}
          {isAdmin() && (
            <>
              <kbd>a</kbd> <kbd>p</kbd> <kbd>r</kbd> decide, <kbd>u</kbd> undoes it,{' '}
            </>
          )}
          <kbd>?</kbd> lists every key.
        </p>
        <Button onClick={begin}>Start reading</Button>
        <FormCounts />
      </section>
    )
  return (
    <section
      className={styles.pane}
      aria-labelledby="pane-title"
      data-pane=""
      data-settling={isJustReplaced ? '' : undefined}
      tabIndex={-1}
    >
      <RecordBar
        className={styles.bar}
        record={record}
        position={position}
        next={next}
        previous={previous}
        open={actions.read}
        remove={actions.remove}
        decision={<OpenDecision key={record.id} record={record} describedBy="pane-title" decide={actions.decide} />}
      />
      <div className={styles.scroll} key={record.id} data-scroll="">
        <ApplicationView
          record={record}
          title={
            <h2 className={styles.title} id="pane-title">
              {applicantName(record)}
            </h2>
          }
        />
      </div>
    </section>
  )
}
