import { useQuery } from '@tanstack/react-query'
import { useContext } from 'react'
import { parseQuery } from '../../../applications/query/parse.ts'
import { FormsContext } from '../../../dashboard/applications/Answers.tsx'
import type { Filters } from '../../../dashboard/applications/filters.ts'
import type { UrlState } from '../../../dashboard/applications/url-state.ts'
import { cohortUrl, withCohort } from '../../../dashboard/applications/url-state.ts'
import { formatCount } from '../../../dashboard/labels.ts'
import { DeskLink } from '../../../dashboard/ui/DeskLink.tsx'
import type { CohortReport } from '../rules.ts'
import styles from './cohorts.module.css'
import { cohortsQuery, placesLeft, reportUrl } from './cohorts.ts'
import { LateLink } from './LateLink.tsx'

interface CohortBarProps {
  readonly filters: Filters
  go(change: Partial<UrlState>): void
}

/** The last two cohorts of the accelerator with applications, each with its list, and the numbers of the chosen one. It is shown when the list is about the accelerator. */
export function CohortBar({ filters, go }: CohortBarProps) {
  const { formType, status, search } = filters
  const parsed = parseQuery(search, { formType, status })
  const cohort = parsed.ok ? parsed.value.cohort : undefined
  const isShown = parsed.ok && (parsed.value.formType === 'Accelerator' || cohort !== undefined)
  return isShown ? <Cohorts filters={filters} go={go} chosen={cohort} /> : null
}

function Cohorts({ filters: { status, search }, go, chosen }: CohortBarProps & { readonly chosen: string | undefined }) {
  const { data = [], isPending } = useQuery(cohortsQuery)
  const options = useContext(FormsContext).Accelerator.fields.cohortPreference?.options ?? []
  const report = data.find(({ cohort }) => cohort === chosen)
  const reported = data.map(({ cohort }) => cohort)
  const latest = data.flatMap(({ cohort, received }) => (received > 0 ? [cohort] : [])).slice(-2)
  // The others are on the page of cohorts.
  const isShown = (value: string): boolean => latest.includes(value) || !(isPending || reported.includes(value))
  const shown = options.filter(({ value }) => value === chosen || isShown(value))
  return (
    <nav className={`row middle rolls small ${styles.bar}`} aria-label="Cohorts" data-print="no">
      {shown.map(({ value, label }) => {
        const isChosen = value === chosen
        const received = data.find(({ cohort }) => cohort === value)?.received
        const target = withCohort(search, isChosen ? undefined : value)
        return (
          <DeskLink
            key={value}
            className={styles.pill}
            href={cohortUrl(value, { status, search })}
            aria-current={isChosen ? 'true' : undefined}
            follow={() => go({ formType: 'Accelerator', search: target, details: undefined })}
          >
            {label}
            {received !== undefined && <b>{formatCount(received)}</b>}
          </DeskLink>
        )
      })}
      {report !== undefined && <Numbers report={report} />}
      <LateLink />
    </nav>
  )
}

/** What became of the applications of a cohort, in a line. */
const Numbers = ({ report }: { readonly report: CohortReport }) => (
  <p className="soft">
    {[
      `${formatCount(report.onTime)} on time`,
      `${formatCount(report.received - report.onTime)} late`,
      `${formatCount(report.invited)} invited`,
      `${formatCount(report.byStatus.approved)} chosen`,
      placesLeft(report),
    ]
      .filter(Boolean)
      .join(', ')}
    . <a href={reportUrl(report.cohort)}>Report</a>
  </p>
)
