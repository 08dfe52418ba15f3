import { useState } from 'react'
import type { Form } from '../../forms/form.ts'
import { shortDate } from '../../shared/dates.ts'
import plainButton from '../plain-button.module.css'
import { isOverdue, type QueuedSubmission } from './queue.ts'
import styles from './waiting-list.module.css'

interface WaitingListProps {
  readonly form: Form
  readonly queued: readonly QueuedSubmission[]
  readonly onSendNow: (submission: QueuedSubmission) => void
  readonly onDiscard: (submission: QueuedSubmission) => void
  /** Puts a submission back into this page's form. */
  readonly onRestore: (submission: QueuedSubmission) => void
  /** Whether restoring would replace answers in the form. */
  readonly hasOtherAnswers: () => boolean
}

const state = (submission: QueuedSubmission, overdue: boolean): string => {
  if (submission.refusal !== undefined) return `could not be accepted: ${submission.refusal}`
  return overdue
    ? 'has waited on this device for more than 30 days. Should it still be sent?'
    : 'waits on this device and is sent when the connection returns.'
}

/** The queued submissions, each with buttons to send it now, put it back into its form, or discard it. Renders nothing for an empty queue. */
export const WaitingList = ({ form, queued, onSendNow, onDiscard, onRestore, hasOtherAnswers }: WaitingListProps) => {
  const [question, setQuestion] = useState<{ readonly key: string; readonly action: 'discard' | 'restore' }>()
  if (queued.length === 0) return null
  const now = Date.now()
  const button = (label: string, action: () => void) => (
    <button key={label} type="button" className={plainButton.plain} onClick={action}>
      {label}
    </button>
  )
  const confirmed = (label: string, action: () => void) => [
    button(label, () => {
      setQuestion(undefined)
      action()
    }),
    button(question?.action === 'discard' ? 'Keep it' : 'Keep what is in the form', () => setQuestion(undefined)),
  ]
  const actions = (submission: QueuedSubmission, overdue: boolean) => {
    if (question?.key === submission.key)
      return question.action === 'discard'
        ? confirmed('Discard for good', () => onDiscard(submission))
        : confirmed('Replace what is in the form', () => onRestore(submission))
    const own = submission.formType === form.type
    const canBeRestored = overdue || submission.refusal !== undefined
    return [
      submission.refusal === undefined && button('Send now', () => onSendNow(submission)),
      canBeRestored &&
        own &&
        button('Put it back in the form', () =>
          hasOtherAnswers() ? setQuestion({ key: submission.key, action: 'restore' }) : onRestore(submission),
        ),
      canBeRestored && !own && (
        <a key="form" href={submission.path}>
          Open its form
        </a>
      ),
      button('Discard', () => setQuestion({ key: submission.key, action: 'discard' })),
    ]
  }
  return (
    <section className={styles.queued} aria-label="Waiting on this device">
      <ul className={styles.list}>
        {queued.map((submission) => {
          const overdue = isOverdue(submission, now)
          return (
            <li key={submission.key} className={styles.submission}>
              <p className={styles.text}>
                <strong>{submission.title}</strong>{' '}
                <span>{`of ${shortDate(new Date(submission.since))} ${state(submission, overdue)}`}</span>
              </p>
              <p className={styles.actions}>{actions(submission, overdue)}</p>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
