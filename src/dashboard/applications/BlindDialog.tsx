import { Dialog } from '@base-ui/react/dialog'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { routes } from '../../api/routes.ts'
import { offeredForms } from '../../shared/existing-pages.ts'
import { type FormType, isFormType } from '../../shared/form-types.ts'
import { cacheApplications } from '../browser-storage.ts'
import { call } from '../client.ts'
import { formNames } from '../labels.ts'
import { reportFailure } from '../session/failures.ts'
import dialog from '../ui/dialog.module.css'
import { FormFooter } from '../ui/Field.tsx'

interface BlindDialogProps {
  readonly open: boolean
  close(): void
}

const blindQuery = queryOptions({ queryKey: ['blind'], queryFn: ({ signal }) => call(routes.blind, { signal }), staleTime: 0 })

/** The dialog that chooses the forms that are read blind. */
export function BlindDialog({ open, close }: BlindDialogProps) {
  const { data, error } = useQuery({ ...blindQuery, enabled: open })
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && close()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={dialog.backdrop} />
        <Dialog.Popup className={`${dialog.popup} ${dialog.question}`}>
          <Dialog.Title className={dialog.title}>Blind pass</Dialog.Title>
          <Dialog.Description className="soft">
            Until an application of these forms is decided, the desk hides who it is: names, company, contact, files, letters,
            related applications. Only fields and files are hidden: what applicants wrote may still say who they are. A search by
            words leaves these applications out, exports are without names, and the pages of persons and of drafts of letters are
            closed. A spreadsheet that is a copy, and mail that you have, still name them.
          </Dialog.Description>
          {error !== null && <p role="alert">{error.message}</p>}
          {/* What another window saved is shown before it can be saved over. */}
          {data !== undefined && <BlindForm key={data.revision} forms={data.forms} revision={data.revision} close={close} />}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

interface BlindFormProps {
  readonly forms: readonly FormType[]
  readonly revision: number
  close(): void
}

function BlindForm({ forms, revision, close }: BlindFormProps) {
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState('')
  async function save(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const chosen = new FormData(event.currentTarget).getAll('forms').filter(isFormType)
    setBusy(true)
    setFault('')
    try {
      await call(routes.saveBlind, { body: { forms: chosen, revision } })
      // Nothing that was loaded with names stays.
      cacheApplications([])
      location.reload()
    } catch (failure) {
      reportFailure('setting the blind pass', failure)
      setFault(failure instanceof Error ? failure.message : 'It was not saved.')
      setBusy(false)
    }
  }
  return (
    <form className="stack gap-3" onSubmit={(event) => void save(event)}>
      <fieldset className="stack gap-1">
        <legend>Hide who it is until decided</legend>
        {offeredForms(forms).map((type) => (
          <label key={type} className="row gap-2 middle">
            <input type="checkbox" name="forms" value={type} defaultChecked={forms.includes(type)} />
            {formNames[type]}
          </label>
        ))}
      </fieldset>
      <FormFooter submitLabel="Save" busy={busy} fault={fault} close={close} />
    </form>
  )
}
