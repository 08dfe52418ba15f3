import { Dialog } from '@base-ui/react/dialog'
import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useRef } from 'react'
import type { ApplicationRecord } from '../../api/responses.ts'
import { OpenDecision } from '../decisions/DecisionButtons.tsx'
import { applicantName } from '../labels.ts'
import { Button } from '../ui/Button.tsx'
import dialog from '../ui/dialog.module.css'
import { ApplicationView } from './ApplicationView.tsx'
import { isDeleted } from './cache.ts'
import { applicationQuery } from './queries.ts'
import { RecordBar } from './RecordBar.tsx'
import styles from './reading.module.css'
import type { RowActions } from './row-actions.ts'

interface DetailsDialogProps {
  /** The id of the application to show; undefined closes the dialog. */
  readonly id: string | undefined
  /** Its record in the list, if it is there. */
  readonly listed: ApplicationRecord | undefined
  readonly position: string
  readonly next: ApplicationRecord | undefined
  readonly previous: ApplicationRecord | undefined
  readonly actions: RowActions
  close(): void
}

/** The details of an application in a dialog. */
export function DetailsDialog({ id, listed, position, next, previous, actions, close }: DetailsDialogProps) {
  const popup = useRef<HTMLDivElement>(null)
  const { data, error, refetch } = useQuery({ ...applicationQuery(id ?? ''), enabled: id !== undefined })
  const isGone = id !== undefined && isDeleted(id)
  const latest = isGone ? undefined : (data?.application ?? listed)
  // Keeps showing its content during the closing animation.
  const last = useRef(latest)
  if (id !== undefined) last.current = latest
  const shown = last.current
  return (
    <Dialog.Root
      open={id !== undefined}
      onOpenChange={(open, { event, cancel }) => {
        // A click on a toast (Undo, Dismiss) does not close the dialog.
        if (!open && event.target instanceof Element && event.target.closest('[data-toasts]')) return cancel()
        if (!open) close()
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className={dialog.backdrop} data-print="no" />
        <Dialog.Popup className={`${dialog.popup} ${dialog.sheet}`} ref={popup} initialFocus={popup} data-details="">
          <RecordBar
            className={dialog.bar}
            record={shown}
            position={position}
            next={next}
            previous={previous}
            open={actions.view}
            remove={actions.remove}
            decision={
              shown && <OpenDecision key={shown.id} record={shown} describedBy={titleOf(shown)} decide={actions.decide} />
            }
          >
            <Dialog.Close render={<Button tone="icon" />} aria-label="Close">
              <X aria-hidden="true" size={20} />
            </Dialog.Close>
          </RecordBar>
          {shown === undefined ? (
            <div className={dialog.empty}>
              <Dialog.Title className={dialog.title}>{error ? 'This application cannot be shown' : 'Loading…'}</Dialog.Title>
              {error && <p>{error.message}</p>}
              {error && <Button onClick={() => void refetch()}>Try again</Button>}
            </div>
          ) : (
            <Details key={shown.id} record={shown} />
          )}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** The id of the dialog's title. */
const titleOf = ({ id }: ApplicationRecord): string => `details-${id}`

function Details({ record }: { record: ApplicationRecord }) {
  return (
    <div className={`${dialog.body} ${dialog.flush}`} data-scroll="">
      <ApplicationView
        record={record}
        title={
          <Dialog.Title id={titleOf(record)} className={styles.title}>
            {applicantName(record)}
          </Dialog.Title>
        }
      />
    </div>
  )
}
