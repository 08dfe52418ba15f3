import { Dialog } from '@base-ui/react/dialog'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Sheet } from 'lucide-react'
import { useState } from 'react'
import { Refusal, report } from '../client.ts'
import { close } from '../session/session.ts'
import { count } from '../times.ts'
import { Button } from '../ui/Button.tsx'
import dialog from '../ui/dialog.module.css'
import { rebuildSheet, spreadsheetQuery } from './rebuild-sheet.ts'

/** Where submissions are mirrored to a spreadsheet: makes it equal to the database. */
export function RebuildSheet() {
  const { data } = useQuery(spreadsheetQuery)
  const [open, setOpen] = useState(false)
  const [rows, setRows] = useState(0)
  const run = useMutation({
    mutationFn: () => rebuildSheet(setRows),
    networkMode: 'always',
    onError: (error) => {
      if (error instanceof Refusal && error.status === 401) close(error)
      else report('rebuilding the spreadsheet', error)
    },
  })
  if (data?.mirrored !== true) return null
  const ask = (): void => {
    if (!run.isPending) {
      run.reset()
      setRows(0)
    }
    setOpen(true)
  }
  return (
    <>
      <Button tone="quiet" onClick={ask}>
        <Sheet aria-hidden="true" size={16} strokeWidth={1.75} />
        Spreadsheet
      </Button>
      <Dialog.Root open={open} onOpenChange={setOpen}>
        <Dialog.Portal>
          <Dialog.Backdrop className={dialog.backdrop} />
          <Dialog.Popup className={`${dialog.popup} ${dialog.question}`}>
            <Dialog.Title className={dialog.title}>Rebuild the spreadsheet?</Dialog.Title>
            <Dialog.Description className={dialog.text}>
              Rows that are missing are added, what the review changed is written, and rows of applications that are not here any
              more are taken out. What you typed beside a row stays.
            </Dialog.Description>
            <p role="status">
              {run.isPending && `Working: ${count(rows)} applications so far. It goes on if you close this.`}
              {run.isSuccess &&
                `Done: ${count(run.data.rows)} ${run.data.rows === 1 ? 'row' : 'rows'}, ${count(run.data.removed)} taken out.`}
            </p>
            {run.isError && <p role="alert">It stopped. {run.error.message}</p>}
            <div className={dialog.buttons}>
              <Dialog.Close render={<Button />}>{run.isSuccess || run.isPending ? 'Close' : 'Cancel'}</Dialog.Close>
              {!run.isSuccess && (
                <Button onClick={() => run.mutate()} disabled={run.isPending}>
                  {run.isPending ? 'Working…' : run.isError ? 'Try again' : 'Rebuild'}
                </Button>
              )}
            </div>
          </Dialog.Popup>
        </Dialog.Portal>
      </Dialog.Root>
    </>
  )
}
