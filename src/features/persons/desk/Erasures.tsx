import { AlertDialog } from '@base-ui/react/alert-dialog'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { formatMoment } from '../../../dashboard/labels.ts'
import { Button } from '../../../dashboard/ui/Button.tsx'
import dialog from '../../../dashboard/ui/dialog.module.css'
import type { ErasureRecord } from '../records.ts'
import { countText, erase, personsQuery, undoErasure } from './person.ts'

/** The erasures that wait, each with an undo button. */
export function Erasures({ erasures }: { readonly erasures: readonly ErasureRecord[] }) {
  if (erasures.length === 0) return null
  return (
    <section className="stack gap-2 part" aria-label="Waiting erasures">
      <div className="row middle spread">
        <h2>Waiting erasures</h2>
      </div>
      <ul className="lined">
        {erasures.map((erasure) => (
          <Waiting key={erasure.id} erasure={erasure} />
        ))}
      </ul>
    </section>
  )
}

function Waiting({ erasure }: { readonly erasure: ErasureRecord }) {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const who = erasure.keys.join(', ')
  return (
    <li className="row middle small spread">
      <span className="entry">
        <strong>{who}</strong>: {countText(erasure.applications.length)}, deleted permanently on {formatMoment(erasure.due_at)}
      </span>
      <Button
        subject={erasure.id}
        disabled={busy}
        aria-label={`Undo the erasure of ${who}`}
        onClick={() => {
          setBusy(true)
          void undoErasure(client, erasure).finally(() => setBusy(false))
        }}
      >
        Undo
      </Button>
    </li>
  )
}

/** The button that erases applications after a confirmation. */
export function EraseButton({ ids, who }: { readonly ids: readonly string[]; readonly who: string }) {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const isLocked = (useQuery(personsQuery).data?.locked_since ?? null) !== null
  const run = (): void => {
    setBusy(true)
    void erase(client, ids).finally(() => setBusy(false))
  }
  return (
    <AlertDialog.Root>
      <AlertDialog.Trigger render={<Button tone="reject" disabled={busy} />}>Erase</AlertDialog.Trigger>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={dialog.backdrop} />
        <AlertDialog.Popup className={`${dialog.popup} ${dialog.question}`}>
          <AlertDialog.Title className={dialog.title}>
            Erase {countText(ids.length)} of {who}?
          </AlertDialog.Title>
          <AlertDialog.Description className="soft">
            They disappear from the desk now. In 24 hours everything is deleted permanently: answers and their earlier versions,
            files, letters, notes, history, the row in the spreadsheet, and the subscription to the next cohort. Until then you
            can undo this here. Letters that were sent stay in the recipients’ mailboxes. Backups contain the data until you
            delete them; a restore deletes the data again.
            {isLocked && ' A copy stays on the server for a year, under lock, as the privacy notice says.'}
          </AlertDialog.Description>
          <div className={`row ${dialog.buttons}`}>
            <AlertDialog.Close render={<Button />}>Cancel</AlertDialog.Close>
            <AlertDialog.Close render={<Button tone="danger" />} onClick={run}>
              Erase
            </AlertDialog.Close>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
