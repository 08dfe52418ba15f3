import type { ApplicationRecord } from '../../api/responses.ts'
import type { Filters } from '../applications/filters.ts'
import { focusList } from '../applications/list-focus.ts'
import { deskFeatures } from '../features.ts'
import { formatCount, stateOf } from '../labels.ts'
import { Button } from '../ui/Button.tsx'
import { LaterOnce, later } from '../ui/Later.tsx'
import { acts, type BulkAction } from './bulk-actions.ts'
import styles from './decisions.module.css'
import { SelectAll } from './SelectAll.tsx'

const tones = { approved: 'approve', pitch: 'pitch', rejected: 'reject', delay: 'quiet' } as const

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

const bulkDialog = later('the question', async () => (await import('./BulkDialog.tsx')).BulkDialog)

/** The actions for all selected applications; a dialog confirms them and shows the outcome of each. */
export function BulkDecision({ selected: batch, decision, filters, setSelected: setBatch, setDecision }: BulkDecisionProps) {
  const pending = batch.filter((record) => stateOf(record) === 'pending')
  if (batch.length === 0 && decision === undefined) return null
  return (
    <section className={`row gap-2 middle small stays ${styles.bar}`} aria-label="Selected applications" data-selection="">
      <p role="status">{formatCount(batch.length)} selected</p>
      {pending.length > 0 &&
        (['approved', 'pitch', 'rejected', 'delay'] as const).map((status) => (
          <Button key={status} tone={tones[status]} onClick={() => setDecision(status)}>
            {acts[status].name(formatCount(pending.length))}
          </Button>
        ))}
      {deskFeatures.map(({ name, selection: Act }) => Act && <Act key={name} records={batch} />)}
      <SelectAll selected={batch} filters={filters} setSelected={setBatch} />
      <Button
        tone="quiet"
        onClick={() => {
          focusList()
          setBatch([])
        }}
      >
        Clear selection
      </Button>
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
