import { AlertDialog } from '@base-ui/react/alert-dialog'
import { useQueryClient } from '@tanstack/react-query'
import type { ApplicationRecord } from '../../api/responses.ts'
import { routes } from '../../api/routes.ts'
import { call } from '../client.ts'
import { applicantName } from '../labels.ts'
import { showFailure } from '../session/failures.ts'
import { Button } from '../ui/Button.tsx'
import dialog from '../ui/dialog.module.css'
import { upsert } from './cache.ts'

/** Says that it is hidden who sent an application, and shows it on request. */
export function HiddenIdentity({ record }: { readonly record: ApplicationRecord }) {
  const client = useQueryClient()
  async function show(): Promise<void> {
    try {
      const { application } = await call(routes.showIdentity, { at: { id: record.id } })
      upsert(client, application)
      await client.invalidateQueries({ queryKey: ['application', record.id] })
    } catch (error) {
      showFailure('showing who sent an application', 'It could not be shown', error)
    }
  }
  return (
    <AlertDialog.Root>
      <p className="row gap-2 middle small">
        Hidden until decided: who it is, files, letters.
        <AlertDialog.Trigger render={<Button tone="quiet" />}>Show who it is…</AlertDialog.Trigger>
      </p>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={dialog.backdrop} />
        <AlertDialog.Popup className={`${dialog.popup} ${dialog.question}`}>
          <AlertDialog.Title className={dialog.title}>Show who sent {applicantName(record)}?</AlertDialog.Title>
          <AlertDialog.Description className="soft">
            The history keeps that you read it with the name. It stays shown.
          </AlertDialog.Description>
          <div className={dialog.buttons}>
            <AlertDialog.Close render={<Button />}>Cancel</AlertDialog.Close>
            <AlertDialog.Close render={<Button tone="danger" onClick={() => void show()} />}>Show</AlertDialog.Close>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
