import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { HeldLetterRecord } from '../../api/letter-responses.ts'
import { deskPath } from '../applications/url-state.ts'
import { formatTime, formNames, letterLabel, messageLabel, messageStateLabel } from '../labels.ts'
import { Button } from '../ui/Button.tsx'
import { FormFooter } from '../ui/Field.tsx'
import { AdditionFields, type AdditionText, additionOf } from './AdditionFields.tsx'
import { discard, editHeld, heldLettersQuery, sendHeld, takeBack } from './held-letters.ts'
import styles from './letters.module.css'
import { letterQuery, showLetter } from './letters.ts'
import { keyOf } from './use-edited-letters.ts'

interface HeldLetterProps {
  readonly held: HeldLetterRecord
  /** Whether it does not wait any more; it is listed because its editor is open. */
  readonly isGone: boolean
  readonly editing: boolean
  setEditing(editing: boolean): void
}

/** One waiting letter or message, and the buttons for it. */
export function HeldLetter({ held, isGone, editing, setEditing }: HeldLetterProps) {
  const client = useQueryClient()
  const [isActing, setActing] = useState(false)
  const busy = isActing || isGone
  const recipient = [held.applicant_name || held.applicant_email, held.company_name].filter(Boolean).join(', ')
  const isConfirmation = held.letter === 'confirmation'
  const act = (work: Promise<void>): void => {
    setActing(true)
    void work.finally(() => setActing(false))
  }
  const see = (): void =>
    showLetter({
      recipient,
      choices: [{ name: messageLabel(held), source: { id: held.application_id, message: held.id } }],
      about: `${messageLabel(held)}. ${messageStateLabel(held)}.`,
    })
  return (
    <li className={`row ${styles.letter}`}>
      <About held={held} isGone={isGone} recipient={recipient} editing={editing} />
      <div className="acts">
        <Button
          subject={held.id}
          disabled={busy || isGone}
          aria-label={`Send to ${recipient}`}
          onClick={() => act(sendHeld(client, [held], true))}
        >
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
            subject={held.id}
            disabled={busy || isGone}
            aria-label={`Do not send the confirmation to ${recipient}`}
            onClick={() => act(discard(client, held))}
          >
            Do not send
          </Button>
        ) : (
          <Button
            tone="quiet"
            subject={held.id}
            disabled={busy || isGone}
            aria-label={`Take back the letter to ${recipient}`}
            onClick={() => act(takeBack(client, held))}
          >
            Take back
          </Button>
        )}
      </div>
      {editing && <EditHeld held={held} isGone={isGone} close={() => setEditing(false)} />}
    </li>
  )
}

interface AboutProps {
  readonly held: HeldLetterRecord
  readonly isGone: boolean
  readonly recipient: string
  readonly editing: boolean
}

/** The recipient, the kind of letter, when it is sent, and what was added to it. */
function About({ held, isGone, recipient, editing }: AboutProps) {
  return (
    <div className="entry">
      <p>
        <a href={`${deskPath}?details=${held.application_id}`}>{recipient}</a>
        <span className="below">
          {held.letter === 'written' ? `Message: ${held.subject ?? ''}` : letterLabel(held.letter)} · {formNames[held.form_type]}
          {held.by_hand === undefined && ` · ${formatTime(new Date(held.due_at))}`}
        </span>
        {isGone && !editing && <span className="below">It does not wait any more.</span>}
        {held.last_fault !== '' && <span className="below">{held.last_fault}</span>}
        {held.unreachable && <span className="below bad">An earlier letter did not reach {held.applicant_email}.</span>}
      </p>
      {(held.reason ?? held.sentence) !== undefined && !editing && (
        <blockquote className="quote small">{[held.reason, held.sentence].filter(Boolean).join('\n\n')}</blockquote>
      )}
    </div>
  )
}

/** What is typed in the editor of a letter. */
interface Typed {
  readonly text: AdditionText
  /** The letter when the typing began. */
  readonly began: HeldLetterRecord
  /** The letter that a save replaces: `began`, or the one that was there when a save was refused. */
  readonly seen: HeldLetterRecord
}

interface EditHeldProps {
  readonly held: HeldLetterRecord
  readonly isGone: boolean
  close(): void
}

function EditHeld({ held, isGone, close }: EditHeldProps) {
  const client = useQueryClient()
  const [first] = useState(held)
  const { data } = useQuery(letterQuery({ id: first.application_id, message: first.id }))
  const [typed, setTyped] = useState<Typed>()
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState('')
  if (data === undefined) return <p>Loading…</p>
  const { reasons } = data
  const text = typed?.text ?? {
    sentence: held.sentence ?? '',
    reason: reasons.find(({ text: words }) => words === held.reason)?.id ?? '',
  }

  async function save(): Promise<void> {
    setBusy(true)
    const message = await editHeld(client, typed?.seen ?? held, additionOf(text))
    setBusy(false)
    if (message === '') return close()
    const now = client.getQueryData(heldLettersQuery.queryKey)?.letters.find((letter) => keyOf(letter) === keyOf(held))
    const isChanged = now !== undefined && typed !== undefined && now.id !== typed.seen.id
    setFault(isChanged ? 'Not saved: it was changed in another window. Save again to replace that.' : message)
    if (isChanged) setTyped({ ...typed, seen: now })
  }

  return (
    <form
      className={`stack gap-2 ${styles.editor}`}
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) void save()
      }}
    >
      {isGone && <p role="status">It does not wait any more: it was sent, or taken back in another window.</p>}
      {!isGone && typed !== undefined && held.id !== typed.began.id && <Theirs held={held} />}
      <AdditionFields
        reasons={reasons}
        value={text}
        change={(next) => setTyped({ began: held, seen: held, ...typed, text: next })}
      />
      <FormFooter submitLabel="Save" busy={busy} fault={fault} close={close} />
    </form>
  )
}

/** What another window saved while this one edits the letter. */
function Theirs({ held: { reason, sentence } }: { readonly held: HeldLetterRecord }) {
  const added = [reason, sentence].filter(Boolean).join('\n\n')
  return (
    <div role="status">
      <p>{added === '' ? 'Another window removed what was added.' : 'Another window saved:'}</p>
      {added !== '' && <blockquote className="quote small">{added}</blockquote>}
    </div>
  )
}
