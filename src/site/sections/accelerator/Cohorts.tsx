import { deadlineLine, nextCohortLine, openCohort, statusAt } from '../../../content/cohorts.ts'
import { cohorts, programs } from '../../../content/content.ts'
import type { Cohort } from '../../../content/schema/cohort.ts'
import { OpeningForm } from '../../../form-view/opening/OpeningForm.tsx'
import { shortDate } from '../../../shared/dates.ts'
import { forms } from '../../forms.ts'
import { Fold } from '../shared/Fold.tsx'
import { Section } from '../shared/Section.tsx'
import styles from './cohorts.module.css'

const statusClasses = { Closed: styles.closed, 'Apply Now': styles.open, 'Coming Soon': styles.soon }

/**
 * The cohorts at a moment: closed ones are dimmed, the open one links to the form, future ones are announced. If none is open, a line says for which cohort
 * an application is read, and a form offers a letter when the next one opens.
 */
export function Cohorts({ at }: { readonly at: Date }) {
  const { title, intro } = programs.accelerator.cohorts
  // not during a grace, in which an application still counts for the cohort that has closed
  const remark = deadlineLine(cohorts, at) === undefined ? `The deadline has passed. ${nextCohortLine(cohorts, at)}` : undefined
  return (
    <Section id="cohorts" title={title} intro={intro} ground="sunk">
      <ul className={styles.cohorts}>
        {cohorts.map((cohort) => {
          const status = statusAt(cohort, at)
          const facts = <Facts cohort={cohort} status={status} remark={status === 'Apply Now' ? remark : undefined} />
          return (
            <li key={cohort.label} className={statusClasses[status]}>
              {status === 'Apply Now' ? <a href={`#${forms.Accelerator.anchor}`}>{facts}</a> : <div>{facts}</div>}
            </li>
          )
        })}
      </ul>
      {openCohort(cohorts, at) === undefined && (
        <div className={styles.wait}>
          <Fold label="Rather wait? Tell me when it opens">
            <div className={styles.letter}>
              <h3>Rather wait for the next date?</h3>
              <OpeningForm />
            </div>
          </Fold>
        </div>
      )}
    </Section>
  )
}

interface FactsProps {
  readonly cohort: Cohort
  readonly status: Cohort['status']
  /** For which cohort an application is read, if not for this one. */
  readonly remark: string | undefined
}

function Facts({ cohort, status, remark }: FactsProps) {
  return (
    <>
      <h3>{cohort.label}</h3>
      <dl>
        <div>
          <dt>Starts</dt>
          <dd>
            <time dateTime={cohort.startDate}>{shortDate(new Date(cohort.startDate))}</time>
          </dd>
        </div>
        <div>
          <dt>Deadline</dt>
          <dd>
            <time dateTime={cohort.applicationDeadline}>{shortDate(new Date(cohort.applicationDeadline))}</time>
          </dd>
        </div>
      </dl>
      <strong className={styles.status}>{status}</strong>
      {remark !== undefined && <p className={styles.remark}>{remark}</p>}
    </>
  )
}
