import { Dialog } from '@base-ui/react/dialog'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Fragment, useEffect, useRef, useState } from 'react'
import { type Filters, isFiltered } from '../../../dashboard/applications/filters.ts'
import { deskFeatures } from '../../../dashboard/features.ts'
import { formatBytes, formatCount } from '../../../dashboard/labels.ts'
import { reportFailure } from '../../../dashboard/session/failures.ts'
import { Button } from '../../../dashboard/ui/Button.tsx'
import dialog from '../../../dashboard/ui/dialog.module.css'
import { download } from '../../../dashboard/ui/download.ts'
import styles from './export.module.css'
import { countExport, type ExportRequest, exportHref, type Format, type Progress, saveExport, saveMethod } from './export.ts'

const formats: readonly { readonly format: Format; readonly name: string; readonly description: string }[] = [
  { format: 'csv', name: 'CSV', description: 'A table that every program can read. Telephone numbers are not changed.' },
  { format: 'xlsx', name: 'XLSX', description: 'A workbook that sorts by date and score. Telephone numbers are not changed.' },
  { format: 'json', name: 'JSON', description: 'All data of every record, for programs.' },
  { format: 'zip', name: 'ZIP', description: 'The CSV, the JSON and the uploaded files, in a folder per application.' },
]

type State =
  | { readonly at: 'choosing' }
  | { readonly at: 'running'; readonly progress: Progress }
  | { readonly at: 'done'; readonly message: string }
  | { readonly at: 'failed'; readonly message: string }

const applications = (n: number): string => (n === 1 ? '1 application' : `${formatCount(n)} applications`)

interface ExportDialogProps {
  readonly filters: Filters
  readonly open: boolean
  close(): void
}

/** One export at a time: its state, how to start it, and how to cancel it. It is cancelled when the dialog closes. */
function useExport(open: boolean) {
  const [state, setState] = useState<State>({ at: 'choosing' })
  const running = useRef<AbortController>(undefined)

  useEffect(() => {
    if (open) setState({ at: 'choosing' })
    return () => running.current?.abort()
  }, [open])

  /** @param total the number of applications */
  const start = async (request: ExportRequest, total: number): Promise<void> => {
    const method = saveMethod(request.format, total)
    if (method === 'browser') {
      download(exportHref(request))
      return setState({ at: 'done', message: `Your browser is downloading ${applications(total)}. It shows the progress.` })
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
      reportFailure('export', error)
      setState({ at: 'failed', message: error instanceof Error ? error.message : String(error) })
    }
  }

  return { state, start, cancel: () => running.current?.abort() }
}

interface FormatsProps {
  readonly format: Format
  setFormat(format: Format): void
  /** Whether the JSON has the history of each application. */
  readonly history: boolean
  setHistory(history: boolean): void
}

const Formats = ({ format, setFormat, history, setHistory }: FormatsProps) => (
  <fieldset className={`lined ${styles.formats}`}>
    <legend className="soft small">Format</legend>
    {formats.map((option) => (
      <Fragment key={option.format}>
        <label className="stack gap-3">
          <input
            type="radio"
            name="format"
            value={option.format}
            checked={option.format === format}
            onChange={() => setFormat(option.format)}
          />
          <b>{option.name}</b> <span className="soft">{option.description}</span>
        </label>
        {option.format === 'json' && format === 'json' && (
          <label className={`stack gap-3 ${styles.more}`}>
            <input type="checkbox" checked={history} onChange={(event) => setHistory(event.target.checked)} />
            <span className="soft">With the history of each application</span>
          </label>
        )}
      </Fragment>
    ))}
  </fieldset>
)

/** What an export would contain, as a sentence; `total` is undefined during the count. */
const scopeText = (total: number | undefined, filters: Filters, error: Error | null): string => {
  if (error !== null) return `The applications could not be counted. ${error.message}`
  if (total === undefined) return 'Counting …'
  return `${applications(total)}${isFiltered(filters) ? ', with the list’s filters now' : ', the complete list'}.`
}

/** The dialog that exports the list: count, format, progress and result. */
export function ExportDialog({ filters, open, close }: ExportDialogProps) {
  const [format, setFormat] = useState<Format>('csv')
  const [history, setHistory] = useState(false)
  const client = useQueryClient()
  const { state, start, cancel } = useExport(open)
  const { data: total, error } = useQuery({
    queryKey: ['export', filters],
    queryFn: ({ signal }) => countExport({ filters, format: 'csv', history: false }, signal),
    enabled: open,
    staleTime: 0,
  })
  const isRunning = state.at === 'running'
  const begin = async (count: number): Promise<void> => {
    const names = await Promise.all(deskFeatures.map(({ nameOfList }) => nameOfList?.(client, filters).catch(() => undefined)))
    await start({ filters, view: names.find(Boolean), format, history }, count)
  }
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && !isRunning && close()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={dialog.backdrop} />
        <Dialog.Popup className={`${dialog.popup} ${dialog.question}`}>
          <Dialog.Title className={dialog.title}>Export</Dialog.Title>
          <Dialog.Description className="soft">{scopeText(total, filters, error)}</Dialog.Description>
          {state.at === 'running' && <Running progress={state.progress} />}
          {(state.at === 'choosing' || state.at === 'failed') && (
            <Formats format={format} setFormat={setFormat} history={history} setHistory={setHistory} />
          )}
          <p role="status" className={styles.outcome} data-failed={state.at === 'failed' ? '' : undefined}>
            {state.at === 'done' || state.at === 'failed' ? state.message : ''}
          </p>
          <div className={`row ${dialog.buttons}`}>
            <Button tone="quiet" onClick={isRunning ? cancel : close}>
              {isRunning ? 'Cancel' : 'Close'}
            </Button>
            {!isRunning && state.at !== 'done' && (
              <Button onClick={() => total && void begin(total)} disabled={!total}>
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
    <div className="stack gap-2">
      <progress max={Math.max(1, total)} value={rows} aria-label="Applications exported" />
      <p>
        {formatCount(rows)} of {applications(total)}, {formatBytes(bytes)}
      </p>
    </div>
  )
}
