import { PlainAnswers } from '../../../dashboard/applications/Answers.tsx'
import { deskPath, quarantinePath } from '../../../dashboard/applications/url-state.ts'
import {
  applicantLabel,
  formatBytes,
  formatMoment,
  formNames,
  messageLabel,
  messageStateLabel,
  stateOf,
  statusNames,
} from '../../../dashboard/labels.ts'
import { reference } from '../../../shared/ids.ts'
import type { OwnedRecord } from '../records.ts'
import styles from './person.module.css'

interface OwnedApplicationProps {
  readonly owned: OwnedRecord
  /** See `isExact`. */
  readonly isExact: boolean
  readonly isChosen: boolean
  choose(isChosen: boolean): void
}

const count = (n: number, singular: string, plural: string): string => (n === 1 ? `1 ${singular}` : `${n} ${plural}`)

/** What is stored of an application, as counts. */
function countsOf({ application, messages, versions, files, events }: OwnedRecord): string {
  const parts = [
    ...(messages.length > 0 ? [count(messages.length, 'letter or row', 'letters and rows')] : []),
    ...(versions > 0 ? [count(versions, 'earlier version of the answers', 'earlier versions of the answers')] : []),
    ...(files.length > 0 ? [count(files.length, 'file', 'files')] : []),
    ...(application.notes === '' ? [] : ['notes']),
    ...(Object.keys(application.scores).length > 0 ? ['scores'] : []),
    count(events, 'history entry', 'history entries'),
  ]
  return parts.join(', ')
}

const visibilityNames = { quarantined: 'In quarantine', erasing: 'Being erased' } as const

/** One application of a person: a checkbox, its state, and everything that is stored of it. */
export function OwnedApplication({ owned, isExact, isChosen, choose }: OwnedApplicationProps) {
  const { application, visibility } = owned
  const label = `${formNames[application.form_type]}, ${reference(application.id)}`
  return (
    <li className={`row small ${styles.owned}`} data-visibility={visibility}>
      <label className={`entry ${styles.choice}`}>
        <input
          type="checkbox"
          checked={isChosen && visibility !== 'erasing'}
          disabled={visibility === 'erasing'}
          onChange={(event) => choose(event.target.checked)}
        />
        <span>
          <strong>{label}</strong>
          <span className="below">
            {applicantLabel(application)} · {application.applicant_email} · {formatMoment(application.submitted_at)}
          </span>
          {!isExact && <span className="below bad">Shares the phone number only: perhaps another person</span>}
        </span>
      </label>
      <p className="line">
        {visibility === 'listed' ? statusNames[stateOf(application)] : visibilityNames[visibility]}
        {visibility !== 'erasing' && (
          <a
            href={visibility === 'listed' ? `${deskPath}?details=${application.id}` : quarantinePath}
            aria-label={`Open ${label}`}
          >
            Open
          </a>
        )}
      </p>
      <Stored owned={owned} />
    </li>
  )
}

/** Everything that is stored of it; folded, with counts as the summary. */
function Stored({ owned }: Pick<OwnedApplicationProps, 'owned'>) {
  const { application, messages, files } = owned
  return (
    <details>
      <summary>{countsOf(owned)}</summary>
      <dl className="stack gap-2">
        <PlainAnswers record={application} />
        {application.notes !== '' && (
          <div>
            <dt>Notes</dt>
            <dd>{application.notes}</dd>
          </div>
        )}
        {messages.map((message) => (
          <div key={message.id}>
            <dt>{messageLabel(message)}</dt>
            <dd>{messageStateLabel(message)}</dd>
          </div>
        ))}
        {files.map(({ name, bytes, earlier }) => (
          <div key={`${name} ${earlier}`}>
            <dt>{earlier ? 'Earlier file' : 'File'}</dt>
            <dd>
              {name}, {formatBytes(bytes)}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
