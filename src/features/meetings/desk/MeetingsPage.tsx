import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import { useState } from 'react'
import { routes } from '../../../api/routes.ts'
import { overlaps } from '../../../applications/meetings.ts'
import { noFilters, urlOf } from '../../../dashboard/applications/url-state.ts'
import { formatCount, formatTime, formNames, statusNames } from '../../../dashboard/labels.ts'
import { serverNow } from '../../../dashboard/server-time.ts'
import { LoadFailure } from '../../../dashboard/session/LoadFailure.tsx'
import { isAdmin, may } from '../../../dashboard/session/rights.ts'
import { Button } from '../../../dashboard/ui/Button.tsx'
import { Notice, Screen } from '../../../dashboard/ui/Screen.tsx'
import { toast } from '../../../dashboard/ui/toast.ts'
import { after, dayOf, minute } from '../../../shared/dates.ts'
import type { InvitedRecord, MeetingRecord, MeetingsResponse } from '../api.ts'
import { BusyCalendar } from './BusyCalendar.tsx'
import { CalendarFeed, Terms } from './MeetingSettings.tsx'
import styles from './meetings.module.css'
import { byDay, meetingsQuery, nameOf, type Placing, remind } from './meetings.ts'
import { Week } from './Week.tsx'

const date = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', weekday: 'long', day: 'numeric', month: 'long' })

function dayTitle(day: string): string {
  const name = date.format(new Date(`${day}T00:00:00Z`))
  return day === dayOf(serverNow()) ? `Today, ${name}` : name
}

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
    <article className={`stack ${styles.sheet}`}>
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

interface WaitingProps {
  readonly data: MeetingsResponse
  setPlacing(placing: Placing | undefined): void
}

/** Who was invited and has no time yet. A name is dropped on a time, or its button pressed and then the time. */
const Waiting = ({ data: { waiting, waitingTotal, invitedTotal, slots }, setPlacing }: WaitingProps) => {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const isOpen = slots.some(({ at, holder }) => holder === null && at > serverNow().toISOString())
  const toRemind = waiting.filter(({ reminded_at }) => reminded_at === null)
  const write = async (): Promise<void> => {
    setBusy(true)
    const letters = await remind(client)
    setBusy(false)
    if (letters === 0)
      toast.success('Nobody was reminded', 'Each is invited or reminded less than a day ago, or gets no letters.')
    else if (letters !== undefined)
      toast.success('Reminded', letters === 1 ? 'One letter is on its way.' : `${letters} letters are on their way.`)
  }
  return (
    <section className="stack gap-2" aria-labelledby="not-chosen" data-print="no">
      <h2 id="not-chosen">
        Not chosen yet <span>{formatCount(waitingTotal)}</span>
      </h2>
      {waitingTotal === 0 && (
        <p className="soft small">{invitedTotal === 0 ? 'Nobody is invited.' : 'Everybody who is invited has a time.'}</p>
      )}
      <ul className={`lined scrolls ${styles.waiting}`}>
        {waiting.map((record) => (
          <li
            key={record.id}
            className="row middle spread gap-2"
            draggable
            onDragStart={() => setPlacing({ ...record, from: null })}
            onDragEnd={() => setPlacing(undefined)}
          >
            <span className="entry">
              <Application of={record} />
              <span className="below">
                {[record.company_name === '' ? '' : record.applicant_name, record.reminded_at !== null && 'reminded']
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </span>
            <Button
              tone="quiet"
              aria-label={`Set a time for ${nameOf(record)}`}
              onClick={() => setPlacing({ ...record, from: null })}
            >
              Set a time
            </Button>
          </li>
        ))}
      </ul>
      {waitingTotal > 0 && (
        <Button
          disabled={busy || toRemind.length === 0 || !isOpen}
          title={isOpen ? undefined : 'Open times first'}
          onClick={() => void write()}
        >
          {toRemind.length === 0 ? 'All are reminded' : `Remind ${toRemind.length === 1 ? 'one' : formatCount(toRemind.length)}`}
        </Button>
      )}
    </section>
  )
}

/** The page of meetings: the week with open and taken times, who has not chosen one, and what one needs to know before each meeting. */
export function MeetingsPage() {
  const query = useQuery(meetingsQuery)
  const { data } = query
  const [placing, setPlacing] = useState<Placing>()
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
          {isAdmin() && (
            <div className={`stack ${styles.columns}`}>
              <Week data={data} placing={placing} setPlacing={setPlacing} />
              <div className="stack gap-5">
                <Waiting data={data} setPlacing={setPlacing} />
                <Terms data={data} />
                <CalendarFeed data={data} />
                <BusyCalendar />
              </div>
            </div>
          )}
          <div className="stack gap-5 part">
            {ahead.length === 0 && (
              <Notice title="No meetings planned">
                <p>
                  A meeting appears here when somebody chooses one of the open times
                  {isAdmin() && ', or when you give somebody a time'}.
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
        </>
      )}
    </Screen>
  )
}
