import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { HeldLetterRecord } from '../../api/letter-responses.ts'
import { paths } from '../../api/paths.ts'
import { deskPath } from '../applications/url-state.ts'
import { formatTime, formNames, letterLabel, messageLabel, messageStateLabel } from '../labels.ts'
import { Button } from '../ui/Button.tsx'
import { FormFooter } from '../ui/Field.tsx'
import { AdditionFields, type AdditionText, additionOf } from './AdditionFields.tsx'
import { discard, editHeld, sendHeld, takeBack } from './held-letters.ts'
import { letterQuery, showLetter } from './letters.ts'
import styles from './outbox.module.css'

/** One waiting letter or message, and the buttons for it. */
export function HeldLetter({ held }: { readonly held: HeldLetterRecord }) {
  const client = useQueryClient()
  const [editing, setEditing] = useState(false)
  const [busy, setBusy] = useState(false)
  const recipient = [held.applicant_name || held.applicant_email, held.company_name].filter(Boolean).join(', ')
  const isConfirmation = held.letter === 'confirmation'
  const act = (work: Promise<void>): void => {
    setBusy(true)
    void work.finally(() => setBusy(false))
  }
  const see = (): void =>
    showLetter({
      recipient,
      choices: [{ name: messageLabel(held), path: paths.message(held.application_id, held.id) }],
      about: `${messageLabel(held)}. ${messageStateLabel(held)}.`,
    })
  return (
    <li className={styles.letter}>
      <About held={held} recipient={recipient} editing={editing} />
      <div className={styles.acts}>
        <Button disabled={busy} aria-label={`Send to ${recipient}`} onClick={() => act(sendHeld(client, [held], true))}>
          Send
        </Button>
        <Button tone="quiet" aria-label={`See the letter to ${recipient}`} onClick={see}>
          See
        </Button>
        {!['written', 'confirmation', 'request'].includes(held.letter) && (
          <Button
            tone="quiet"
            aria-expanded={editing}
            aria-label={`Edit the letter to ${recipient}`}
            onClick={() => setEditing(!editing)}
          >
            Edit
          </Button>
        )}
        {isConfirmation ? (
          <Button
            tone="quiet"
            disabled={busy}
            aria-label={`Do not send the confirmation to ${recipient}`}
            onClick={() => act(discard(client, held))}
          >
            Do not send
          </Button>
        ) : (
          <Button
            tone="quiet"
            disabled={busy}
            aria-label={`Take back the letter to ${recipient}`}
            onClick={() => act(takeBack(client, held))}
          >
            Take back
          </Button>
        )}
      </div>
      {editing && <EditHeld held={held} close={() => setEditing(false)} />}
    </li>
  )
}

interface AboutProps {
  readonly held: HeldLetterRecord
  readonly recipient: string
  readonly editing: boolean
}

/** The recipient, the kind of letter, when it is sent, and what was added to it. */
function About({ held, recipient, editing }: AboutProps) {
  return (
    <div>
      <p>
        <a href={`${deskPath}?details=${held.application_id}`}>{recipient}</a>
        <span className={styles.aside}>
          {held.letter === 'written' ? `Message: ${held.subject ?? ''}` : letterLabel(held.letter)} · {formNames[held.form_type]}
          {held.by_hand === undefined && ` · ${formatTime(new Date(held.due_at))}`}
        </span>
        {held.last_fault !== '' && <span className={styles.aside}>{held.last_fault}</span>}
        {held.unreachable && <span className={styles.warning}>An earlier letter did not reach {held.applicant_email}.</span>}
      </p>
      {(held.reason ?? held.sentence) !== undefined && !editing && (
        <blockquote className={styles.added}>{[held.reason, held.sentence].filter(Boolean).join('\n\n')}</blockquote>
      )}
    </div>
  )
}

function EditHeld({ held, close }: { readonly held: HeldLetterRecord; close(): void }) {
  const client = useQueryClient()
  const { data } = useQuery(letterQuery(paths.message(held.application_id, held.id)))
  const [text, setText] = useState<AdditionText>()
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState('')
  if (data === undefined) return <p>Loading…</p>
  const { reasons } = data
  const current = text ?? {
    sentence: held.sentence ?? '',
    reason: reasons.find(({ text: words }) => words === held.reason)?.id ?? '',
  }
  return (
    <form
      className={styles.edit}
      onSubmit={(event) => {
        event.preventDefault()
        setBusy(true)
        void editHeld(client, held, additionOf(current)).then((message) => {
          setBusy(false)
          setFault(message)
          if (message === '') close()
        })
      }}
    >
      <AdditionFields reasons={reasons} value={current} change={setText} />
      <FormFooter submitLabel="Save" busyLabel="Saving…" busy={busy} fault={fault} cancelLabel="Cancel" close={close} />
    </form>
  )
}
