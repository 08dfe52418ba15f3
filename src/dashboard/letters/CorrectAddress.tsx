import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import type { ApplicationRecord, MessageRecord } from '../../api/responses.ts'
import { formatMoment, messageLabel } from '../labels.ts'
import { FormFooter } from '../ui/Field.tsx'
import { toast } from '../ui/toast.ts'
import { correctAddress } from './correspondence.ts'
import styles from './letters.module.css'
import { onlyLetters } from './letters.ts'

interface CorrectAddressProps {
  readonly record: ApplicationRecord
  readonly messages: readonly MessageRecord[]
  close(): void
}

/** The last sent letter of each template. It can be sent again to the corrected address; messages cannot. */
function lastSentLetters(messages: readonly MessageRecord[]): readonly MessageRecord[] {
  const templates = onlyLetters(messages).filter(({ letter }) => letter !== 'written')
  const last = new Map(templates.map((message) => [message.letter, message]))
  return [...last.values()].filter(({ state }) => state === 'sent')
}

/** The form that corrects a mistyped address and sends letters again to the new one. */
export function CorrectAddress({ record, messages, close }: CorrectAddressProps) {
  const client = useQueryClient()
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState('')
  /** The address when the form was opened; another window may change it meanwhile. */
  const [from] = useState(record.applicant_email)
  const waiting = onlyLetters(messages).filter(
    ({ state, attempts }) => state === 'parked' || (state === 'waiting' && attempts > 0),
  )
  const sent = lastSentLetters(messages).filter(({ letter }) => record.ended === undefined || letter === 'withdrawn')

  useEffect(() => field.current?.select(), [])

  async function save(form: FormData): Promise<void> {
    const email = String(form.get('email')).trim()
    setBusy(true)
    setFault('')
    const outcome = await correctAddress(client, record.id, from, email, form.getAll('again').map(String))
    setBusy(false)
    if (!outcome.ok) return setFault(outcome.message)
    toast.success('Address corrected', `Letters go to ${email} from now on.`)
    close()
  }

  return (
    <form
      className={`stack gap-2 box ${styles.form}`}
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) void save(new FormData(event.currentTarget))
      }}
    >
      <label htmlFor={id}>The right address</label>
      <input
        ref={field}
        id={id}
        name="email"
        type="email"
        required
        autoComplete="off"
        spellCheck={false}
        defaultValue={from}
        aria-describedby={`${id}-what`}
      />
      <p id={`${id}-what`} className="soft small">
        {waiting.length > 0
          ? `Sent to it immediately: ${waiting.map((message) => messageLabel(message)).join(', ')}.`
          : 'No letter waits. Future letters go to this address.'}
      </p>
      {sent.map((message) => (
        <label key={message.id} className="check">
          <input type="checkbox" name="again" value={message.letter} />
          <span>
            Send again: {messageLabel(message)}, sent {formatMoment(message.sent_at ?? message.due_at)}
          </span>
        </label>
      ))}
      <FormFooter submitLabel="Save the address" busy={busy} fault={fault} close={close} />
    </form>
  )
}
