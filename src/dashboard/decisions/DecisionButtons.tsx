import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { LetterHoldResponse } from '../../api/letter-responses.ts'
import type { ApplicationRecord } from '../../api/responses.ts'
import { isAnswerable, mayMove, moves, type Wording } from '../../applications/moves.ts'
import { addressee, applicantName, stateOf, zoneHint } from '../labels.ts'
import { letterHoldQuery } from '../letters/held-letters.ts'
import { mayDelay } from '../letters/letters.ts'
import { PreviewLetter } from '../letters/PreviewLetter.tsx'
import { Button } from '../ui/Button.tsx'
import { type ReviewAction, useIsDeciding } from './change-status.ts'
import styles from './decisions.module.css'

interface OutcomeProps {
  readonly record: ApplicationRecord
  decide(record: ApplicationRecord, act: ReviewAction, wording?: Wording): void
  /** The id of the element with the applicant's name. */
  readonly describedBy: string
}

type DecisionsProps = Pick<OutcomeProps, 'record' | 'decide'> &
  (
    | { readonly describedBy: string; readonly isNamed?: false }
    /** Whether it is in a row: the label of each button contains the applicant's name, and arrow keys lead to it. */
    | { readonly describedBy?: undefined; readonly isNamed: true }
  )

type DecidedStatus = (typeof moves)['pending' | 'pitch'][number]

const buttonStyles: Readonly<Record<DecidedStatus, { readonly tone: 'approve' | 'pitch' | 'reject'; readonly name: string }>> = {
  approved: { tone: 'approve', name: 'Approve' },
  pitch: { tone: 'pitch', name: 'Pitch' },
  rejected: { tone: 'reject', name: 'Reject' },
}
const decisions = Object.keys(buttonStyles) as DecidedStatus[]

/** Approve, Pitch, Reject; only for a pending application. Like the others, they are disabled while a decision is in progress, also one by a key. */
export function DecisionButtons({ record, describedBy, isNamed, decide }: DecisionsProps) {
  const isDeciding = useIsDeciding(record.id)
  if (stateOf(record) !== 'pending') return null
  return decisions
    .filter((status) => mayMove('pending', status))
    .map((status) => (
      <Button
        key={status}
        tone={buttonStyles[status].tone}
        tabIndex={isNamed ? -1 : undefined}
        subject={record.id}
        disabled={isDeciding}
        aria-label={isNamed ? `${buttonStyles[status].name} ${applicantName(record)}` : undefined}
        aria-describedby={describedBy}
        onClick={() => decide(record, status)}
      >
        {buttonStyles[status].name}
      </Button>
    ))
}

/** Whether a decision sends a letter, to whom and when; and what is unusual about that. Empty until it is known, and after the end of the review. */
function useLetterNote(record: ApplicationRecord): { readonly note: string; readonly warning: string } {
  const { data } = useQuery(letterHoldQuery)
  if (data === undefined || record.ended !== undefined) return { note: '', warning: '' }
  const note = letterNote(record, data)
  const isPlaceless = stateOf(record) === 'pending' && data.invitation === 'times without a place'
  const warnings = [
    record.letters_stopped_at === undefined ? '' : note,
    isPlaceless ? 'An invitation has no place: none is set on the page Meetings.' : '',
  ]
  return { note, warning: warnings.filter(Boolean).join(' ') }
}

/** What is unusual about the letter of a decision. */
export function LetterWarning({ record }: Pick<OutcomeProps, 'record'>) {
  const { warning } = useLetterNote(record)
  return warning === '' ? null : <p className="small">{warning}</p>
}

/** The buttons, with the note on their letters: where there is a pointer it is shown when that rests on them. */
function Noted({ record, children }: Pick<OutcomeProps, 'record'> & { readonly children: ReactNode }) {
  const { note } = useLetterNote(record)
  return (
    <div className={`line ${styles.decide}`} title={note}>
      {children}
      <p className={`soft small ${styles.note}`}>{note}</p>
    </div>
  )
}

function letterNote(record: ApplicationRecord, held: LetterHoldResponse): string {
  const { letters_stopped_at: stoppedAt } = record
  const to = addressee(record)
  const { hold, seconds } = held
  if (stoppedAt !== undefined) return `No letter: letters to ${to} are stopped.`
  if (hold.kind === 'by_hand') return `Each puts a letter to ${to} into the outbox.`
  if (hold.kind === 'until') return `Each sends a letter to ${to} at ${hold.time}${zoneHint()}.`
  return seconds === 0 ? `Each sends a letter to ${to} at once.` : `Each sends a letter to ${to}, ${seconds} s later.`
}

/** All buttons for a pending application: those that decide it, the one that delays the answer, and the preview of the letter. */
const PendingButtons = (props: OutcomeProps) => (
  <Noted record={props.record}>
    <DecisionButtons {...props} />
    <AnsweredButton {...props} />
    <DelayButton {...props} />
    {!props.record.hidden && <PreviewLetter record={props.record} describedBy={props.describedBy} />}
  </Noted>
)

/** Closes a message or an interest that the reviewer answered by hand: sets it to approved, without a letter. */
function AnsweredButton({ record, describedBy, decide }: OutcomeProps) {
  const isDeciding = useIsDeciding(record.id)
  if (stateOf(record) !== 'pending' || !isAnswerable(record.form_type)) return null
  return (
    <Button
      subject={record.id}
      disabled={isDeciding}
      aria-describedby={describedBy}
      title="Closes it without a letter (⇧ a)"
      onClick={() => decide(record, 'approved', { letter: 'none' })}
    >
      Answered
    </Button>
  )
}

/** Delays an answer that is due or late; a letter informs the applicant. */
function DelayButton({ record, describedBy, decide }: OutcomeProps) {
  const isDeciding = useIsDeciding(record.id)
  if (!mayDelay(record)) return null
  return (
    <Button
      subject={record.id}
      disabled={isDeciding}
      aria-describedby={describedBy}
      title="Sends a letter with the new day (t)"
      onClick={() => decide(record, 'delay')}
    >
      Delay
    </Button>
  )
}

/** The buttons after a pitch meeting. */
const MeetingButtons = (props: OutcomeProps) => (
  <Noted record={props.record}>
    <MeetingOutcome {...props} />
    <PreviewLetter record={props.record} describedBy={props.describedBy} />
  </Noted>
)

/** The decision after a pitch meeting. */
function MeetingOutcome({ record, describedBy, decide }: OutcomeProps) {
  const isDeciding = useIsDeciding(record.id)
  return (
    <fieldset className={`acts ${styles.outcome}`}>
      <legend>Outcome of the meeting</legend>
      {moves.pitch.map((status) => (
        <Button
          key={status}
          tone={buttonStyles[status].tone}
          subject={record.id}
          disabled={isDeciding}
          aria-describedby={describedBy}
          onClick={() => decide(record, status)}
        >
          {buttonStyles[status].name}
        </Button>
      ))}
    </fieldset>
  )
}

/** The buttons that are possible for an application. */
export function OpenDecision(props: OutcomeProps) {
  const state = stateOf(props.record)
  if (state === 'pending') return <PendingButtons {...props} />
  return state === 'pitch' ? <MeetingButtons {...props} /> : null
}
