import { Ellipsis, X } from 'lucide-react'
import type { ApplicationRecord } from '../../api/responses.ts'
import type { Filters } from '../applications/filters.ts'
import { focusList } from '../applications/list-focus.ts'
import { deskFeatures } from '../features.ts'
import { formatCount, stateOf } from '../labels.ts'
import { Button, closeWithin } from '../ui/Button.tsx'
import buttons from '../ui/button.module.css'
import { LaterOnce, later } from '../ui/Later.tsx'
import { useMedia } from '../ui/use-media.ts'
import { acts, type BulkAction } from './bulk-actions.ts'
import { buttonStyles } from './DecisionButtons.tsx'
import styles from './decisions.module.css'
import { useSelectAll } from './use-select-all.ts'

export interface BulkDecisionProps {
  /** The selected applications; those of them that are pending can be decided. */
  readonly selected: readonly ApplicationRecord[]
  /** The decision that the dialog confirms; undefined closes it. */
  readonly decision: BulkAction | undefined
  /** The filters of the list. */
  readonly filters: Filters
  setSelected(records: readonly ApplicationRecord[]): void
  setDecision(decision: BulkAction | undefined): void
}

const icon = { 'aria-hidden': true, size: 18, strokeWidth: 1.75 } as const

const bulkDialog = later('the question', async () => (await import('./BulkDialog.tsx')).BulkDialog)

/** What can be done with all selected applications, on one line: the decisions, which a dialog confirms, and the rest in a menu. */
export const BulkDecision = (props: BulkDecisionProps) =>
  (props.selected.length > 0 || props.decision !== undefined) && <Bar {...props} />

function Bar(props: BulkDecisionProps) {
  const { selected: batch, decision, setSelected: setBatch, setDecision } = props
  const isNarrow = useMedia('(width < 40rem)')
  const { all, unselected } = useSelectAll(props)
  const pending = batch.filter((record) => stateOf(record) === 'pending')
  const isMixed = pending.length > 0 && pending.length < batch.length
  const inMenu = isNarrow || isMixed
  const selectAll = all && (
    <Button tone="quiet" disabled={all.loading} aria-label={all.label} onClick={all.select}>
      {inMenu ? all.label : all.short}
    </Button>
  )
  const count = formatCount(pending.length)
  return (
    <section className={`row gap-1 middle small stays ${styles.bar}`} aria-label="Selected applications" data-selection="">
      <Button
        tone="icon"
        aria-label="Clear selection"
        title="Clear selection (Esc)"
        onClick={() => {
          focusList()
          setBatch([])
        }}
      >
        <X {...icon} />
      </Button>
      <strong role="status">
        {formatCount(batch.length)}
        <span className={isNarrow ? 'visually-hidden' : undefined}>{` selected${isMixed ? `, ${count} pending` : ''}`}</span>
      </strong>
      {!inMenu && selectAll}
      <div className={`row gap-1 ${styles.acts}`}>
        {pending.length > 0 &&
          (['approved', 'pitch', 'rejected'] as const).map((status) => (
            <Button
              key={status}
              tone={buttonStyles[status].tone}
              aria-label={acts[status].name(count)}
              title={`${acts[status].name(count)} (${buttonStyles[status].key})`}
              onClick={() => setDecision(status)}
            >
              {buttonStyles[status].name}
            </Button>
          ))}
        <Button tone="icon" aria-label="More for these" title="More for these" popoverTarget="with-selected">
          <Ellipsis {...icon} />
        </Button>
      </div>
      <div id="with-selected" className={`box ${buttons.menu}`} popover="auto" ref={closeWithin}>
        {inMenu && selectAll}
        {unselected && (
          <Button tone="quiet" disabled={unselected.loading} onClick={unselected.select}>
            All but these
          </Button>
        )}
        {pending.length > 0 && (
          <Button tone="quiet" onClick={() => setDecision('delay')}>
            {acts.delay.name(count)}
          </Button>
        )}
        {deskFeatures.map(({ name, selection: Act }) => Act && <Act key={name} records={batch} />)}
      </div>
      {decision !== undefined && (
        <LaterOnce
          part={bulkDialog}
          needed
          props={{
            records: pending,
            decision,
            close: (left) => {
              setDecision(undefined)
              setBatch(left)
              focusList()
            },
          }}
          failed={() => setDecision(undefined)}
        />
      )}
    </section>
  )
}
