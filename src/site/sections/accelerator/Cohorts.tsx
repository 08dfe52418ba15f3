import { cohortRemark, statusAt } from '../../../content/cohorts.ts'
import { cohorts, programs } from '../../../content/content.ts'
import type { Cohort } from '../../../content/schema/cohort.ts'
import { shortDate } from '../../../shared/dates.ts'
import { forms } from '../../forms.ts'
import { Section } from '../shared/Section.tsx'
import styles from './cohorts.module.css'

const statusClasses = { Closed: styles.closed, 'Apply Now': styles.open, 'Coming Soon': undefined }

/**
 * The cohorts at a moment: closed ones are dimmed, the open one links to the form, future ones are announced.
 */
export function Cohorts({ at }: { readonly at: Date }) {
  const { title, intro } = programs.accelerator.cohorts
  return (
    <Section id="cohorts" title={title} intro={intro} ground="sunk">
      <ul className={`rows flush ended ${styles.cohorts}`}>
        {cohorts.map((cohort) => {
          const status = statusAt(cohort, at)
          const facts = <Facts cohort={cohort} status={status} remark={cohortRemark(cohorts, cohort, at)} />
          return (
            <li key={cohort.label} className={statusClasses[status]}>
              {status === 'Apply Now' ? <a href={`#${forms.Accelerator.anchor}`}>{facts}</a> : <div>{facts}</div>}
            </li>
          )
        })}
      </ul>
    </Section>
  )
}

interface FactsProps {
  readonly cohort: Cohort
  readonly status: Cohort['status']
  /** What makes the status true after the deadline. */
  readonly remark: string | undefined
}

function Facts({ cohort, status, remark }: FactsProps) {
  return (
    <>
      <h3>{cohort.label}</h3>
      <dl className="row">
        <div className="row">
          <dt>Starts</dt>
          <dd>
            <time dateTime={cohort.startDate}>{shortDate(new Date(cohort.startDate))}</time>
          </dd>
        </div>
        <div className="row">
          <dt>Deadline</dt>
          <dd>
            <time dateTime={cohort.applicationDeadline}>{shortDate(new Date(cohort.applicationDeadline))}</time>
          </dd>
        </div>
      </dl>
      <strong className={styles.status}>{status}</strong>
      {remark !== undefined && <p className={`small ${styles.remark}`}>{remark}</p>}
    </>
  )
}
