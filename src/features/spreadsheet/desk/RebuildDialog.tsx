import { Dialog } from '@base-ui/react/dialog'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { ErrorBody } from '../../../api/intake-responses.ts'
import { CallError } from '../../../dashboard/client.ts'
import { formatCount } from '../../../dashboard/labels.ts'
import { reportFailure } from '../../../dashboard/session/failures.ts'
import { Button } from '../../../dashboard/ui/Button.tsx'
import dialog from '../../../dashboard/ui/dialog.module.css'
import { type RebuildLine, sheetRoutes } from '../api.ts'

interface RebuildDialogProps {
  readonly open: boolean
  close(): void
}

/** The dialog that rebuilds the mirrored spreadsheet from the database. */
export function RebuildDialog({ open, close }: RebuildDialogProps) {
  const [rows, setRows] = useState(0)
  const run = useMutation({
    mutationFn: () => rebuildSheet(setRows),
    networkMode: 'always',
    onError: (error) => reportFailure('rebuilding the spreadsheet', error),
  })
  /** The next time, it begins anew. */
  const forget = (isOpen: boolean): void => {
    if (isOpen || run.isPending) return
    run.reset()
    setRows(0)
  }
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && close()} onOpenChangeComplete={forget}>
      <Dialog.Portal>
        <Dialog.Backdrop className={dialog.backdrop} />
        <Dialog.Popup className={`${dialog.popup} ${dialog.question}`}>
          <Dialog.Title className={dialog.title}>Rebuild the spreadsheet?</Dialog.Title>
          <Dialog.Description className="soft">
            This adds missing rows, updates changed ones, and removes rows of applications that no longer exist. Columns that you
            added yourself stay as they are.
          </Dialog.Description>
          <p role="status">
            {run.isPending && `Working: ${formatCount(rows)} applications so far. It continues if you close this.`}
            {run.isSuccess &&
              `Done: ${formatCount(run.data.rows)} ${run.data.rows === 1 ? 'row' : 'rows'}, ${formatCount(run.data.removed)} removed.`}
          </p>
          {run.isError && <p role="alert">It stopped. {run.error.message}</p>}
          <div className={`row ${dialog.buttons}`}>
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
  )
}

/** The result of a rebuild. */
interface RebuildOutcome {
  readonly rows: number
  readonly removed: number
}

/**
 * Rebuilds the spreadsheet; `onProgress` receives the number of applications processed so far.
 * @throws CallError with the spreadsheet's message, or if the response ends too early
 */
async function rebuildSheet(onProgress: (rows: number) => void): Promise<RebuildOutcome> {
  let response: Response
  try {
    response = await fetch(sheetRoutes.rebuild.path, { method: 'POST', credentials: 'same-origin' })
  } catch (cause) {
    throw new CallError(0, 'NETWORK_ERROR', 'The server could not be reached.', false, cause)
  }
  if (!response.ok || response.body === null) {
    const body = (await response.json().catch(() => undefined)) as ErrorBody | undefined
    throw new CallError(
      response.status,
      body?.code ?? 'UNKNOWN_ERROR',
      body?.error ?? 'The server could not rebuild the spreadsheet.',
      true,
    )
  }
  let incomplete = ''
  try {
    for await (const part of chunks(response.body.pipeThrough(new TextDecoderStream()))) {
      const lines = `${incomplete}${part}`.split('\n')
      incomplete = lines.pop() ?? ''
      for (const text of lines) {
        const line = JSON.parse(text) as RebuildLine
        onProgress(line.rows)
        if (line.success === true) return { rows: line.rows, removed: line.removed }
        if (line.success === false) throw new CallError(502, 'GOOGLE_SHEETS_ERROR', line.error, true)
      }
    }
  } catch (error) {
    if (error instanceof CallError) throw error
    throw new CallError(0, 'NETWORK_ERROR', connectionEnded, false, error)
  }
  throw new CallError(0, 'NETWORK_ERROR', connectionEnded, false)
}

const connectionEnded = 'The connection was lost. Run it again: it keeps the rows that are already written.'

/** The chunks of a stream. (Safari does not support async iteration of streams.) */
async function* chunks(stream: ReadableStream<string>): AsyncIterable<string> {
  const reader = stream.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    yield value
  }
}
