import { paths } from '../../api/paths.ts'
import type { ApplicationRecord, ApplicationResponse, MessageRecord } from '../../api/responses.ts'
import { fillPath } from '../../api/route.ts'
import type { InTime } from '../../applications/history.ts'
import type { Signal } from '../../applications/signals.ts'
import { formatMoment, historyLabel, messageLabel, messageStateLabel, signalLabels } from '../labels.ts'
import { showMessage } from '../letters/letters.ts'
import { useSendAgain } from '../letters/ParkedMail.tsx'
import { Button } from '../ui/Button.tsx'
import { ChangeList } from './ChangedAnswers.tsx'
import styles from './reading.module.css'
import { timeline } from './timeline.ts'
import { wordsChanged } from './words-changed.ts'

/** Who made a change, if it was not the reviewer. */
const byNames: Readonly<Record<string, string>> = { applicant: 'the applicant', recipient: 'the owner of the address' }

/** The history entries and messages of an application: who changed what, when, from which value to which. */
export function History({ response }: { response: ApplicationResponse }) {
  const moments = timeline(response)
  const changes = moments.filter((moment) => moment.kind === 'entry' && moment.event.what === 'answers_changed')
  if (moments.length === 0) return null
  return (
    <section className="stack gap-2">
      <h3>History</h3>
      <ol className={`lined ${styles.entries}`}>
        {moments.map((moment, n) =>
          moment.kind === 'message' ? (
            <Message key={moment.message.id} message={moment.message} record={response.application} />
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: entries never change order
            <li key={n} className="row spread small">
              <span>{historyLabel(moment.event, response.application.form_type)}</span>
              <span className="soft">
                by {byNames[moment.by] ?? moment.by} · <time dateTime={moment.at}>{formatMoment(moment.at)}</time>
              </span>
              <Late event={moment.event} />
              <Quarantined event={moment.event} />
              <NotesChanged event={moment.event} />
              <AnswersChanged id={response.application.id} change={response.changes?.[changes.indexOf(moment)]} />
              <Added event={moment.event} />
            </li>
          ),
        )}
      </ol>
    </section>
  )
}

/** The cohort for which an application was too late. */
function Late({ event }: { event: Readonly<Record<string, unknown>> }) {
  const { what, late, inTime } = event as { readonly what?: string; readonly late?: unknown; readonly inTime?: InTime }
  if (inTime !== undefined)
    return (
      <p className="bad">
        In time for {inTime.cohort}:{' '}
        {inTime.since === undefined ? 'sent by a late link.' : `begun ${formatMoment(inTime.since)}, before the deadline.`}
      </p>
    )
  if (what !== 'submitted' || typeof late !== 'string') return null
  return <p className="bad">Late: {late} had closed. To be read for the next cohort.</p>
}

/** Why a submission was quarantined. */
function Quarantined({ event: { quarantined } }: { event: Readonly<Record<string, unknown>> }) {
  if (!Array.isArray(quarantined)) return null
  return <p className="soft">{quarantined.map((reason: Signal) => signalLabels[reason] ?? reason).join(' + ')}</p>
}

/** The deletions and insertions of an edit of the notes. */
function NotesChanged({ event }: { event: Readonly<Record<string, unknown>> }) {
  const { what, undid, from, to } = event
  if ((what !== 'noted' && undid !== 'noted') || typeof from !== 'string' || typeof to !== 'string') return null
  return (
    <details>
      <summary>What was changed</summary>
      <p className="quote">
        {wordsChanged(from, to).map(({ kind, text }, n) => {
          // biome-ignore-start lint/suspicious/noArrayIndexKey: the pieces of two texts never move
          if (kind === 'inserted') return <ins key={n}>{text}</ins>
          return kind === 'deleted' ? <del key={n}>{text}</del> : <span key={n}>{text}</span>
          // biome-ignore-end lint/suspicious/noArrayIndexKey: the pieces of two texts never move
        })}
      </p>
    </details>
  )
}

/** The earlier and later answers of a change, and the files that it replaced. */
function AnswersChanged({ id, change }: { id: string; change: NonNullable<ApplicationResponse['changes']>[number] | undefined }) {
  if (change === undefined) return null
  return (
    <details>
      <summary>What was changed</summary>
      <ChangeList changed={change.changed} />
      {change.files.map(({ field, name, revision }) => (
        <p key={field}>
          The earlier file:{' '}
          <a href={fillPath(paths.earlierFile, { id, revision, field })} download={name}>
            {name}
          </a>
        </p>
      ))}
    </details>
  )
}

/** The reason and the sentence that were added to a decision's letter, and the text of a request. */
function Added({ event }: { event: Readonly<Record<string, unknown>> }) {
  const request = event.what === 'requested' || event.undid === 'requested' ? event.text : undefined
  const parts = [event.reason, event.sentence, request].filter((part) => typeof part === 'string')
  return parts.length === 0 ? null : <blockquote className="quote">{parts.join('\n\n')}</blockquote>
}

function Message({ message, record }: { message: MessageRecord; record: ApplicationRecord }) {
  const again = useSendAgain()
  return (
    <li className={`row spread small ${message.state === 'parked' ? 'bad' : ''}`}>
      <span>{messageLabel(message)}</span>
      <span className="soft">{messageStateLabel(message)}</span>
      {message.to_applicant && (
        <Button tone="quiet" onClick={() => showMessage(record, message)}>
          See it
        </Button>
      )}
      {message.state === 'parked' && (
        <Button disabled={again.isPending} onClick={() => again.mutate(message.id)}>
          Send again
        </Button>
      )}
    </li>
  )
}
