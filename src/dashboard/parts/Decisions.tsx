import type { ApplicationRecord } from '../../api/replies.ts'
import type { Status } from '../../applications/application.ts'
import { Button } from './Button.tsx'
import styles from './desk-decisions.module.css'

export interface DecisionsProps {
  readonly record: ApplicationRecord
  /** The id of what says whose application it is. */
  readonly describedBy: string
  decide(record: ApplicationRecord, status: Status): void
}

/** Approve, Pitch, Reject: on a pending application only. */
export function Decisions({ record, describedBy, decide }: DecisionsProps) {
  if (record.status !== 'pending') return null
  return (
    <>
      <Button tone="approve" aria-describedby={describedBy} onClick={() => decide(record, 'approved')}>
        Approve
      </Button>
      <Button tone="pitch" aria-describedby={describedBy} onClick={() => decide(record, 'pitch')}>
        Pitch
      </Button>
      <Button tone="reject" aria-describedby={describedBy} onClick={() => decide(record, 'rejected')}>
        Reject
      </Button>
    </>
  )
}

/** What came of the meeting: asked in the details of an application that was invited to pitch. */
export function Outcome({ record, describedBy, decide }: DecisionsProps) {
  return (
    <fieldset className={styles.outcome}>
      <legend>Outcome of the meeting</legend>
      <Button tone="approve" aria-describedby={describedBy} onClick={() => decide(record, 'approved')}>
        Approve
      </Button>
      <Button tone="reject" aria-describedby={describedBy} onClick={() => decide(record, 'rejected')}>
        Reject
      </Button>
    </fieldset>
  )
}
