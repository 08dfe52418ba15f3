import { Dialog } from '@base-ui/react/dialog'
import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useDeferredValue, useRef, useState } from 'react'
import type { ApplicationRecord } from '../../api/responses.ts'
import type { Wording } from '../../applications/moves.ts'
import type { Addition } from '../../applications/outbox.ts'
import { letterFor } from '../../applications/outgoing/decisions.ts'
import { formatCount } from '../labels.ts'
import { AdditionFields, additionOf, noAddition } from '../letters/AdditionFields.tsx'
import { letterHoldQuery } from '../letters/held-letters.ts'
import { LetterView } from '../letters/LetterView.tsx'
import { letterQuery } from '../letters/letters.ts'
import { Button } from '../ui/Button.tsx'
import dialog from '../ui/dialog.module.css'
import { Field } from '../ui/Field.tsx'
import { acts, type BulkAction } from './bulk-actions.ts'
import { decideMany, describe, noPlace, type Outcome, typedAbove } from './decide.ts'
import styles from './decisions.module.css'
import { Outcomes } from './Outcomes.tsx'

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
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>(new Map())
  const [running, setRunning] = useState(false)
  const stopped = useRef(false)
  const again = decided.filter(({ id }) => {
    const outcome = outcomes.get(id)
    return outcome === undefined || outcome === 'waiting' || (typeof outcome === 'object' && !outcome.final)
  })

  async function run(wording: Wording): Promise<void> {
    setRunning(true)
    stopped.current = false
    let next = new Map<string, Outcome>([...outcomes, ...again.map(({ id }) => [id, 'waiting'] as const)])
    setOutcomes(next)
    const onOutcomes = (more: ReadonlyMap<string, Outcome>): void => {
      next = new Map([...next, ...more])
      setOutcomes(next)
    }
    await decideMany(client, again, {
      act: decision,
      wording,
      isAgain: outcomes.size > 0,
      onOutcomes,
      isStopped: () => stopped.current,
    })
    setRunning(false)
    if (decided.every(({ id }) => next.get(id) === 'done')) close([])
  }
  const stop = (): void => {
    stopped.current = true
  }
  const done = decided.filter(({ id }) => outcomes.get(id) === 'done').length
  return { decided, outcomes, again, done, running, tried: outcomes.size > 0, run, stop }
}

/** The letters for the first application of each form, with the additions. */
function useLetters(decided: readonly ApplicationRecord[], decision: BulkAction, addition: Addition) {
  const letter = decision === 'delay' ? 'delay' : letterFor('pending', decision)
  const ofForms = [...new Map(decided.toReversed().map((record) => [record.form_type, record])).values()].toReversed()
  const letters = useQueries({
    queries: ofForms.map(({ id, hidden }, index) => ({
      ...letterQuery({ id, letter: letter ?? '' }, index === 0 ? addition : {}),
      enabled: !hidden,
    })),
  })
  const reasons = letters.map(({ data }) => data?.reasons ?? [])
  return {
    first: letters[0]?.data?.letter,
    /** Those that every form of the group has. */
    reasons: (reasons[0] ?? []).filter(({ id }) => reasons.every((all) => all.some((reason) => reason.id === id))),
  }
}

/** The dialog that confirms the decision of several applications, and shows the outcome of each. */
export function BulkDialog(props: BulkDialogProps) {
  const { decision, close } = props
  const { decided, outcomes, again, done, running, tried, run, stop } = useBulk(props)
  const held = useQuery(letterHoldQuery).data
  const isSentByHand = held?.hold.kind === 'by_hand'
  const invitation = held?.invitation ?? 'booking link'
  const start = useRef<HTMLInputElement & HTMLButtonElement>(null)
  const [isSilent, setSilent] = useState(false)
  const [text, setText] = useState(noAddition)
  const [typed, setTyped] = useState('')
  const addition = useDeferredValue(additionOf(text))
  const { first, reasons } = useLetters(decided, decision, addition)
  const { name, question, letter } = acts[decision]
  const isLarge = decided.length > typedAbove
  const isConfirmed = !isLarge || tried || typed.replace(/\D/g, '') === String(decided.length)
  return (
    <Dialog.Root open onOpenChange={(open) => !open && (running ? stop() : close(again))}>
      <Dialog.Portal>
        <Dialog.Backdrop className={dialog.backdrop} />
        <Dialog.Popup className={`${dialog.popup} ${dialog.question}`} initialFocus={start}>
          <Dialog.Title className={dialog.title}>{question(decided.length)}</Dialog.Title>
          <Dialog.Description className="soft">
            {describe(decided.length, letter(invitation), isSilent, isSentByHand)}
          </Dialog.Description>
          {decision === 'pitch' && invitation === 'times without a place' && <p role="status">{noPlace}</p>}
          <form
            className="stack"
            onSubmit={(event) => {
              event.preventDefault()
              if (!running && isConfirmed) void run(isSilent ? { letter: 'none' } : additionOf(text))
            }}
          >
            {!tried && (
              <>
                {decision !== 'delay' && (
                  <label className="check">
                    <input type="checkbox" checked={isSilent} onChange={(event) => setSilent(event.target.checked)} />
                    Without a letter: they already have an answer
                  </label>
                )}
                {!isSilent && (
                  <>
                    <AdditionFields reasons={decision === 'rejected' ? reasons : []} value={text} change={setText} />
                    {first !== undefined && (
                      <details className={styles.preview} open={isLarge}>
                        <summary>The first letter, to {first.to}</summary>
                        <LetterView letter={first} plain dark={false} narrow={false} />
                      </details>
                    )}
                  </>
                )}
              </>
            )}
            <Outcomes records={decided} outcomes={outcomes} />
            {isLarge && !tried && (
              <Field label={`Type ${decided.length} to confirm`}>
                <input
                  ref={start}
                  inputMode="numeric"
                  autoComplete="off"
                  value={typed}
                  onChange={(event) => setTyped(event.target.value)}
                />
              </Field>
            )}
            {tried && <progress aria-label="Decided" max={decided.length} value={done} />}
            <p className="soft" role="status">
              {tried && `${formatCount(done)} of ${formatCount(decided.length)} done`}
            </p>
            <div className={`row ${dialog.buttons}`}>
              <Button onClick={() => (running ? stop() : close(again))}>{running ? 'Stop' : tried ? 'Close' : 'Cancel'}</Button>
              {again.length > 0 && (
                <Button
                  type="submit"
                  ref={isLarge ? undefined : start}
                  tone={decision === 'rejected' ? 'reject' : 'approve'}
                  disabled={running || !isConfirmed}
                >
                  {running ? 'One moment…' : tried ? 'Try the rest again' : name(formatCount(decided.length))}
                </Button>
              )}
            </div>
          </form>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
