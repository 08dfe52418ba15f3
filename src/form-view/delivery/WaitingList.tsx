import { useState } from 'react'
import type { Form } from '../../forms/form.ts'
import { shortDate } from '../../shared/dates.ts'
import { isOverdue, type Waiting } from './queue.ts'
import styles from './waiting-list.module.css'

interface WaitingListProps {
  readonly form: Form
  readonly waiting: readonly Waiting[]
  readonly onSendNow: (one: Waiting) => void
  readonly onDiscard: (one: Waiting) => void
  /** Puts one back into the form of this page. */
  readonly onTakeBack: (one: Waiting) => void
  /** Whether there are answers in the form that would be replaced. */
  readonly holdsOthers: () => boolean
}

const state = (one: Waiting, overdue: boolean): string => {
  if (one.refusal !== undefined) return `could not be accepted: ${one.refusal}`
  return overdue
    ? 'has waited on this device for more than 30 days. Is it still to be sent?'
    : 'waits on this device and is sent when the connection returns.'
}

/** What waits on this device to be delivered: seen, sent now, put back into its form, or discarded. Nothing when nothing waits. */
export const WaitingList = ({ form, waiting, onSendNow, onDiscard, onTakeBack, holdsOthers }: WaitingListProps) => {
  const [asked, setAsked] = useState<{ readonly key: string; readonly act: 'discard' | 'take back' }>()
  if (waiting.length === 0) return null
  const now = Date.now()
  const button = (label: string, act: () => void) => (
    <button key={label} type="button" className={styles.plain} onClick={act}>
      {label}
    </button>
  )
  const confirmed = (label: string, act: () => void) => [
    button(label, () => {
      setAsked(undefined)
      act()
    }),
    button(asked?.act === 'discard' ? 'Keep it' : 'Keep what is in the form', () => setAsked(undefined)),
  ]
  const actions = (one: Waiting, overdue: boolean) => {
    if (asked?.key === one.key)
      return asked.act === 'discard'
        ? confirmed('Discard for good', () => onDiscard(one))
        : confirmed('Replace what is in the form', () => onTakeBack(one))
    const own = one.formType === form.type
    const mendable = overdue || one.refusal !== undefined
    return [
      one.refusal === undefined && button('Send now', () => onSendNow(one)),
      mendable &&
        own &&
        button('Put it back in the form', () => (holdsOthers() ? setAsked({ key: one.key, act: 'take back' }) : onTakeBack(one))),
      mendable && !own && (
        <a key="form" href={one.path}>
          Go to its form
        </a>
      ),
      button('Discard', () => setAsked({ key: one.key, act: 'discard' })),
    ]
  }
  return (
    <section className={styles.waiting} aria-label="Waiting on this device">
      <ul className={styles.list}>
        {waiting.map((one) => {
          const overdue = isOverdue(one, now)
          return (
            <li key={one.key} className={styles.one}>
              <p className={styles.text}>
                <strong>{one.title}</strong> <span>{`of ${shortDate(new Date(one.since))} ${state(one, overdue)}`}</span>
              </p>
              <p className={styles.actions}>{actions(one, overdue)}</p>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
