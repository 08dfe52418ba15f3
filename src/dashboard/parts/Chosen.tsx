import { Dialog } from '@base-ui/react/dialog'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { ApplicationRecord } from '../../api/replies.ts'
import type { Status } from '../../applications/application.ts'
import { decideMany, type Outcome } from '../data/decide-many.ts'
import { count } from '../data/times.ts'
import { whom } from '../data/whom.ts'
import { Button } from './Button.tsx'
import styles from './desk-chosen.module.css'
import dialog from './desk-dialog.module.css'

type Decision = Exclude<Status, 'pending'>

const acts: Readonly<Record<Decision, { readonly verb: string; readonly letter: string }>> = {
  approved: { verb: 'Approve', letter: 'an approval with the booking link' },
  pitch: { verb: 'Pitch', letter: 'an invitation to pitch with the booking link' },
  rejected: { verb: 'Reject', letter: 'a rejection' },
}

export interface ChosenProps {
  readonly chosen: readonly ApplicationRecord[]
  /** The pending applications of the list that are loaded. */
  readonly pending: readonly ApplicationRecord[]
  choose(records: readonly ApplicationRecord[]): void
}

/** What can be done with all that was chosen: shown before it happens, with names, count and letters, and told one by one. */
export function Chosen({ chosen, pending, choose }: ChosenProps) {
  const [decision, setDecision] = useState<Decision>()
  if (chosen.length === 0 && decision === undefined) return null
  return (
    <section className={styles.bar} aria-label="Chosen applications">
      <p role="status">{count(chosen.length)} chosen</p>
      {(['approved', 'pitch', 'rejected'] as const).map((status) => (
        <Button
          key={status}
          tone={status === 'approved' ? 'approve' : status === 'pitch' ? 'pitch' : 'reject'}
          onClick={() => setDecision(status)}
        >
          {acts[status].verb} chosen
        </Button>
      ))}
      {chosen.length < pending.length && (
        <Button tone="quiet" onClick={() => choose(pending)}>
          Choose all {count(pending.length)} loaded
        </Button>
      )}
      <Button tone="quiet" onClick={() => choose([])}>
        Choose none
      </Button>
      {decision !== undefined && (
        <Question
          records={chosen}
          decision={decision}
          close={(left) => {
            setDecision(undefined)
            choose(left)
          }}
        />
      )}
    </section>
  )
}

interface QuestionProps {
  readonly records: readonly ApplicationRecord[]
  readonly decision: Decision
  /** Closes it; `left` is what is still to be decided. */
  close(left: readonly ApplicationRecord[]): void
}

function Question({ records, decision, close }: QuestionProps) {
  const client = useQueryClient()
  const go = useRef<HTMLButtonElement>(null)
  // As they were when it was asked: the list loses them one by one.
  const [asked] = useState(records)
  const [outcomes, setOutcomes] = useState<Readonly<Record<string, Outcome>>>({})
  const [running, setRunning] = useState(false)
  const { verb, letter } = acts[decision]
  const left = asked.filter(({ id }) => outcomes[id] !== 'done')
  const again = left.filter(({ id }) => {
    const outcome = outcomes[id]
    return outcome === undefined || outcome === 'waiting' || (typeof outcome === 'object' && !outcome.final)
  })
  const tried = Object.keys(outcomes).length > 0

  async function run(): Promise<void> {
    setRunning(true)
    const how: Record<string, Outcome> = { ...outcomes }
    for (const { id } of again) how[id] = 'waiting'
    setOutcomes({ ...how })
    await decideMany(client, again, decision, (id, outcome) => {
      how[id] = outcome
      setOutcomes({ ...how })
    })
    setRunning(false)
    if (asked.every(({ id }) => how[id] === 'done')) close([])
  }

  return (
    <Dialog.Root open onOpenChange={(open) => !open && !running && close(again)}>
      <Dialog.Portal>
        <Dialog.Backdrop className={dialog.backdrop} />
        <Dialog.Popup className={`${dialog.popup} ${dialog.question}`} initialFocus={go}>
          <Dialog.Title className={dialog.title}>
            {verb} {asked.length === 1 ? '1 application' : `${count(asked.length)} applications`}?
          </Dialog.Title>
          <Dialog.Description className={dialog.text}>
            {asked.length === 1 ? 'The applicant gets' : `Each of these ${count(asked.length)} gets`} {letter} by mail, once the
            time to undo is over.
          </Dialog.Description>
          <ol className={styles.names}>
            {asked.map((record) => (
              <li key={record.id} data-outcome={word(outcomes[record.id])}>
                <span>{whom(record)}</span>
                <span className={styles.outcome}>{words(outcomes[record.id]) ?? record.applicant_email}</span>
              </li>
            ))}
          </ol>
          <p className={dialog.text} role="status">
            {tried && `${count(asked.length - left.length)} of ${count(asked.length)} done`}
          </p>
          <div className={dialog.buttons}>
            <Button disabled={running} onClick={() => close(again)}>
              {tried ? 'Close' : 'Cancel'}
            </Button>
            {again.length > 0 && (
              <Button
                ref={go}
                tone={decision === 'approved' ? 'approve' : 'reject'}
                disabled={running}
                onClick={() => void run()}
              >
                {running ? 'One moment…' : tried ? 'Try the rest again' : `${verb} ${count(asked.length)}`}
              </Button>
            )}
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

const word = (outcome: Outcome | undefined): string | undefined => (typeof outcome === 'object' ? 'failed' : outcome)

function words(outcome: Outcome | undefined): string | undefined {
  if (outcome === undefined) return undefined
  if (outcome === 'done') return 'Done'
  return outcome === 'waiting' ? 'Waiting' : `Not done. ${outcome.say}`
}
