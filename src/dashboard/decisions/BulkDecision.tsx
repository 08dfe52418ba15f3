import { Dialog } from '@base-ui/react/dialog'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { ApplicationRecord } from '../../api/responses.ts'
import { findList, focusList } from '../applications/list-focus.ts'
import { applicantLabel, formatCount } from '../labels.ts'
import { Button } from '../ui/Button.tsx'
import dialog from '../ui/dialog.module.css'
import styles from './bulk-decision.module.css'
import type { ReviewAction } from './change-status.ts'
import { decideMany, type Outcome } from './decide.ts'

export type BulkAction = Exclude<ReviewAction, 'pending'>

const applications = (n: number): string => (n === 1 ? '1 application' : `${formatCount(n)} applications`)

/** Each decision: its button, the question that confirms it, and the letter it sends. */
const acts: Readonly<Record<BulkAction, { name(n: string): string; question(n: number): string; readonly letter: string }>> = {
  approved: {
    name: (n) => `Approve ${n}`,
    question: (n) => `Approve ${applications(n)}?`,
    letter: 'an approval with the booking link',
  },
  pitch: {
    name: (n) => `Invite ${n} to pitch`,
    question: (n) => `Invite ${applications(n)} to pitch?`,
    letter: 'an invitation to a meeting with the booking link',
  },
  rejected: { name: (n) => `Reject ${n}`, question: (n) => `Reject ${applications(n)}?`, letter: 'a rejection' },
  delay: {
    name: (n) => `Delay ${n}`,
    question: (n) => `Delay the answer to ${applications(n)}?`,
    letter: 'a letter with the new day by which we answer',
  },
}

const tones = { approved: 'approve', pitch: 'pitch', rejected: 'reject', delay: 'quiet' } as const

export interface BulkDecisionProps {
  /** The selected pending applications. */
  readonly selected: readonly ApplicationRecord[]
  /** The decision that the dialog confirms; undefined closes it. */
  readonly decision: BulkAction | undefined
  /** All loaded pending applications of the list. */
  readonly pending: readonly ApplicationRecord[]
  setSelected(records: readonly ApplicationRecord[]): void
  setDecision(decision: BulkAction | undefined): void
}

/** The actions for all selected applications; a dialog confirms them and shows the outcome of each. */
export function BulkDecision({ selected: batch, decision, pending, setSelected: setBatch, setDecision }: BulkDecisionProps) {
  if (batch.length === 0 && decision === undefined) return null
  return (
    <section className={styles.bar} aria-label="Selected applications" data-selection="">
      <p role="status">{formatCount(batch.length)} selected</p>
      {(['approved', 'pitch', 'rejected', 'delay'] as const).map((status) => (
        <Button key={status} tone={tones[status]} onClick={() => setDecision(status)}>
          {acts[status].name(formatCount(batch.length))}
        </Button>
      ))}
      {batch.length < pending.length && (
        <Button tone="quiet" onClick={() => setBatch(pending)}>
          Select all {formatCount(pending.length)} loaded
        </Button>
      )}
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
        <BulkDialog
          records={batch}
          decision={decision}
          close={(left) => {
            setDecision(undefined)
            setBatch(left)
          }}
        />
      )}
    </section>
  )
}

interface BulkDialogProps {
  readonly records: readonly ApplicationRecord[]
  readonly decision: BulkAction
  /** Closes the dialog; `left` are the applications still to be decided. */
  close(left: readonly ApplicationRecord[]): void
}

/** The state of a bulk decision: the outcome of each application, and those that can be tried (again). */
function useBulk({ records, decision, close }: BulkDialogProps) {
  const client = useQueryClient()
  // A snapshot, because decided applications leave the list one by one.
  const [decided] = useState(records)
  const [outcomes, setOutcomes] = useState<Readonly<Record<string, Outcome>>>({})
  const [running, setRunning] = useState(false)
  const again = decided.filter(({ id }) => {
    const outcome = outcomes[id]
    return outcome === undefined || outcome === 'waiting' || (typeof outcome === 'object' && !outcome.final)
  })

  async function run(isSilent: boolean): Promise<void> {
    setRunning(true)
    const next: Record<string, Outcome> = { ...outcomes }
    for (const { id } of again) next[id] = 'waiting'
    setOutcomes({ ...next })
    const onOutcome = (id: string, outcome: Outcome): void => {
      next[id] = outcome
      setOutcomes({ ...next })
    }
    await decideMany(client, again, decision, onOutcome, isSilent ? { letter: 'none' } : {})
    setRunning(false)
    if (decided.every(({ id }) => next[id] === 'done')) close([])
  }
  const done = decided.filter(({ id }) => outcomes[id] === 'done').length
  return { decided, outcomes, again, done, running, tried: Object.keys(outcomes).length > 0, run }
}

function BulkDialog(props: BulkDialogProps) {
  const { decision, close } = props
  const { decided, outcomes, again, done, running, tried, run } = useBulk(props)
  const go = useRef<HTMLButtonElement>(null)
  const [isSilent, setSilent] = useState(false)
  const { name, question, letter } = acts[decision]
  return (
    <Dialog.Root open onOpenChange={(open) => !open && !running && close(again)}>
      <Dialog.Portal>
        <Dialog.Backdrop className={dialog.backdrop} />
        <Dialog.Popup className={`${dialog.popup} ${dialog.question}`} initialFocus={go} finalFocus={findList}>
          <Dialog.Title className={dialog.title}>{question(decided.length)}</Dialog.Title>
          <Dialog.Description className={dialog.text}>
            {isSilent
              ? 'No letter is sent. The applicants’ own pages show the decision when it can no longer be undone.'
              : `${decided.length === 1 ? 'The applicant gets' : `Each of these ${formatCount(decided.length)} gets`} ${letter} by mail, when it can no longer be undone.`}
          </Dialog.Description>
          {decision !== 'delay' && (
            <label className={styles.silent}>
              <input
                type="checkbox"
                checked={isSilent}
                disabled={running || tried}
                onChange={(event) => setSilent(event.target.checked)}
              />
              Without a letter: they already have an answer
            </label>
          )}
          <Outcomes records={decided} outcomes={outcomes} />
          <p className={dialog.text} role="status">
            {tried && `${formatCount(done)} of ${formatCount(decided.length)} done`}
          </p>
          <div className={dialog.buttons}>
            <Button disabled={running} onClick={() => close(again)}>
              {tried ? 'Close' : 'Cancel'}
            </Button>
            {again.length > 0 && (
              <Button
                ref={go}
                tone={decision === 'rejected' ? 'reject' : 'approve'}
                disabled={running}
                onClick={() => void run(isSilent)}
              >
                {running ? 'One moment…' : tried ? 'Try the rest again' : name(formatCount(decided.length))}
              </Button>
            )}
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

interface OutcomesProps {
  readonly records: readonly ApplicationRecord[]
  readonly outcomes: Readonly<Record<string, Outcome>>
}

const Outcomes = ({ records, outcomes }: OutcomesProps) => (
  <ol className={styles.names}>
    {records.map((record) => (
      <li key={record.id} data-outcome={outcomeName(outcomes[record.id])}>
        <span>{applicantLabel(record)}</span>
        <span className={styles.outcome}>{outcomeLabel(outcomes[record.id]) ?? record.applicant_email}</span>
      </li>
    ))}
  </ol>
)

const outcomeName = (outcome: Outcome | undefined): string | undefined => (typeof outcome === 'object' ? 'failed' : outcome)

function outcomeLabel(outcome: Outcome | undefined): string | undefined {
  if (outcome === undefined) return undefined
  if (outcome === 'done') return 'Done'
  return outcome === 'waiting' ? 'Waiting' : `Not done. ${outcome.message}`
}
