import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import type { ApplicationRecord } from '../../api/replies.ts'
import type { RequestText } from '../../applications/application.ts'
import form from '../letters/correspondence.module.css'
import { previewRequest } from '../letters/letters.ts'
import { Button } from '../ui/Button.tsx'
import { FormEnd } from '../ui/Field.tsx'
import styles from './requests.module.css'
import { makeRequest, storeUnsentRequest, unsentRequest } from './requests.ts'

const kinds = [
  ['text', 'A text'],
  ['file', 'A file'],
  ['both', 'A text and a file'],
] as const

/** The request that is being written, as it was left, and its change. */
function useDraft(id: string) {
  const [request, setRequest] = useState<RequestText>(() => unsentRequest(id) ?? { text: '', kind: 'text' })
  const change = (part: Partial<RequestText>): void => {
    const next = { ...request, ...part }
    setRequest(next)
    storeUnsentRequest(id, next)
  }
  return [request, change] as const
}

/** The form that requests something of the applicant. */
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
      className={form.form}
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
      <fieldset className={styles.kinds}>
        <legend>They answer with</legend>
        {kinds.map(([kind, label]) => (
          <label key={kind}>
            <input type="radio" name={`${id}-kind`} checked={request.kind === kind} onChange={() => change({ kind })} />
            {label}
          </label>
        ))}
      </fieldset>
      <label htmlFor={`${id}-day`}>By this day, if it matters</label>
      <input
        id={`${id}-day`}
        name="day"
        type="date"
        className={styles.day}
        value={request.day ?? ''}
        onChange={(event) => change({ day: event.target.value === '' ? undefined : event.target.value })}
      />
      <p className={form.what} id={`${id}-what`}>
        A letter tells them, in your words, and they answer on the page of their application. It waits a moment, in which it can
        be taken back. If no answer comes, one reminder goes: on the morning before the day, or after five days.
      </p>
      <FormEnd does="Send the request" doing="Sending…" busy={busy} fault={fault} leave="Close" close={close}>
        <Button tone="quiet" disabled={request.text.trim() === ''} onClick={() => previewRequest(record, request)}>
          Preview this letter
        </Button>
      </FormEnd>
    </form>
  )
}
