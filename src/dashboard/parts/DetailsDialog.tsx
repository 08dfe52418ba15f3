import { Dialog } from '@base-ui/react/dialog'
import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight, Trash2, X } from 'lucide-react'
import { useRef } from 'react'
import type { ApplicationRecord } from '../../api/replies.ts'
import { applicationQuery } from '../data/queries.ts'
import { Button } from './Button.tsx'
import { Decisions, Outcome } from './Decisions.tsx'
import dialog from './desk-dialog.module.css'
import styles from './desk-reading.module.css'
import { Reading } from './Reading.tsx'
import type { RowActions } from './Row.tsx'

export interface DetailsDialogProps {
  /** The application to be shown; undefined while none is. */
  readonly id: string | undefined
  /** As the list has it, if it does. */
  readonly listed: ApplicationRecord | undefined
  readonly position: string
  readonly next: ApplicationRecord | undefined
  readonly previous: ApplicationRecord | undefined
  readonly actions: RowActions
  close(): void
}

/** The details of an application, over the page. */
export function DetailsDialog({ id, listed, position, next, previous, actions, close }: DetailsDialogProps) {
  const popup = useRef<HTMLDivElement>(null)
  return (
    <Dialog.Root
      open={id !== undefined}
      onOpenChange={(open, { event, cancel }) => {
        // Undo and Dismiss of a toast belong to what is open, they do not close it.
        if (!open && event.target instanceof Element && event.target.closest('[data-toasts]')) return cancel()
        if (!open) close()
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className={dialog.backdrop} />
        <Dialog.Popup className={`${dialog.popup} ${dialog.sheet}`} ref={popup} initialFocus={popup} data-details="">
          <div className={dialog.bar}>
            <Button
              tone="icon"
              aria-label="Previous application"
              disabled={!previous}
              onClick={() => previous && actions.view(previous)}
            >
              <ChevronLeft aria-hidden="true" size={20} />
            </Button>
            <Button tone="icon" aria-label="Next application" disabled={!next} onClick={() => next && actions.view(next)}>
              <ChevronRight aria-hidden="true" size={20} />
            </Button>
            <span className={dialog.position}>{position}</span>
            <Dialog.Close render={<Button tone="icon" />} aria-label="Close" className={dialog.close}>
              <X aria-hidden="true" size={20} />
            </Dialog.Close>
          </div>
          {id !== undefined && <Details key={id} id={id} listed={listed} actions={actions} />}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function Details({ id, listed, actions }: { id: string; listed: ApplicationRecord | undefined; actions: RowActions }) {
  const { data, error, refetch } = useQuery(applicationQuery(id))
  const record = data?.application ?? listed
  if (record === undefined)
    return (
      <div className={dialog.empty}>
        <Dialog.Title className={dialog.title}>{error ? 'This application cannot be shown' : 'Loading…'}</Dialog.Title>
        {error && <p>{error.message}</p>}
        {error && <Button onClick={() => void refetch()}>Try again</Button>}
      </div>
    )
  const titleId = `details-${id}`
  return (
    <div className={dialog.body} data-scroll="">
      <Reading
        record={record}
        title={
          <Dialog.Title id={titleId} className={styles.title}>
            {record.applicant_name || record.applicant_email || 'No name given'}
          </Dialog.Title>
        }
        decision={
          <>
            <Decisions record={record} describedBy={titleId} decide={actions.decide} />
            <Button
              tone="icon"
              className={styles.delete}
              aria-label="Delete"
              title="Delete"
              onClick={() => actions.remove(record)}
            >
              <Trash2 aria-hidden="true" size={18} strokeWidth={1.75} />
            </Button>
          </>
        }
        outcome={record.status === 'pitch' && <Outcome record={record} describedBy={titleId} decide={actions.decide} />}
      />
    </div>
  )
}
