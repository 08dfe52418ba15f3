import type { PDFDocumentProxy } from 'pdfjs-dist'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Refusal } from '../client.ts'
import { close } from '../session/session.ts'
import { Button } from '../ui/Button.tsx'
import { PdfPage } from './PdfPage.tsx'
import { openPdf, pdfFault } from './pdf.ts'
import styles from './resume.module.css'

/** A resume of more pages is downloaded to be read to its end. */
const mostPages = 40
const zooms = [0.5, 0.75, 1, 1.25, 1.5, 2, 3] as const
const whole = zooms.indexOf(1)

async function load(href: string, signal: AbortSignal): Promise<ArrayBuffer> {
  const response = await fetch(href, { signal, credentials: 'same-origin' })
  if (response.status === 401) close(undefined)
  if (!response.ok) throw new Refusal(response.status, 'UNKNOWN_ERROR', 'The file could not be loaded. Please try again.', true)
  return response.arrayBuffer()
}

/** A PDF, page below page, as wide as there is room; larger and smaller at will. */
export function PdfDocument({ href, name }: { readonly href: string; readonly name: string }) {
  const room = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  const [file, setFile] = useState<PDFDocumentProxy>()
  const [fault, setFault] = useState('')
  const [zoom, setZoom] = useState<number>(whole)

  useEffect(() => {
    const leaving = new AbortController()
    let opening: ReturnType<typeof openPdf> | undefined
    load(href, leaving.signal)
      .then((bytes) => {
        if (leaving.signal.aborted) return
        opening = openPdf(bytes)
        return opening.promise.then(setFile)
      })
      .catch((error: unknown) => {
        if (!leaving.signal.aborted) setFault(error instanceof Refusal ? error.message : pdfFault(error))
      })
    return () => {
      leaving.abort()
      void opening?.destroy()
    }
  }, [href])

  useLayoutEffect(() => {
    if (room.current === null) return
    const observer = new ResizeObserver(([entry]) => entry && setWidth(Math.floor(entry.contentRect.width)))
    observer.observe(room.current)
    return () => observer.disconnect()
  }, [])

  const pages = Math.min(file?.numPages ?? 0, mostPages)
  const scale = zooms[zoom] ?? 1
  if (fault !== '')
    return (
      <p className={styles.fault} role="alert">
        {fault} Download it to open it with a program of your own.
      </p>
    )
  return (
    <section className={styles.document} aria-label={`Resume: ${name}`} aria-busy={file === undefined} data-print="no">
      <div className={styles.tools}>
        <span role="status">{file === undefined ? 'Opening…' : pages === 1 ? '1 page' : `${file.numPages} pages`}</span>
        <Button disabled={zoom === 0} aria-label="Smaller" onClick={() => setZoom(zoom - 1)}>
          −
        </Button>
        <span className={styles.zoom}>{Math.round(scale * 100)} %</span>
        <Button disabled={zoom === zooms.length - 1} aria-label="Larger" onClick={() => setZoom(zoom + 1)}>
          +
        </Button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what is wider than its place is scrolled by keys */}
      <section className={styles.pages} ref={room} tabIndex={0} aria-label="Pages">
        {file !== undefined &&
          width > 0 &&
          Array.from({ length: pages }, (_, n) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a page is its number
            <PdfPage key={n} file={file} number={n + 1} width={width * scale} />
          ))}
      </section>
      {file !== undefined && file.numPages > pages && (
        <p className={styles.note}>The first {pages} pages are shown. Download the file to read the rest.</p>
      )}
    </section>
  )
}
