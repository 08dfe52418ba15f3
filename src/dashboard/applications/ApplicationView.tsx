import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'
import type { ApplicationRecord } from '../../api/responses.ts'
import { reference } from '../../shared/ids.ts'
import { LetterWarning } from '../decisions/DecisionButtons.tsx'
import { Meeting } from '../decisions/Meeting.tsx'
import { Reopen } from '../decisions/Reopen.tsx'
import { deskFeatures } from '../features.ts'
import { formatDay, formatMoment, formNames, statusNames } from '../labels.ts'
import { Correspondence } from '../letters/Correspondence.tsx'
import { Notes, ReadNotes } from '../notes/Notes.tsx'
import { Requests } from '../requests/Requests.tsx'
import { Scores } from '../scores/Scores.tsx'
import { outdatedScores } from '../scores/scores.ts'
import { isAdmin } from '../session/rights.ts'
import { laterPart } from '../ui/Later.tsx'
import { Answers, ContactLine } from './Answers.tsx'
import { ApplicationKolam } from './ApplicationKolam.tsx'
import { ChangedAnswers } from './ChangedAnswers.tsx'
import { HiddenIdentity } from './HiddenIdentity.tsx'
import { OriginSection } from './Origin.tsx'
import { applicationQuery } from './queries.ts'
import { RelatedApplications } from './RelatedApplications.tsx'
import styles from './reading.module.css'
import { Due, StatusMark } from './Status.tsx'
import { useSearchHits } from './search-hits.ts'
import { personPath, useUrlState } from './url-state.ts'
import { useMarkRead } from './use-mark-read.ts'

/** At the foot of an application, so it is not a part of the list's script. */
const History = laterPart('the history', async () => (await import('./History.tsx')).History)

interface ApplicationViewProps {
  readonly record: ApplicationRecord
  /** The heading with the applicant's name; pane and dialog use different elements. */
  readonly title: ReactNode
}

/** One application: applicant, answers, scores, notes, letters, history. On a wide screen, scores and notes stay beside the rest. */
export function ApplicationView({ record, title }: ApplicationViewProps) {
  const { data } = useQuery(applicationQuery(record.id))
  const current = data?.application ?? record
  const answers = useRef<HTMLDivElement>(null)
  const [{ search }] = useUrlState()
  useSearchHits(answers, search, current)
  useMarkRead(data)
  const isDecided = current.status !== 'pending' && current.ended === undefined
  const hasMeeting = current.status === 'pitch' || current.meeting_scheduled_at !== null
  return (
    <div className={`stack gap-2 ${styles.reading}`}>
      <header className={`stack middle ${styles.head}`}>
        <ApplicationKolam id={current.id} type={current.form_type} className={styles.mark} />
        <div className={`row ${styles.who}`}>
          {title}
          {current.company_name !== '' && (
            <strong className={`cut ${styles.company}`} title={current.company_name}>
              {current.company_name}
            </strong>
          )}
          <span className="soft">{formNames[current.form_type]}</span>
          <span className={`row small ${styles.state}`}>
            <StatusMark record={current} />
            <Due record={current} />
            {isDecided && isAdmin() && <Reopen key={current.id} record={current} messages={data?.messages ?? []} />}
          </span>
        </div>
        <div className={`row soft small ${styles.what}`}>
          <ContactLine record={current} snapshot={data?.form} />
          <time dateTime={current.submitted_at} title={formatMoment(current.submitted_at)}>
            {formatDay(current.submitted_at)}
          </time>
          {!current.hidden && <span>{reference(current.id)}</span>}
          {current.ended !== undefined && (
            <span>
              by the applicant, {formatMoment(current.ended.at)}; {statusNames[current.status].toLowerCase()} before
            </span>
          )}
          {current.reviewed_at !== null && (
            <span title={`${current.reviewed_by}, ${formatMoment(current.reviewed_at)}`}>
              decided {formatDay(current.reviewed_at)}
            </span>
          )}
          {current.hidden ? <HiddenIdentity record={current} /> : <RelatedApplications record={current} />}
        </div>
        {isAdmin() && <LetterWarning record={current} />}
        {isAdmin() &&
          !current.hidden &&
          deskFeatures.map(({ name, banner: Part }) => Part && <Part key={name} record={current} />)}
      </header>
      <div className={`stack gap-5 ${styles.columns}`}>
        <div className="stack gap-5">
          {data !== undefined && <ChangedAnswers key={`changed ${current.id}`} response={data} />}
          {data !== undefined && isAdmin() && <Requests response={data} />}
          <div ref={answers}>
            <Answers record={current} snapshot={data?.form} />
          </div>
          {!current.hidden &&
            isAdmin() &&
            deskFeatures.map(({ name, panel: Panel }) => Panel && <Panel key={name} record={current} />)}
          {hasMeeting && isAdmin() && <Meeting record={current} sameTime={data?.same_time} />}
        </div>
        <div className={`stack gap-5 ${styles.beside}`}>
          <Scores record={current} outdated={outdatedScores(data?.history ?? [])} />
          {isAdmin() ? (
            <Notes key={current.id} record={current} revision={data?.application.revision} />
          ) : (
            <ReadNotes record={current} />
          )}
        </div>
        <div className="stack gap-5">
          {!current.hidden && isAdmin() && (
            <Correspondence key={`letters ${current.id}`} record={current} messages={data && (data.messages ?? [])} />
          )}
          {data !== undefined && <History response={data} />}
          {data !== undefined && <OriginSection response={data} />}
          {!current.hidden && isAdmin() && (
            <p data-print="no">
              <a href={`${personPath}#${encodeURIComponent(current.applicant_email)}`}>This person’s data</a>
            </p>
          )}
        </div>
      </div>
    </div>
  )
}
