import { cohortsAt, statusAt } from '../../../content/cohorts.ts'
import { cohorts, programs, promises } from '../../../content/content.ts'
import { dueMoment } from '../../../content/promises.ts'
import type { Cohort } from '../../../content/schema/cohort.ts'
import { AddressForm } from '../../../form-view/view/AddressForm.tsx'
import { dayAndMonth, shortDate } from '../../../shared/dates.ts'
import { ButtonLink } from '../../../ui/button/Button.tsx'
import { forms } from '../../forms.ts'
import { Section } from '../shared/Section.tsx'
import styles from './cohorts.module.css'

const statusClasses = { Closed: styles.closed, 'Apply Now': styles.open, 'Coming Soon': undefined }
const toForm = `#${forms.Accelerator.anchor}`

/** The cohorts at a moment: the open one, or that one can apply on any day; then those that come, and under them the earlier ones. */
export function Cohorts({ at }: { readonly at: Date }) {
  const { title, intro, earlier: over } = programs.accelerator.cohorts
  const { counting, ahead, earlier } = cohortsAt(cohorts, at)
  return (
    <Section id="cohorts" title={title} intro={intro} ground="sunk">
      {counting === undefined && <Next at={at} />}
      {ahead.length > 0 && <Rows of={ahead} at={at} />}
      {earlier.length > 0 && (
        <div className={styles.earlier}>
          <h3 className="plain">{over.title}</h3>
          <p className="soft small">{over.text}</p>
          <Rows of={earlier} at={at} />
        </div>
      )}
    </Section>
  )
}

/** While no cohort is open: when one hears if one applies today, and a field for the start date. */
function Next({ at }: { readonly at: Date }) {
  const { next, tell } = programs.accelerator.cohorts
  return (
    <div className={`deep stack ${styles.next}`}>
      <div className="stack gap-2 start">
        <h3 className="label">{next.title}</h3>
        <p className="display text-5">{next.text}</p>
        <p className="text-3">Sent today, answered by {dayAndMonth(dueMoment(promises, 'Accelerator', at))}</p>
        <ButtonLink href={toForm}>Apply</ButtonLink>
      </div>
      <AddressForm to="/opens" action={tell} />
    </div>
  )
}

const Rows = ({ of, at }: { readonly of: readonly Cohort[]; readonly at: Date }) => (
  <ul className={`rows flush ended ${styles.cohorts}`}>
    {of.map((cohort) => {
      const status = statusAt(cohort, at)
      const facts = <Facts cohort={cohort} status={status} />
      return (
        <li key={cohort.label} className={statusClasses[status]}>
          {status === 'Apply Now' ? <a href={toForm}>{facts}</a> : <div>{facts}</div>}
        </li>
      )
    })}
  </ul>
)

const Facts = ({ cohort, status }: { readonly cohort: Cohort; readonly status: Cohort['status'] }) => (
  <>
    <h4>{cohort.label}</h4>
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
  </>
)
