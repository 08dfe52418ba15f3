import { useQuery } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import { routes } from '../../../api/routes.ts'
import { overlaps } from '../../../applications/meetings.ts'
import { noFilters, urlOf } from '../../../dashboard/applications/url-state.ts'
import { formatCount, formatTime, formNames, statusNames } from '../../../dashboard/labels.ts'
import { serverNow } from '../../../dashboard/server-time.ts'
import { LoadFailure } from '../../../dashboard/session/LoadFailure.tsx'
import { isAdmin, may } from '../../../dashboard/session/rights.ts'
import { Button } from '../../../dashboard/ui/Button.tsx'
import { Notice, Screen } from '../../../dashboard/ui/Screen.tsx'
import { after, dayOf, minute } from '../../../shared/dates.ts'
import type { InvitedRecord, MeetingRecord, MeetingsResponse } from '../api.ts'
import { BusyCalendar } from './BusyCalendar.tsx'
import { CalendarFeed, Terms } from './MeetingSettings.tsx'
import styles from './meetings.module.css'
import { byDay, meetingsQuery } from './meetings.ts'
import { Week } from './Week.tsx'

const date = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', weekday: 'long', day: 'numeric', month: 'long' })

function dayTitle(day: string): string {
  const name = date.format(new Date(`${day}T00:00:00Z`))
  return day === dayOf(serverNow()) ? `Today, ${name}` : name
}

const nameOf = ({ company_name, applicant_name }: InvitedRecord): string => company_name || applicant_name || 'No name'

const Application = ({ of }: { readonly of: InvitedRecord }) =>
  may(routes.application) ? (
    <a href={urlOf({ ...noFilters, details: of.id })} dir="auto">
      {nameOf(of)}
    </a>
  ) : (
    <span dir="auto">{nameOf(of)}</span>
  )

/** A meeting with what one needs to know before it. */
const Sheet = ({ meeting, sameTime }: { readonly meeting: MeetingRecord; readonly sameTime: readonly MeetingRecord[] }) => {
  const { at, minutes, applicant_name, company_name, form_type, gist, total, status, notes } = meeting
  const start = new Date(at)
  return (
    <article className={styles.sheet}>
      <p className={styles.time}>
        <time dateTime={at}>{formatTime(start)}</time>
        <span className="soft small">to {formatTime(after(start, minutes * minute))}</span>
      </p>
      <div className="stack gap-1">
        <h3>
          <Application of={meeting} />
        </h3>
        <p className="soft small">
          {[
            company_name === '' ? '' : applicant_name,
            formNames[form_type],
            total === null ? 'not scored' : `score ${total}`,
            status === 'pitch' ? '' : statusNames[status],
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
        {sameTime.length > 0 && (
          <p role="note" className="small">
            <span>At the same time there is another meeting:</span>{' '}
            {sameTime.map((other) => (
              <Application key={other.id} of={other} />
            ))}
          </p>
        )}
        {gist !== '' && <p dir="auto">{gist}</p>}
        {notes !== '' && <p className="quote">{notes}</p>}
      </div>
    </article>
  )
}

const span = ({ at, minutes }: MeetingRecord) => ({ at: new Date(at), minutes })
const isAtOnce = (a: MeetingRecord, b: MeetingRecord): boolean => overlaps(span(a), span(b))

const Days = ({ meetings }: { readonly meetings: readonly MeetingRecord[] }) =>
  byDay(meetings).map(([day, ofDay]) => (
    <section key={day} aria-label={dayTitle(day)}>
      <h2>
        {dayTitle(day)} <span>{formatCount(ofDay.length)}</span>
      </h2>
      {ofDay.map((meeting) => (
        <Sheet
          key={meeting.id}
          meeting={meeting}
          sameTime={ofDay.filter((other) => other !== meeting && isAtOnce(meeting, other))}
        />
      ))}
    </section>
  ))

/** Who was invited and has no time yet. */
const Waiting = ({ data: { waiting, waitingTotal, invitedTotal } }: { readonly data: MeetingsResponse }) => (
  <section aria-labelledby="not-chosen">
    <h2 id="not-chosen">
      Not chosen yet <span>{formatCount(waitingTotal)}</span>
    </h2>
    {waitingTotal === 0 && (
      <p className="soft small">{invitedTotal === 0 ? 'Nobody is invited.' : 'Everybody who is invited has a time.'}</p>
    )}
    <ul className="lined scrolls">
      {waiting.map((record) => (
        <li key={record.id} className="row gap-2">
          <Application of={record} />{' '}
          <span className="soft small">{record.company_name === '' ? '' : record.applicant_name}</span>
        </li>
      ))}
    </ul>
  </section>
)

/** The page of meetings: what is planned, who has not chosen a time, and the times that are open. */
export function MeetingsPage() {
  const query = useQuery(meetingsQuery)
  const { data } = query
  const today = dayOf(serverNow())
  const isAhead = ({ at }: MeetingRecord): boolean => dayOf(new Date(at)) >= today
  const ahead = data?.meetings.filter(isAhead) ?? []
  const past = data?.meetings.filter((meeting) => !isAhead(meeting)) ?? []
  return (
    <Screen
      title="Meetings"
      busy={query.isPending}
      tools={
        <Button tone="quiet" onClick={() => print()}>
          <Printer aria-hidden="true" size={16} strokeWidth={1.75} />
          Print
        </Button>
      }
    >
      <LoadFailure title="The meetings could not be loaded" query={query} />
      {data !== undefined && (
        <>
          <div className={styles.columns}>
            <div className="stack gap-5">
              {ahead.length === 0 && (
                <Notice title="No meetings planned">
                  <p>
                    A meeting appears here when somebody chooses one of the open times
                    {isAdmin() && ', or when you set its time in an application'}.
                  </p>
                </Notice>
              )}
              <Days meetings={ahead} />
              {past.length > 0 && (
                <details data-print="no">
                  <summary>
                    {past.length === 1 ? '1 meeting' : `${formatCount(past.length)} meetings`} in the last two weeks
                  </summary>
                  <Days meetings={past.toReversed()} />
                </details>
              )}
            </div>
            {isAdmin() && (
              <div className="stack gap-3 start">
                <Waiting data={data} />
                <a className="small" href="#open-times" data-print="no">
                  To the open times
                </a>
              </div>
            )}
          </div>
          {isAdmin() && (
            <>
              <Week data={data} />
              <Terms data={data} />
              <CalendarFeed data={data} />
              <BusyCalendar />
            </>
          )}
        </>
      )}
    </Screen>
  )
}
