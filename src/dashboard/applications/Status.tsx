import type { ApplicationRecord } from '../../api/responses.ts'
import { dueText } from '../../applications/due.ts'
import { formatMoment, stateOf, statusNames } from '../labels.ts'
import { useServerNow } from '../server-time.ts'
import styles from './status.module.css'

/** An application's state as a word with a dot. */
export function StatusMark({ record }: { record: ApplicationRecord }) {
  const state = stateOf(record)
  return (
    <span className={styles.mark} data-status={record.ended === undefined ? state : 'ended'}>
      {statusNames[state]}
    </span>
  )
}

/** When the answer to a pending application is due, or how late it is: `due tomorrow`, `2 days late`. Renders nothing for other applications. */
export function Due({ record }: { record: ApplicationRecord }) {
  const now = useServerNow()
  if (stateOf(record) !== 'pending') return null
  const dueAt = new Date(record.due_at)
  // Until the due moment, it waits for the applicant.
  if (record.request_state === 'asked' && dueAt >= now) return null
  const title =
    record.request_state === undefined ? `Promised by ${formatMoment(record.due_at)}` : `Due ${formatMoment(record.due_at)}`
  return (
    <span className={styles.due} data-late={dueAt < now ? '' : undefined} title={title}>
      {dueText(dueAt, now)}
    </span>
  )
}
