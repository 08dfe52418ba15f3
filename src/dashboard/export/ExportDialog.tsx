import { Dialog } from '@base-ui/react/dialog'
import { useQuery } from '@tanstack/react-query'
import { Fragment, useEffect, useRef, useState } from 'react'
import { type Filters, isFiltered } from '../applications/filters.ts'
import { CallError, report } from '../client.ts'
import { formatBytes, formatCount } from '../labels.ts'
import { close as closeDesk } from '../session/session.ts'
import { Button } from '../ui/Button.tsx'
import dialog from '../ui/dialog.module.css'
import styles from './export.module.css'
import {
  countExport,
  download,
  type ExportRequest,
  exportHref,
  type Format,
  type Progress,
  saveExport,
  saveMethod,
} from './export.ts'

const formats: readonly { readonly format: Format; readonly name: string; readonly holds: string }[] = [
  { format: 'csv', name: 'CSV', holds: 'A table that every program reads. Telephone numbers stay as they are.' },
  { format: 'xlsx', name: 'XLSX', holds: 'A workbook with dates and scores to sort by. Telephone numbers stay as they are.' },
  { format: 'json', name: 'JSON', holds: 'Every record whole, for programs.' },
  { format: 'zip', name: 'ZIP', holds: 'The CSV and the JSON, and the files that came in, a folder for each application.' },
]

type State =
  | { readonly at: 'choosing' }
  | { readonly at: 'running'; readonly progress: Progress }
  | { readonly at: 'done'; readonly message: string }
  | { readonly at: 'failed'; readonly message: string }

const applications = (n: number): string => (n === 1 ? '1 application' : `${formatCount(n)} applications`)

export interface ExportDialogProps {
  readonly filters: Filters
  readonly open: boolean
  close(): void
}

/** The dialog that exports the list: count, format, progress and outcome. */
export function ExportDialog({ filters, open, close }: ExportDialogProps) {
  const [format, setFormat] = useState<Format>('csv')
  const [history, setHistory] = useState(false)
  const [state, setState] = useState<State>({ at: 'choosing' })
  const running = useRef<AbortController>(undefined)
  const request: ExportRequest = { filters, format, history }
  const counted = useQuery({
    queryKey: ['export', filters],
    queryFn: ({ signal }) => countExport({ filters, format: 'csv', history: false }, signal),
    enabled: open,
    staleTime: 0,
  })
  const total = counted.data

  useEffect(() => {
    if (open) setState({ at: 'choosing' })
    return () => running.current?.abort()
  }, [open])

  const start = async (): Promise<void> => {
    if (total === undefined) return
    const method = saveMethod(format, total)
    if (method === 'browser') {
      download(exportHref(request))
      return setState({ at: 'done', message: `Your browser is downloading ${applications(total)}. It shows how far it is.` })
    }
    const controller = new AbortController()
    running.current = controller
    let shown = 0
    setState({ at: 'running', progress: { rows: 0, total, bytes: 0 } })
    try {
      const saved = await saveExport(request, method, controller.signal, (progress) => {
        if (performance.now() - shown < 100) return
        shown = performance.now()
        setState({ at: 'running', progress })
      })
      setState({ at: 'done', message: `${applications(saved.rows)} saved as ${saved.name}, ${formatBytes(saved.bytes)}.` })
    } catch (error) {
      if (controller.signal.aborted || (error instanceof DOMException && error.name === 'AbortError'))
        return setState({ at: 'choosing' })
      if (error instanceof CallError && error.status === 401) return closeDesk(error)
      report('export', error)
      setState({ at: 'failed', message: error instanceof Error ? error.message : String(error) })
    }
  }

  const isRunning = state.at === 'running'
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && !isRunning && close()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={dialog.backdrop} />
        <Dialog.Popup className={`${dialog.popup} ${dialog.question}`}>
          <Dialog.Title className={dialog.title}>Export</Dialog.Title>
          <Dialog.Description className={dialog.text}>
            {counted.isError
              ? `The applications could not be counted. ${counted.error.message}`
              : total === undefined
                ? 'Counting …'
                : `${applications(total)}${isFiltered(filters) ? ', as the list is filtered now' : ', all there are'}.`}
          </Dialog.Description>
          {state.at === 'running' ? (
            <Running progress={state.progress} />
          ) : (
            state.at !== 'done' && (
              <fieldset className={styles.formats}>
                <legend>Format</legend>
                {formats.map((option) => (
                  <Fragment key={option.format}>
                    <label>
                      <input
                        type="radio"
                        name="format"
                        value={option.format}
                        checked={option.format === format}
                        onChange={() => setFormat(option.format)}
                      />
                      <b>{option.name}</b> <span>{option.holds}</span>
                    </label>
                    {option.format === 'json' && format === 'json' && (
                      <label className={styles.more}>
                        <input type="checkbox" checked={history} onChange={(event) => setHistory(event.target.checked)} />
                        <span>With what happened to each application</span>
                      </label>
                    )}
                  </Fragment>
                ))}
              </fieldset>
            )
          )}
          <p role="status" className={styles.outcome} data-failed={state.at === 'failed' ? '' : undefined}>
            {state.at === 'done' || state.at === 'failed' ? state.message : ''}
          </p>
          <div className={dialog.buttons}>
            <Button tone="quiet" onClick={() => (isRunning ? running.current?.abort() : close())}>
              {isRunning ? 'Cancel' : 'Close'}
            </Button>
            {!isRunning && state.at !== 'done' && (
              <Button onClick={() => void start()} disabled={!total}>
                {total === 0 ? 'Nothing to export' : 'Export'}
              </Button>
            )}
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function Running({ progress: { rows, total, bytes } }: { progress: Progress }) {
  return (
    <div className={styles.running}>
      <progress max={Math.max(1, total)} value={rows} aria-label="Applications exported" />
      <p>
        {formatCount(rows)} of {applications(total)}, {formatBytes(bytes)}
      </p>
    </div>
  )
}
