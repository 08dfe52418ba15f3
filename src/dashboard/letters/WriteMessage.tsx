import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import type { ApplicationRecord } from '../../api/responses.ts'
import { routes } from '../../api/routes.ts'
import { unsentMessages } from '../browser-storage.ts'
import { call } from '../client.ts'
import { applicantName } from '../labels.ts'
import { Button } from '../ui/Button.tsx'
import { FormFooter } from '../ui/Field.tsx'
import { typedKey } from '../ui/typed-key.ts'
import { sendMessage } from './correspondence.ts'
import styles from './letters.module.css'

const repliesQuery = queryOptions({
  queryKey: ['replies'],
  queryFn: ({ signal }) => call(routes.replies, { signal }),
})

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
  const [chosen, setChosen] = useState('')
  const replies = useQuery(repliesQuery).data?.replies ?? []

  useEffect(() => first.current?.focus(), [])

  const change = (part: Partial<typeof letter>): void => {
    const next = { ...letter, ...part }
    setLetter(next)
    unsentMessages.store(record.id, next)
  }

  const insert = (): void => {
    const reply = replies.find(({ name }) => name === chosen)
    if (reply === undefined) return
    const text = `${letter.text.trim() || greeting.trim()}\n\n${reply.text.replaceAll('{name}', applicantName(record))}`
    change({ subject: letter.subject || reply.subject, text })
    setChosen('')
    area.current?.focus()
  }

  const sendByKeys = (event: KeyboardEvent<HTMLFormElement>): void => {
    if (typedKey(event) !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    event.currentTarget.requestSubmit()
  }

  async function send(): Promise<void> {
    if (letter.text.trim() === greeting.trim()) return setFault('Write the message below the greeting first.')
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
      {replies.length > 0 && (
        <>
          <label htmlFor={`${id}-reply`}>Saved reply</label>
          <div className="line">
            <select id={`${id}-reply`} value={chosen} onChange={(event) => setChosen(event.target.value)}>
              <option value="">None</option>
              {replies.map(({ name }) => (
                <option key={name}>{name}</option>
              ))}
            </select>
            <Button disabled={chosen === ''} onClick={insert}>
              Insert
            </Button>
          </div>
        </>
      )}
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
