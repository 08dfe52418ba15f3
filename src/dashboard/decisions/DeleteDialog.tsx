import { AlertDialog } from '@base-ui/react/alert-dialog'
import type { ApplicationRecord } from '../../api/replies.ts'
import { applicantLabel, formNames } from '../labels.ts'
import { Button } from '../ui/Button.tsx'
import dialog from '../ui/dialog.module.css'

export interface DeleteDialogProps {
  /** The application to delete; undefined closes the dialog. */
  readonly record: ApplicationRecord | undefined
  close(): void
  remove(record: ApplicationRecord): void
}

/** Confirms the deletion of an application. */
export function DeleteDialog({ record, close, remove }: DeleteDialogProps) {
  return (
    <AlertDialog.Root open={record !== undefined} onOpenChange={(open) => !open && close()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={dialog.backdrop} />
        <AlertDialog.Popup className={`${dialog.popup} ${dialog.question}`}>
          <AlertDialog.Title className={dialog.title}>Are you sure you want to delete this application?</AlertDialog.Title>
          <AlertDialog.Description className={dialog.text}>
            {record !== undefined && `${applicantLabel(record)}: ${formNames[record.form_type]}.`} Its answers, files and unsent
            letters go with it.
          </AlertDialog.Description>
          <div className={dialog.buttons}>
            <AlertDialog.Close render={<Button />}>Cancel</AlertDialog.Close>
            <Button
              tone="danger"
              onClick={() => {
                if (record !== undefined) remove(record)
                close()
              }}
            >
              Delete
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
