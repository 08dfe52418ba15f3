import type { ApplicationRecord } from '../../api/replies.ts'
import { dueText } from '../../applications/due.ts'
import { formatMoment, stateOf, statusNames } from '../labels.ts'
import styles from './status.module.css'

/** An application's status, or that it is withdrawn, as a word with its dot. */
export function StatusMark({ record }: { record: ApplicationRecord }) {
  const state = stateOf(record)
  return (
    <span className={styles.mark} data-status={state}>
      {statusNames[state]}
    </span>
  )
}

/** When the answer to a pending application is due, or how late it is: `due tomorrow`, `2 days late`. Nothing for all others. */
export function Due({ record }: { record: ApplicationRecord }) {
  if (stateOf(record) !== 'pending') return null
  const [dueAt, now] = [new Date(record.due_at), new Date()]
  // It waits for the applicant until then.
  if (record.request_state === 'asked' && dueAt >= now) return null
  const title =
    record.request_state === undefined ? `Promised by ${formatMoment(record.due_at)}` : `Due ${formatMoment(record.due_at)}`
  return (
    <span className={styles.due} data-late={dueAt < now ? '' : undefined} title={title}>
      {dueText(dueAt, now)}
    </span>
  )
}
