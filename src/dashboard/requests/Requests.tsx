import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { paths } from '../../api/paths.ts'
import type { ApplicationResponse, MessageRecord } from '../../api/responses.ts'
import { fillPath } from '../../api/route.ts'
import { type ApplicantRequest, isOpen } from '../../applications/application.ts'
import { shortDate } from '../../shared/dates.ts'
import { Resume } from '../applications/Resume.tsx'
import { formatMoment, messageStateLabel } from '../labels.ts'
import { Button } from '../ui/Button.tsx'
import { closeRequest } from './requests.ts'

type Application = ApplicationResponse['application']

/** The state of a request, as a sentence without its full stop. @param letter the last letter of the request */
function stateLabel(request: ApplicantRequest, { status }: Application, letter: MessageRecord | undefined): string {
  const { answer, closed, day } = request
  if (answer !== undefined) return `Answered ${formatMoment(answer.at)}`
  if (closed !== undefined) return `Closed without an answer, ${formatMoment(closed)}`
  if (!isOpen(request, status)) return 'Ended by a decision'
  // The applicant does not know of it before the letter is sent.
  if (letter !== undefined && letter.state !== 'sent') return messageStateLabel(letter)
  return day === undefined ? 'Waits for them' : `Waits for them until ${shortDate(new Date(`${day}T00:00:00Z`))}`
}

/** One request with its answer. */
function Request({
  request,
  application,
  letter,
}: {
  readonly request: ApplicantRequest
  readonly application: Application
  readonly letter: MessageRecord | undefined
}) {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState('')
  const { id, text, answer, closed } = request
  const close = async (): Promise<void> => {
    setBusy(true)
    setFault(await closeRequest(client, application.id, id, answer !== undefined))
    setBusy(false)
  }
  return (
    <article
      className={`stack gap-2 start ${answer === undefined || closed !== undefined ? 'quote' : 'note'}`}
      data-state={answer === undefined || closed !== undefined ? undefined : 'answered'}
    >
      <p className="typed">
        <strong>{text}</strong>
      </p>
      <p className="soft small">
        {stateLabel(request, application, letter)} · requested {formatMoment(request.at)}
      </p>
      {answer !== undefined && answer.text !== '' && <blockquote className="typed">{answer.text}</blockquote>}
      {answer?.file !== undefined && (
        <Resume
          record={application}
          href={fillPath(paths.requestFile, { id: application.id, request: id })}
          name={answer.file.name}
          scanned={answer.file.scanned === true}
        />
      )}
      {closed === undefined && (
        <Button data-print="no" disabled={busy} onClick={() => void close()}>
          {answer === undefined ? 'Close it without an answer' : 'Done'}
        </Button>
      )}
      <p role="status">{fault}</p>
    </article>
  )
}

/** The requests to the applicant: answered ones first, then waiting ones, then closed ones. */
export function Requests({
  response: { application, requests = [], messages = [] },
}: {
  readonly response: ApplicationResponse
}) {
  if (requests.length === 0) return null
  const current = requests.filter(({ closed }) => closed === undefined)
  const closed = requests.filter((request) => request.closed !== undefined)
  const ordered = current.toSorted((a, b) => Number(b.answer !== undefined) - Number(a.answer !== undefined))
  const letterOf = ({ id }: ApplicantRequest): MessageRecord | undefined =>
    messages.findLast((message) => message.letter === 'request' && message.request === id)
  const list = (some: readonly ApplicantRequest[]) =>
    some.map((request) => <Request key={request.id} request={request} application={application} letter={letterOf(request)} />)
  return (
    <section className="stack gap-3" aria-labelledby={`requests-${application.id}`}>
      <h3 id={`requests-${application.id}`}>Requests</h3>
      {list(ordered)}
      {closed.length > 0 && (
        <details>
          <summary>{closed.length === 1 ? '1 closed request' : `${closed.length} closed requests`}</summary>
          {list(closed)}
        </details>
      )}
    </section>
  )
}
