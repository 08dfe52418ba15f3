import { Trash2 } from 'lucide-react'
import { useId } from 'react'
import type { ApplicationRecord } from '../../api/replies.ts'
import type { Status } from '../../applications/application.ts'
import { formNames } from '../data/form-names.ts'
import { dayOf, momentOf } from '../data/times.ts'
import { Button } from './Button.tsx'
import { Decisions } from './Decisions.tsx'
import styles from './desk-row.module.css'
import { Mark } from './Mark.tsx'
import { StatusMark } from './StatusMark.tsx'

export interface RowActions {
  /** Opens it where there is room: beside the list, or in the dialog. */
  read(record: ApplicationRecord): void
  view(record: ApplicationRecord): void
  decide(record: ApplicationRecord, status: Status): void
  remove(record: ApplicationRecord): void
}

/** One application of the list. */
export function Row({ record, selected, actions }: { record: ApplicationRecord; selected: boolean; actions: RowActions }) {
  const id = useId()
  const { applicant_name, applicant_email, company_name, form_type, submitted_at, status } = record
  return (
    <article className={styles.row} data-selected={selected ? '' : undefined} aria-labelledby={id}>
      <Mark record={record} className={styles.mark} />
      <h2 className={styles.who} id={id}>
        <button
          type="button"
          className={styles.name}
          aria-current={selected ? 'true' : undefined}
          onClick={() => actions.read(record)}
        >
          {applicant_name || applicant_email || 'No name given'}
        </button>
      </h2>
      <p className={styles.what}>
        {company_name !== '' && <span className={styles.company}>{company_name}</span>}
        <span className={styles.form}>{formNames[form_type]}</span>
      </p>
      <p className={styles.state}>
        <StatusMark status={status} />
        <time dateTime={submitted_at} title={momentOf(submitted_at)}>
          {dayOf(submitted_at)}
        </time>
      </p>
      <div className={styles.actions}>
        <Button aria-describedby={id} onClick={() => actions.view(record)}>
          View Details
        </Button>
        <Decisions record={record} describedBy={id} decide={actions.decide} />
        <Button
          tone="icon"
          className={styles.delete}
          aria-label="Delete"
          title="Delete"
          aria-describedby={id}
          onClick={() => actions.remove(record)}
        >
          <Trash2 aria-hidden="true" size={18} strokeWidth={1.75} />
        </Button>
      </div>
    </article>
  )
}
