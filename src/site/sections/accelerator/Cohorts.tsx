import { cohorts, programs } from '../../../content/content.ts'
import type { Cohort } from '../../../content/schema/cohort.ts'
import { shortDate } from '../../../shared/dates.ts'
import { forms } from '../../forms.ts'
import { Section } from '../shared/Section.tsx'
import styles from './cohorts.module.css'

const statusClasses = { Closed: styles.closed, 'Apply Now': styles.open, 'Coming Soon': styles.soon }

/** The cohorts: the closed one red and dimmed, the open one a way to the form, the next one announced. */
export function Cohorts() {
  const { title, intro } = programs.accelerator.cohorts
  return (
    <Section id="cohorts" title={title} intro={intro} ground="sunk">
      <ul className={styles.cohorts}>
        {cohorts.map((cohort) => (
          <li key={cohort.label} className={statusClasses[cohort.status]}>
            {cohort.status === 'Apply Now' ? (
              <a href={`#${forms.Accelerator.anchor}`}>
                <Facts cohort={cohort} />
              </a>
            ) : (
              <div>
                <Facts cohort={cohort} />
              </div>
            )}
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Facts({ cohort }: { cohort: Cohort }) {
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
      <strong className={styles.status}>{cohort.status}</strong>
    </>
  )
}
