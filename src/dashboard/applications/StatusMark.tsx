import type { Status } from '../../applications/application.ts'
import { statusNames } from '../labels.ts'
import styles from './status-mark.module.css'

/** A status as a word with its dot. */
export function StatusMark({ status }: { status: Status }) {
  return (
    <span className={styles.mark} data-status={status}>
      {statusNames[status]}
    </span>
  )
}
