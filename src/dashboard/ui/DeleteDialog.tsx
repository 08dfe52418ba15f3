import { AlertDialog } from '@base-ui/react/alert-dialog'
import { type ReactNode, useRef } from 'react'
import { Button } from './Button.tsx'
import dialog from './dialog.module.css'

export interface DeleteQuestionProps<T> {
  /** What is to be deleted; undefined closes the dialog. */
  readonly subject: T | undefined
  title(subject: T): string
  /** The words of the button, if they are not Delete. */
  readonly verb?: string
  /** What is deleted with it, and whether it can be undone. */
  text(subject: T): ReactNode
  close(): void
  remove(subject: T): void
}

/** The dialog of `DeleteQuestion`. */
export function DeleteDialog<T>({ subject, title, verb = 'Delete', text, close, remove }: DeleteQuestionProps<T>) {
  const isOpen = useRef(false)
  // While the dialog fades out, it still shows its last subject.
  const last = useRef(subject)
  const opener = useRef<Element>(null)
  if (subject !== undefined && !isOpen.current) opener.current = document.activeElement
  isOpen.current = subject !== undefined
  if (subject !== undefined) last.current = subject
  const shown = last.current
  return (
    <AlertDialog.Root open={subject !== undefined} onOpenChange={(open) => !open && close()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={dialog.backdrop} />
        <AlertDialog.Popup
          className={`${dialog.popup} ${dialog.question}`}
          // The button that opened it may have been deleted with its row.
          finalFocus={() =>
            opener.current?.isConnected || document.querySelector<HTMLElement>('[data-page=shown] [data-list]') || true
          }
        >
          <AlertDialog.Title className={dialog.title}>{shown !== undefined && title(shown)}</AlertDialog.Title>
          <AlertDialog.Description className="soft">{shown !== undefined && text(shown)}</AlertDialog.Description>
          <div className={`row ${dialog.buttons}`}>
            <AlertDialog.Close render={<Button />}>Cancel</AlertDialog.Close>
            <Button
              tone="danger"
              onClick={() => {
                if (subject !== undefined) remove(subject)
                close()
              }}
            >
              {verb}
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
