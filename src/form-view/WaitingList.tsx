import { useState } from 'react'
import type { Form } from '../forms/form.ts'
import { shortDate } from '../shared/dates.ts'
import { discard, type Waiting } from './delivery-queue.ts'
import { warnOnce } from './device-store.ts'
import styles from './waiting-list.module.css'

interface WaitingListProps {
  readonly form: Form
  readonly waiting: readonly Waiting[]
  readonly onTryNow: () => void
  /** Puts a refused one back into the form of this page, to be mended. */
  readonly onTakeBack?: (one: Waiting) => void
}

/** What waits on this device to be delivered: seen, sent now, or discarded. Nothing when nothing waits. */
export const WaitingList = ({ form, waiting, onTryNow, onTakeBack }: WaitingListProps) => {
  const [asked, setAsked] = useState<string>()
  if (waiting.length === 0) return null
  const drop = (key: string): void => {
    discard(key).catch((error: unknown) => warnOnce('discarding', error))
    setAsked(undefined)
  }
  return (
    <section className={styles.waiting} aria-label="Waiting on this device">
      <ul className={styles.list}>
        {waiting.map((one) => (
          <li key={one.key} className={styles.one}>
            <p className={styles.text}>
              <strong>{one.title}</strong> of {shortDate(new Date(one.since))}{' '}
              {one.refusal === undefined
                ? 'waits on this device and is sent when the connection returns.'
                : `could not be accepted: ${one.refusal}`}
            </p>
            <p className={styles.actions}>
              {one.refusal === undefined && (
                <button type="button" className={styles.plain} onClick={onTryNow}>
                  Send now
                </button>
              )}
              {one.refusal !== undefined && one.formType === form.type && onTakeBack && (
                <button type="button" className={styles.plain} onClick={() => onTakeBack(one)}>
                  Put it back in the form
                </button>
              )}
              {one.refusal !== undefined && one.formType !== form.type && <a href={one.path}>Go to its form</a>}
              {asked === one.key ? (
                <>
                  <button type="button" className={styles.plain} onClick={() => drop(one.key)}>
                    Discard for good
                  </button>
                  <button type="button" className={styles.plain} onClick={() => setAsked(undefined)}>
                    Keep it
                  </button>
                </>
              ) : (
                <button type="button" className={styles.plain} onClick={() => setAsked(one.key)}>
                  Discard
                </button>
              )}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
