import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import type { ApplicationRecord } from '../../api/responses.ts'
import { unsentMessages } from '../browser-storage.ts'
import { FormFooter } from '../ui/Field.tsx'
import styles from './correspondence.module.css'
import { sendMessage } from './correspondence.ts'

/** The form for a message to the applicant. The text is stored with the tab until it is sent. */
export function WriteMessage({ record, close }: { record: ApplicationRecord; close(): void }) {
  const client = useQueryClient()
  const id = useId()
  const first = useRef<HTMLInputElement>(null)
  const [letter, setLetter] = useState(() => unsentMessages.of(record.id) ?? { subject: '', text: '' })
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState('')

  useEffect(() => first.current?.focus(), [])

  const change = (part: Partial<typeof letter>): void => {
    const next = { ...letter, ...part }
    setLetter(next)
    unsentMessages.store(record.id, next)
  }

  async function send(): Promise<void> {
    setBusy(true)
    setFault('')
    const outcome = await sendMessage(client, record, letter)
    setBusy(false)
    // Includes the idempotency key of this attempt, for the next one.
    setLetter(unsentMessages.of(record.id) ?? letter)
    if (outcome.ok) close()
    else setFault(outcome.message)
  }

  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) void send()
      }}
    >
      <label htmlFor={`${id}-subject`}>Subject</label>
      <input
        ref={first}
        id={`${id}-subject`}
        name="subject"
        required
        maxLength={200}
        autoComplete="off"
        value={letter.subject}
        onChange={(event) => change({ subject: event.target.value })}
      />
      <label htmlFor={`${id}-text`}>Message</label>
      <textarea
        id={`${id}-text`}
        name="text"
        rows={8}
        required
        value={letter.text}
        onChange={(event) => change({ text: event.target.value })}
      />
      <p className={styles.what}>It waits for a moment, so that you can take it back. An empty line starts a new paragraph.</p>
      <FormFooter submitLabel="Send now" busyLabel="Sending…" busy={busy} fault={fault} cancelLabel="Close" close={close} />
    </form>
  )
}
