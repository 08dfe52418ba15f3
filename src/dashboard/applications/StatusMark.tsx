import type { ApplicationRecord } from '../../api/replies.ts'
import { stateOf, statusNames } from '../labels.ts'
import styles from './status-mark.module.css'

/** An application's status, or that it is withdrawn, as a word with its dot. */
export function StatusMark({ record }: { record: ApplicationRecord }) {
  const state = stateOf(record)
  return (
    <span className={styles.mark} data-status={state}>
      {statusNames[state]}
    </span>
  )
}
