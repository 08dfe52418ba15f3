import type { ApplicationRecord, MessageRecord } from '../../api/responses.ts'
import { Button } from '../ui/Button.tsx'
import { later, useLaterDialog } from '../ui/Later.tsx'

const reopenDialog = later('Reopen', async () => (await import('./ReopenDialog.tsx')).ReopenDialog)

/** The button that opens the dialog which reverts a decision. */
export function Reopen(of: { readonly record: ApplicationRecord; readonly messages: readonly MessageRecord[] }) {
  const dialog = useLaterDialog(reopenDialog)
  return (
    <>
      <Button tone="quiet" aria-haspopup="dialog" data-print="no" data-reopen={of.record.id} onClick={dialog.show}>
        Reopen
      </Button>
      {dialog.element(of)}
    </>
  )
}
