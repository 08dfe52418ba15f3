import { useQuery } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Status } from '../../../applications/application.ts'
import { type Source, sourceName } from '../../../applications/facts.ts'
import { cohortUrl, shortName, sitePath } from '../../../dashboard/applications/url-state.ts'
import { deskFeatures } from '../../../dashboard/features.ts'
import { formatCount } from '../../../dashboard/labels.ts'
import { serverNow } from '../../../dashboard/server-time.ts'
import { LoadFailure } from '../../../dashboard/session/LoadFailure.tsx'
import { useAddressBar } from '../../../dashboard/ui/address-bar.ts'
import { Button } from '../../../dashboard/ui/Button.tsx'
import { DeskLink } from '../../../dashboard/ui/DeskLink.tsx'
import { Notice, Screen } from '../../../dashboard/ui/Screen.tsx'
import { dayOf, shortDate } from '../../../shared/dates.ts'
import type { CohortReport } from '../rules.ts'
import styles from './cohorts.module.css'
import { cohortsQuery, placesLeft, reportUrl } from './cohorts.ts'
import { LateLink } from './LateLink.tsx'

/** The cohort in the address; empty without one. */
const readCohort = ({ pathname }: URL): { readonly cohort: string } => ({ cohort: pathname.split('/')[3] ?? '' })
const urlOf = ({ cohort }: { readonly cohort: string }): string => reportUrl(cohort)

/** The report of one cohort beside the one before it, for the screen and for a sheet of paper. */
export function CohortPage() {
  const [{ cohort }, go] = useAddressBar(readCohort, urlOf)
  const query = useQuery(cohortsQuery)
  const reports = query.data ?? []
  const named = reports.findIndex((report) => shortName(report.cohort) === shortName(cohort))
  const newest = reports.findLastIndex(({ received }) => received > 0)
  const index = cohort === '' ? Math.max(newest, 0) : named
  const report = reports[index]
  return (
    <Screen
      title={report?.label ?? 'Cohorts'}
      busy={query.isPending}
      about={report !== undefined && <About report={report} />}
      tools={
        <>
          <LateLink />
          <Button tone="quiet" onClick={() => print()}>
            <Printer aria-hidden="true" size={16} strokeWidth={1.75} />
            Print
          </Button>
        </>
      }
    >
      <nav className={`row middle rolls small ${styles.bar}`} aria-label="Cohorts" data-print="no">
        {reports.map(({ cohort: value, label, received }) => (
          <DeskLink
            key={value}
            className={styles.pill}
            href={reportUrl(value)}
            aria-current={value === report?.cohort ? 'page' : undefined}
            follow={() => go({ cohort: value })}
          >
            {label}
            <b>{formatCount(received)}</b>
          </DeskLink>
        ))}
      </nav>
      {report !== undefined &&
        deskFeatures.map(({ name, cohort: Part }) => Part && <Part key={`${name} ${report.label}`} label={report.label} />)}
      {report !== undefined && <Report report={report} before={reports[index - 1]} />}
      {query.isSuccess && report === undefined && (
        <Notice title="There is no such cohort">
          <p>Choose one of those above. Cohorts are edited at the site’s content.</p>
        </Notice>
      )}
      <LoadFailure title="The numbers could not be loaded" query={query} />
    </Screen>
  )
}

const About = ({ report: { startDate, deadline } }: { readonly report: CohortReport }) => (
  <p className="soft">
    Starts {shortDate(new Date(startDate))}. Deadline {shortDate(new Date(deadline))}. As of{' '}
    {shortDate(new Date(dayOf(serverNow())))}.{' '}
    <a href={`${sitePath}#content/cohorts.yaml`} data-print="no">
      Change the dates
    </a>
  </p>
)

interface Compared {
  readonly report: CohortReport
  readonly before: CohortReport | undefined
}

/** A number with its share of the applications that were received. */
const withShare = (n: number, { received }: CohortReport): string =>
  received === 0 ? formatCount(n) : `${formatCount(n)} (${Math.round((100 * n) / received)}%)`

interface Line {
  readonly name: string
  text(report: CohortReport): string
  /** The list that it counts. */
  url?(report: CohortReport): string | undefined
}

const ofStatus = (name: string, status: Status): Line => ({
  name,
  text: (report) => withShare(report.byStatus[status], report),
  url: ({ cohort }) => cohortUrl(cohort, { status }),
})

const lines: readonly Line[] = [
  { name: 'Received', text: ({ received }) => formatCount(received), url: ({ cohort }) => cohortUrl(cohort) },
  { name: 'On time', text: (report) => withShare(report.onTime, report) },
  { name: 'Late', text: (report) => withShare(report.received - report.onTime, report) },
  {
    name: 'Answered in time',
    text: ({ answered, answeredInTime }) =>
      answered === 0
        ? '–'
        : `${formatCount(answeredInTime)} of ${formatCount(answered)} (${Math.round((100 * answeredInTime) / answered)}%)`,
  },
  { name: 'Invited to pitch', text: (report) => withShare(report.invited, report) },
  ofStatus('Chosen', 'approved'),
  { name: 'Places', text: (report) => placesLeft(report) ?? '–' },
  ofStatus('Rejected', 'rejected'),
  ofStatus('Awaiting pitch', 'pitch'),
  ofStatus('Pending', 'pending'),
  {
    name: 'Median score',
    text: ({ medianScore, scored }) => (medianScore === null ? '–' : `${medianScore} of 5 (${formatCount(scored)} scored)`),
    url: ({ cohort, scored }) => (scored === 0 ? undefined : cohortUrl(cohort, { search: 'is:scored' })),
  },
]

function Report({ report, before }: Compared) {
  const both = [report, ...(before === undefined ? [] : [before])]
  return (
    <div className={styles.report}>
      <table className={`figures ${styles.lines}`}>
        <caption className="visually-hidden">{report.label} in numbers</caption>
        <thead>
          <tr>
            <td />
            {both.map(({ label }) => (
              <th key={label} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map(({ name, text, url }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {both.map((each) => (
                <td key={each.cohort}>
                  <Linked href={url?.(each)} text={text(each)} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <Counts title="Where they came from" report={report} before={before} countsOf={({ sources }) => sources.map(ofSource)} />
      {report.questions.map(({ question }) => (
        <Counts
          key={question}
          title={question}
          report={report}
          before={before}
          countsOf={({ questions }) =>
            (questions.find((each) => each.question === question)?.answers ?? []).map(({ answer, count }) => ({
              name: answer === '' ? 'All other answers' : answer,
              count,
            }))
          }
        />
      ))}
    </div>
  )
}

const Linked = ({ href, text }: { readonly href: string | undefined; readonly text: string }) =>
  href === undefined ? text : <a href={href}>{text}</a>

interface Count {
  readonly name: string
  readonly count: number
}

const ofSource = (source: Source): Count => ({ name: sourceName(source), count: source.first })

interface CountsProps extends Compared {
  readonly title: string
  countsOf(report: CohortReport): readonly Count[]
}

/** How the applications of a cohort are divided, as bars with numbers, beside those of the cohort before it. */
function Counts({ title, report, before, countsOf }: CountsProps): ReactNode {
  const counts = countsOf(report)
  const earlier = new Map((before === undefined ? [] : countsOf(before)).map(({ name, count }) => [name, count]))
  const onlyBefore = [...earlier.keys()].filter((name) => !counts.some((each) => each.name === name))
  const most = Math.max(1, ...counts.map(({ count }) => count))
  if (counts.length === 0) return null
  return (
    <table className={`figures ${styles.counts}`}>
      <caption>{title}</caption>
      <thead>
        <tr>
          <td colSpan={2} />
          <th scope="col">{report.label}</th>
          {before !== undefined && <th scope="col">{before.label}</th>}
        </tr>
      </thead>
      <tbody>
        {[...counts, ...onlyBefore.map((name): Count => ({ name, count: 0 }))].map(({ name, count }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td className="bar">
              <svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true" focusable="false">
                <rect width={(count / most) * 100} height={1} />
              </svg>
            </td>
            {[count, ...(before === undefined ? [] : [earlier.get(name) ?? 0])].map((n, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two columns that never change order
              <td key={at}>{formatCount(n)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
