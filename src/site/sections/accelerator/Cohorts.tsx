import { openCohort, statusAt } from '../../../content/cohorts.ts'
import { cohorts, programs } from '../../../content/content.ts'
import type { Cohort } from '../../../content/schema/cohort.ts'
import { OpeningForm } from '../../../form-view/opening/OpeningForm.tsx'
import { shortDate } from '../../../shared/dates.ts'
import { forms } from '../../forms.ts'
import { Fold } from '../shared/Fold.tsx'
import { Section } from '../shared/Section.tsx'
import styles from './cohorts.module.css'

const statusClasses = { Closed: styles.closed, 'Apply Now': styles.open, 'Coming Soon': styles.soon }

/** The cohorts at a moment: closed ones are dimmed, the open one links to the form, future ones are announced. If none is open, a form offers a letter when one opens. */
export function Cohorts({ at }: { readonly at: Date }) {
  const { title, intro } = programs.accelerator.cohorts
  return (
    <Section id="cohorts" title={title} intro={intro} ground="sunk">
      <ul className={styles.cohorts}>
        {cohorts.map((cohort) => (
          <li key={cohort.label} className={statusClasses[statusAt(cohort, at)]}>
            {statusAt(cohort, at) === 'Apply Now' ? (
              <a href={`#${forms.Accelerator.anchor}`}>
                <Facts cohort={cohort} status={statusAt(cohort, at)} />
              </a>
            ) : (
              <div>
                <Facts cohort={cohort} status={statusAt(cohort, at)} />
              </div>
            )}
          </li>
        ))}
      </ul>
      {openCohort(cohorts, at) === undefined && (
        <Fold label="Tell me when it opens" teaser="No cohort is open now">
          <OpeningForm title="No cohort is open now" />
        </Fold>
      )}
    </Section>
  )
}

function Facts({ cohort, status }: { cohort: Cohort; status: Cohort['status'] }) {
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
    </>
  )
}
