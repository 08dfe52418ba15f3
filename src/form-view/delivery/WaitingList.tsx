import { useCallback, useRef, useState } from 'react'
import type { Form } from '../../forms/form.ts'
import { shortDate } from '../../shared/dates.ts'
import { reference } from '../../shared/ids.ts'
import { translate } from '../../shared/translate.ts'
import plainButton from '../plain-button.module.css'
import { type Delivered, isOverdue, type QueuedSubmission } from './queue.ts'
import styles from './waiting-list.module.css'

/** A submission that is no longer queued: it was delivered, or the visitor discarded it. */
export interface Ending {
  readonly submission: QueuedSubmission
  readonly delivered?: Delivered
}

/** What became of Send now; missing before, and after a success. */
export type Try = 'running' | 'failed'

interface WaitingListProps {
  readonly form: Form
  readonly queued: readonly QueuedSubmission[]
  readonly endings: readonly Ending[]
  readonly tries: ReadonlyMap<string, Try>
  readonly onSendNow: (submission: QueuedSubmission) => void
  readonly onDiscard: (submission: QueuedSubmission) => void
  /** Puts a submission back into this page's form. */
  readonly onRestore: (submission: QueuedSubmission) => void
  /** Whether restoring would replace answers in the form. */
  readonly hasOtherAnswers: () => boolean
}

const state = (submission: QueuedSubmission, overdue: boolean, tried?: Try): string => {
  if (submission.refusal !== undefined) return translate`could not be accepted: ${submission.refusal}`
  if (tried === 'running') return translate`is being sent.`
  if (tried === 'failed') return translate`could not be sent just now. It waits on this device and sends itself.`
  return overdue
    ? translate`has waited on this device for more than 30 days. Should it still be sent?`
    : translate`waits on this device and sends itself.`
}

const nameOf = ({ title, since }: QueuedSubmission) => (
  <>
    <strong>{title}</strong> <span>{translate`of ${shortDate(new Date(since))}`}</span>
  </>
)

const EndingText = ({ submission, delivered }: Ending) => (
  <p className="note">
    {nameOf(submission)}{' '}
    <span>
      {delivered === undefined
        ? translate`is discarded.`
        : `${translate`has reached us.`}${delivered.applicationId === undefined ? '' : translate` Your reference ${reference(delivered.applicationId)}.`}`}
    </span>{' '}
    {delivered?.privateLink !== undefined && <a href={delivered.privateLink}>{translate`See your application`}</a>}
  </p>
)

/**
 * The queued submissions, each with buttons to send it now, put it back into its form, or discard it, and what became of others. Renders nothing if
 * there is neither. The buttons of a submission change or leave with it, so its item gets the focus when one is pressed, and after it the endings.
 */
export const WaitingList = ({
  form,
  queued,
  endings,
  tries,
  onSendNow,
  onDiscard,
  onRestore,
  hasOtherAnswers,
}: WaitingListProps) => {
  const [question, setQuestion] = useState<{ readonly key: string; readonly action: 'discard' | 'restore' }>()
  const ended = useRef<HTMLDivElement>(null)
  // Called before an item is removed.
  const passFocus = useCallback(
    (item: HTMLLIElement | null) => () => {
      if (item?.contains(document.activeElement)) ended.current?.focus({ preventScroll: true })
    },
    [],
  )
  if (queued.length === 0 && endings.length === 0) return null
  const now = Date.now()
  const button = (label: string, action: () => void) => (
    <button
      key={label}
      type="button"
      className={plainButton.plain}
      onClick={({ currentTarget }) => {
        currentTarget.closest('li')?.focus({ preventScroll: true })
        action()
      }}
    >
      {label}
    </button>
  )
  const confirmed = (label: string, action: () => void) => [
    button(label, () => {
      setQuestion(undefined)
      action()
    }),
    button(question?.action === 'discard' ? translate`Keep it` : translate`Keep what is in the form`, () =>
      setQuestion(undefined),
    ),
  ]
  const actions = (submission: QueuedSubmission, overdue: boolean) => {
    if (question?.key === submission.key)
      return question.action === 'discard'
        ? confirmed(translate`Discard for good`, () => onDiscard(submission))
        : confirmed(translate`Replace what is in the form`, () => onRestore(submission))
    const own = submission.formType === form.type
    const canBeRestored = overdue || submission.refusal !== undefined
    return [
      submission.refusal === undefined && button(translate`Send now`, () => onSendNow(submission)),
      canBeRestored &&
        own &&
        button(translate`Put it back in the form`, () =>
          hasOtherAnswers() ? setQuestion({ key: submission.key, action: 'restore' }) : onRestore(submission),
        ),
      canBeRestored && !own && <a key="form" href={submission.path}>{translate`Open its form`}</a>,
      button(translate`Discard`, () => setQuestion({ key: submission.key, action: 'discard' })),
    ]
  }
  return (
    <section className={styles.queued} aria-label={translate`Waiting on this device`}>
      <ul>
        {queued.map((submission) => {
          const overdue = isOverdue(submission, now)
          return (
            <li key={submission.key} className="note" tabIndex={-1} ref={passFocus}>
              <p>
                {nameOf(submission)} <span role="status">{state(submission, overdue, tries.get(submission.key))}</span>
              </p>
              <p className={`row ${styles.actions}`}>{actions(submission, overdue)}</p>
            </li>
          )
        })}
      </ul>
      <div role="status" tabIndex={-1} ref={ended}>
        {endings.map((ending) => (
          <EndingText key={ending.submission.key} {...ending} />
        ))}
      </div>
    </section>
  )
}
