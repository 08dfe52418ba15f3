import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'
import type { ApplicationRecord } from '../../api/replies.ts'
import { reference } from '../../shared/ids.ts'
import { Meeting } from '../decisions/Meeting.tsx'
import { formNames, momentOf } from '../labels.ts'
import { Correspondence } from '../letters/Correspondence.tsx'
import { Notes } from '../notes/Notes.tsx'
import { Scores } from '../scores/Scores.tsx'
import { Answers } from './Answers.tsx'
import { Mark } from './ApplicationKolam.tsx'
import styles from './application-view.module.css'
import { Story } from './History.tsx'
import { Arrival } from './Origin.tsx'
import { applicationQuery } from './queries.ts'
import { SamePerson } from './RelatedApplications.tsx'
import { StatusMark } from './StatusMark.tsx'
import { useFound } from './search-hits.ts'
import { useUrlState } from './url-state.ts'

export interface ReadingProps {
  readonly record: ApplicationRecord
  /** Whose application it is, as the heading that the surroundings need. */
  readonly title: ReactNode
  /** The decision, kept in reach. */
  readonly decision: ReactNode
}

/** One application, to be read: who and when, the decision, the answers, the notes, what happened. */
export function Reading({ record, title, decision }: ReadingProps) {
  const { data } = useQuery(applicationQuery(record.id))
  const now = data?.application ?? record
  const answers = useRef<HTMLDivElement>(null)
  const [{ search }] = useUrlState()
  useFound(answers, search, now)
  const hasMeeting = now.status === 'pitch' || now.meeting_scheduled_at !== null
  return (
    <div className={styles.reading}>
      <header className={styles.head}>
        <Mark id={now.id} type={now.form_type} className={styles.mark} />
        <div>
          {title}
          <p className={styles.what}>
            {now.company_name !== '' && <strong>{now.company_name}</strong>}
            <span>{formNames[now.form_type]}</span>
            <span>
              <time dateTime={now.submitted_at}>{momentOf(now.submitted_at)}</time>
            </span>
            <span className={styles.reference}>{reference(now.id)}</span>
          </p>
          <p className={styles.status}>
            <StatusMark status={now.status} />
            {now.reviewed_at !== null && (
              <span>
                {now.reviewed_by} · {momentOf(now.reviewed_at)}
              </span>
            )}
          </p>
          <SamePerson record={now} />
        </div>
      </header>
      <div className={styles.decision} data-print="no">
        {decision}
      </div>
      <div ref={answers}>
        <Answers record={now} />
      </div>
      {hasMeeting && <Meeting record={now} />}
      <Scores record={now} />
      <Notes key={now.id} record={now} revision={data?.application.revision} />
      {data !== undefined && <Correspondence key={`letters ${now.id}`} reply={data} />}
      {data !== undefined && <Story reply={data} />}
      {data !== undefined && <Arrival reply={data} />}
    </div>
  )
}
