import { Dialog } from '@base-ui/react/dialog'
import { useContext, useState } from 'react'
import { FormsContext } from '../../../dashboard/applications/Answers.tsx'
import { call } from '../../../dashboard/client.ts'
import { fromInput, zoneHint } from '../../../dashboard/labels.ts'
import { refusalOf, reportFailure } from '../../../dashboard/session/failures.ts'
import { Button } from '../../../dashboard/ui/Button.tsx'
import { copyText } from '../../../dashboard/ui/copy-text.ts'
import dialog from '../../../dashboard/ui/dialog.module.css'
import { Field, FormFooter } from '../../../dashboard/ui/Field.tsx'
import { MomentInput } from '../../../dashboard/ui/MomentInput.tsx'
import { cohortRoutes } from '../api.ts'

interface LateLinkProps {
  readonly open: boolean
  close(): void
}

/** The dialog that makes a link with which one person may apply after a cohort's deadline. */
export function LateLinkDialog({ open, close }: LateLinkProps) {
  return (
    // A click beside it does not discard what was typed, or the link.
    <Dialog.Root open={open} disablePointerDismissal onOpenChange={(next) => !next && close()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={dialog.backdrop} />
        <Dialog.Popup className={`${dialog.popup} ${dialog.question}`}>
          <Dialog.Title className={dialog.title}>Late link</Dialog.Title>
          <Dialog.Description className="soft">
            With this link one person can apply after the deadline, and counts as in time. It works for this address only.
          </Dialog.Description>
          <LateLinkForm close={close} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function LateLinkForm({ close }: Pick<LateLinkProps, 'close'>) {
  const cohorts = (useContext(FormsContext).Accelerator.fields.cohortPreference?.options ?? []).filter(
    ({ value }) => value !== 'next',
  )
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState('')
  const [link, setLink] = useState('')
  const [until, setUntil] = useState('')

  async function make(fields: FormData): Promise<void> {
    setBusy(true)
    setFault('')
    try {
      const body = { email: fields.get('email'), cohort: fields.get('cohort'), until: fromInput(until) }
      setLink((await call(cohortRoutes.makeLateLink, { body })).link)
    } catch (error) {
      reportFailure('making a late link', error)
      setFault(refusalOf(error) ?? 'The link was not made.')
    } finally {
      setBusy(false)
    }
  }

  if (link !== '') return <MadeLink link={link} close={close} />
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) void make(new FormData(event.currentTarget))
      }}
    >
      <Field label="Email of the person">
        <input name="email" type="email" required />
      </Field>
      <Field label="Cohort">
        <select name="cohort" required>
          {cohorts.toReversed().map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </Field>
      <Field label={`Until${zoneHint()}`}>
        <MomentInput value={until} change={setUntil} required />
      </Field>
      <FormFooter submitLabel="Make the link" busyLabel="Making…" busy={busy} fault={fault} close={close} />
    </form>
  )
}

const MadeLink = ({ link, close }: { readonly link: string; close(): void }) => (
  <div className="stack">
    <Field label="Send this link">
      <input readOnly value={link} onFocus={({ currentTarget }) => currentTarget.select()} />
    </Field>
    <div className={`row ${dialog.buttons}`}>
      <Button onClick={close}>Close</Button>
      <Button tone="approve" onClick={() => copyText(link)}>
        Copy
      </Button>
    </div>
  </div>
)
