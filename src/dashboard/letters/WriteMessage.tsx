import { useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import type { ApplicationRecord } from '../../api/responses.ts'
import { unsentMessages } from '../browser-storage.ts'
import { applicantName } from '../labels.ts'
import { FormFooter } from '../ui/Field.tsx'
import { typedKey } from '../ui/typed-key.ts'
import { sendMessage } from './correspondence.ts'
import styles from './letters.module.css'
import { SavedReplies, unfilled } from './SavedReplies.tsx'

/** The form for a message to the applicant. The text is stored with the tab until it is sent. */
export function WriteMessage({ record, close }: { record: ApplicationRecord; close(): void }) {
  const client = useQueryClient()
  const id = useId()
  const greeting = `Dear ${applicantName(record)},\n\n`
  const first = useRef<HTMLInputElement>(null)
  const area = useRef<HTMLTextAreaElement>(null)
  const [letter, setLetter] = useState(() => unsentMessages.of(record.id) ?? { subject: '', text: greeting })
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState('')

  useEffect(() => first.current?.focus(), [])

  const change = (part: Partial<typeof letter>): void => {
    const next = { ...letter, ...part }
    setLetter(next)
    unsentMessages.store(record.id, next)
  }

  const insert: ComponentProps<typeof SavedReplies>['insert'] = (reply) => {
    const text = `${letter.text.trim() || greeting.trim()}\n\n${reply.text.replaceAll('{name}', applicantName(record))}`
    change({ subject: letter.subject || reply.subject, text })
    area.current?.focus()
  }

  const sendByKeys = (event: KeyboardEvent<HTMLFormElement>): void => {
    if (typedKey(event) !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    event.currentTarget.requestSubmit()
  }

  async function send(): Promise<void> {
    if (letter.text.trim() === greeting.trim()) return setFault('Write the message below the greeting first.')
    const blank = unfilled(letter.text)
    if (blank !== undefined) return setFault(`Fill in first: ${blank}`)
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
      className={`stack gap-2 box ${styles.form}`}
      onKeyDown={sendByKeys}
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) void send()
      }}
    >
      <SavedReplies insert={insert} />
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
        ref={area}
        id={`${id}-text`}
        name="text"
        rows={8}
        required
        value={letter.text}
        onChange={(event) => change({ text: event.target.value })}
      />
      <p className="soft small">
        Ctrl+Enter sends it. It waits for a moment, so that you can take it back. An empty line starts a new paragraph.
      </p>
      <FormFooter submitLabel="Send now" busyLabel="Sending…" busy={busy} fault={fault} cancelLabel="Close" close={close} />
    </form>
  )
}
