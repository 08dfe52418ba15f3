import { useQuery } from '@tanstack/react-query'
import { Check, type LucideIcon, MessagesSquare, X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { LetterHoldResponse } from '../../api/letter-responses.ts'
import type { ApplicationRecord } from '../../api/responses.ts'
import { isAnswerable, mayMove, moves, type Wording } from '../../applications/moves.ts'
import { addressee, applicantName, stateOf, zoneHint } from '../labels.ts'
import { letterHoldQuery } from '../letters/held-letters.ts'
import { mayDelay } from '../letters/letters.ts'
import { PreviewLetter } from '../letters/PreviewLetter.tsx'
import { Button } from '../ui/Button.tsx'
import styles from './decisions.module.css'
import { useUnderWay } from './queue.ts'
import type { ReviewAction } from './review-action.ts'

interface OutcomeProps {
  readonly record: ApplicationRecord
  decide(record: ApplicationRecord, act: ReviewAction, wording?: Wording): void
  /** The id of the element with the applicant's name. */
  readonly describedBy: string
}

type DecisionsProps = Pick<OutcomeProps, 'record' | 'decide'> &
  (
    | { readonly describedBy: string; readonly isNamed?: false }
    /** Whether it is in a row: each button is a sign, its label contains the applicant's name, and arrow keys lead to it. */
    | { readonly describedBy?: undefined; readonly isNamed: true }
  )

type DecidedStatus = (typeof moves)['pending' | 'pitch'][number]

/** The button of each decision: its name, its key, and its sign in a row. */
export const buttonStyles: Readonly<
  Record<
    DecidedStatus,
    { readonly tone: 'approve' | 'pitch' | 'reject'; readonly name: string; readonly key: string; readonly Sign: LucideIcon }
  >
> = {
  approved: { tone: 'approve', name: 'Approve', key: 'a', Sign: Check },
  pitch: { tone: 'pitch', name: 'Pitch', key: 'p', Sign: MessagesSquare },
  rejected: { tone: 'reject', name: 'Reject', key: 'r', Sign: X },
}
const decisions = Object.keys(buttonStyles) as DecidedStatus[]

/** Approve, Pitch, Reject; only for a pending application. Like the others, they are disabled while a decision is in progress, also one by a key. */
export function DecisionButtons({ record, describedBy, isNamed, decide }: DecisionsProps) {
  const isDeciding = useUnderWay(record.id) !== undefined
  if (stateOf(record) !== 'pending') return null
  return decisions
    .filter((status) => mayMove('pending', status))
    .map((status) => {
      const { tone, name, key, Sign } = buttonStyles[status]
      const act = { tone, disabled: isDeciding, onClick: () => decide(record, status) } as const
      if (!isNamed)
        return (
          <Button key={status} {...act} subject={record.id} aria-describedby={describedBy}>
            {name}
          </Button>
        )
      return (
        // Its subject has the decision: when words come in place of signs, another button may come under the pointer.
        <Button
          key={status}
          {...act}
          subject={`${status} ${record.id}`}
          tabIndex={-1}
          aria-label={`${name} ${applicantName(record)}`}
          title={`${name} (${key})`}
        >
          <Sign aria-hidden="true" size={18} strokeWidth={1.75} />
          <span>{name}</span>
        </Button>
      )
    })
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
  const isDeciding = useUnderWay(record.id) !== undefined
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
  const isDeciding = useUnderWay(record.id) !== undefined
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
  const isDeciding = useUnderWay(record.id) !== undefined
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
