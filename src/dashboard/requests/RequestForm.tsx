import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import type { ApplicationRecord } from '../../api/responses.ts'
import type { RequestText } from '../../applications/application.ts'
import { unsentRequests } from '../browser-storage.ts'
import form from '../letters/letters.module.css'
import { previewRequest } from '../letters/letters.ts'
import { Button } from '../ui/Button.tsx'
import { FormFooter } from '../ui/Field.tsx'
import { makeRequest } from './requests.ts'

const kinds = [
  ['text', 'A text'],
  ['file', 'A file'],
  ['both', 'A text and a file'],
  ['picture', 'A picture'],
] as const

/** The request that is being written, restored from an earlier attempt, and the function that changes it. */
function useDraft(id: string) {
  const [request, setRequest] = useState<RequestText>(() => unsentRequests.of(id) ?? { text: '', kind: 'text' })
  const change = (part: Partial<RequestText>): void => {
    const next = { ...request, ...part }
    setRequest(next)
    unsentRequests.store(id, next)
  }
  return [request, change] as const
}

/** The form that requests something from the applicant. */
export function RequestForm({ record, close }: { readonly record: ApplicationRecord; close(): void }) {
  const client = useQueryClient()
  const id = useId()
  const first = useRef<HTMLTextAreaElement>(null)
  const [request, change] = useDraft(record.id)
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState('')

  useEffect(() => first.current?.focus(), [])

  async function send(): Promise<void> {
    setBusy(true)
    const message = await makeRequest(client, record, request)
    setBusy(false)
    setFault(message)
    if (message === '') close()
  }

  return (
    <form
      className={`stack gap-2 box ${form.form}`}
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) void send()
      }}
    >
      <label htmlFor={`${id}-text`}>What do you need?</label>
      <textarea
        ref={first}
        id={`${id}-text`}
        name="text"
        rows={4}
        required
        maxLength={2000}
        value={request.text}
        aria-describedby={`${id}-what`}
        onChange={(event) => change({ text: event.target.value })}
      />
      <fieldset className="row">
        <legend className="small">They answer with</legend>
        {kinds.map(([kind, label]) => (
          <label key={kind} className="check">
            <input type="radio" name={`${id}-kind`} checked={request.kind === kind} onChange={() => change({ kind })} />
            {label}
          </label>
        ))}
      </fieldset>
      <label htmlFor={`${id}-day`}>Needed by (optional)</label>
      <input
        id={`${id}-day`}
        name="day"
        type="date"
        value={request.day ?? ''}
        onChange={(event) => change({ day: event.target.value === '' ? undefined : event.target.value })}
      />
      <p className="soft small" id={`${id}-what`}>
        They get a letter with your text, and answer on the page of their application. For a moment after you send it, you can
        take it back. If they do not answer, they get one reminder: on the morning before the day, or after five days.
      </p>
      <FormFooter submitLabel="Send the request" busyLabel="Sending…" busy={busy} fault={fault} cancelLabel="Close" close={close}>
        <Button tone="quiet" disabled={request.text.trim() === ''} onClick={() => previewRequest(record, request)}>
          Preview this letter
        </Button>
      </FormFooter>
    </form>
  )
}
