import { Dialog } from '@base-ui/react/dialog'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApplicationRecord, MessageRecord } from '../../api/responses.ts'
import { routes } from '../../api/routes.ts'
import { isNotice } from '../../applications/outbox.ts'
import { mergeResponse } from '../applications/cache.ts'
import { CallError, call } from '../client.ts'
import { applicantLabel, sameTimeLabel, statusNames } from '../labels.ts'
import { AdditionFields, additionOf, noAddition } from '../letters/AdditionFields.tsx'
import { onlyLetters } from '../letters/letters.ts'
import { reportFailure } from '../session/failures.ts'
import dialog from '../ui/dialog.module.css'
import { FormFooter } from '../ui/Field.tsx'
import { refreshAfter } from './change-status.ts'
import { asStep, leavesLabel, offerUndo, type Step } from './undo.ts'

/** Whether the letter of the last decision was sent, or may have been, as far as the desk knows. The server makes the final check. */
function wasSent(messages: readonly MessageRecord[]): boolean {
  const last = onlyLetters(messages)
    .filter(({ letter, state }) => !isNotice(letter) && letter !== 'written' && letter !== 'delay' && state !== 'cancelled')
    .at(-1)
  return last !== undefined && (last.state === 'sent' || last.attempts > 0)
}

interface ReopenProps {
  readonly record: ApplicationRecord
  readonly messages: readonly MessageRecord[]
  readonly open: boolean
  close(): void
}

/** Reverts a decision that can no longer be undone. If its letter was sent, another letter corrects it. */
export const ReopenDialog = ({ open, close, ...of }: ReopenProps) => (
  // A click beside it does not discard what was typed.
  <Dialog.Root open={open} disablePointerDismissal onOpenChange={(next) => !next && close()}>
    <Dialog.Portal>
      <Dialog.Backdrop className={dialog.backdrop} />
      <Dialog.Popup className={`${dialog.popup} ${dialog.question}`}>
        <ReopenForm {...of} close={close} />
      </Dialog.Popup>
    </Dialog.Portal>
  </Dialog.Root>
)

function ReopenForm({ record, messages, close }: Omit<ReopenProps, 'open'>) {
  const client = useQueryClient()
  const [text, setText] = useState(noAddition)
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState('')
  const [isSent, setSent] = useState(() => wasSent(messages))
  // As it was when the dialog opened.
  const [from] = useState(record.status)

  async function reopen(step: Step): Promise<void> {
    setBusy(true)
    setFault('')
    try {
      const response = await call(routes.reopen, {
        at: { id: record.id },
        body: { ...additionOf(text), from },
      })
      mergeResponse(client, response)
      refreshAfter(client, [record.id])
      const { application, undoFor, waitsUntil } = response
      close()
      offerUndo(client, {
        step,
        title: 'Reopened',
        detail:
          `${applicantLabel(application)} is ${application.status} again. ${isSent ? `Letter to ${application.applicant_email} ${leavesLabel(undoFor, waitsUntil)}.` : 'No letter.'} ${sameTimeLabel(response)}`.trim(),
        done: [{ id: application.id, revision: application.revision }],
        undoFor,
        waitsUntil: isSent ? waitsUntil : undefined,
        onUndone: undefined,
      })
    } catch (error) {
      setBusy(false)
      reportFailure('reopening', error)
      if (error instanceof CallError && error.details.sentence !== undefined) setSent(true)
      if (error instanceof CallError && error.status === 409) refreshAfter(client, [record.id])
      setFault(error instanceof CallError ? (error.details.sentence ?? error.message) : 'It was not reopened.')
    }
  }

  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) void asStep(`Reopened: ${applicantLabel(record)}`, reopen)
      }}
    >
      <Dialog.Title className={dialog.title}>Reopen the decision?</Dialog.Title>
      <Dialog.Description className="soft">
        {applicantLabel(record)} is {statusNames[record.status].toLowerCase()}.{' '}
        {isSent
          ? `The letter was sent, so a correction goes to ${record.applicant_email}. Say in a sentence what has changed.`
          : 'No letter was sent, so no correction is sent.'}
      </Dialog.Description>
      {isSent && <AdditionFields reasons={[]} value={text} change={setText} />}
      <FormFooter submitLabel="Reopen" busyLabel="Reopening…" busy={busy} fault={fault} close={close} />
    </form>
  )
}
