import {
  GlobalWorkerOptions,
  getDocument,
  PasswordException,
  type PDFDocumentLoadingTask,
  type PDFDocumentProxy,
  TextLayer,
} from 'pdfjs-dist'
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { CallError } from '../client.ts'
import { close } from '../session/session.ts'
import { Button } from '../ui/Button.tsx'
import styles from './resume.module.css'

/** The viewer shows this many pages; the rest is in the downloaded file. */
const maxPages = 40
const zooms = [0.5, 0.75, 1, 1.25, 1.5, 2, 3] as const
const fullWidth = zooms.indexOf(1)

async function load(href: string, signal: AbortSignal): Promise<ArrayBuffer> {
  const response = await fetch(href, { signal, credentials: 'same-origin' })
  if (response.status === 401) close(undefined)
  if (!response.ok) throw new CallError(response.status, 'UNKNOWN_ERROR', 'The file could not be loaded. Please try again.', true)
  return response.arrayBuffer()
}

/** The opened PDF; undefined until it is open. `fault`: why it cannot be shown, or empty. */
function usePdf(href: string) {
  const [file, setFile] = useState<PDFDocumentProxy>()
  const [fault, setFault] = useState('')
  useEffect(() => {
    const leaving = new AbortController()
    let opening: ReturnType<typeof openPdf> | undefined
    load(href, leaving.signal)
      .then((bytes) => {
        if (leaving.signal.aborted) return
        opening = openPdf(bytes)
        return opening.promise.then((opened) => (opened.numPages === 0 ? setFault(noPages) : setFile(opened)))
      })
      .catch((error: unknown) => {
        if (!leaving.signal.aborted) setFault(error instanceof CallError ? error.message : pdfFault(error))
      })
    return () => {
      leaving.abort()
      void opening?.destroy()
    }
  }, [href])
  return { file, fault }
}

interface PdfDocumentProps {
  readonly href: string
  readonly name: string
  /** What is offered when the file cannot be shown. */
  readonly askAgain: ReactNode
}

/** A PDF viewer: all pages in one column, as wide as its container, with zoom. */
export function PdfDocument({ href, name, askAgain }: PdfDocumentProps) {
  const pagesFrame = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  const { file, fault } = usePdf(href)
  const [zoom, setZoom] = useState<number>(fullWidth)

  useLayoutEffect(() => {
    if (pagesFrame.current === null) return
    const observer = new ResizeObserver(([entry]) => entry && setWidth(Math.floor(entry.contentRect.width)))
    observer.observe(pagesFrame.current)
    return () => observer.disconnect()
  }, [])

  const pages = Math.min(file?.numPages ?? 0, maxPages)
  const scale = zooms[zoom] ?? 1
  if (fault !== '')
    return (
      <div className="row middle">
        <p className="alarm fault" role="alert">
          {fault}
        </p>
        {askAgain}
      </div>
    )
  return (
    <section className="stack gap-2" aria-label={`Resume: ${name}`} aria-busy={file === undefined} data-print="no">
      <div className={`soft small row middle ${styles.tools}`}>
        <span role="status">{file === undefined ? 'Opening…' : pages === 1 ? '1 page' : `${file.numPages} pages`}</span>
        <Button disabled={zoom === 0} aria-label="Smaller" onClick={() => setZoom(zoom - 1)}>
          −
        </Button>
        <span>{Math.round(scale * 100)} %</span>
        <Button disabled={zoom === zooms.length - 1} aria-label="Larger" onClick={() => setZoom(zoom + 1)}>
          +
        </Button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a zoomed page is scrolled by keys */}
      <section className={`stack gap-3 ${styles.pages}`} ref={pagesFrame} tabIndex={0} aria-label="Pages">
        {file !== undefined &&
          width > 0 &&
          Array.from({ length: pages }, (_, n) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the index is the page number
            <PdfPage key={n} file={file} number={n + 1} width={width * scale} />
          ))}
      </section>
      {file !== undefined && file.numPages > pages && (
        <p className="soft small">The first {pages} pages are shown. Download the file to read the rest.</p>
      )}
    </section>
  )
}

/** The assumed ratio of height to width until a page is loaded. */
const a4 = Math.SQRT2

/** Browsers refuse a larger canvas. */
const maxPixels = 16_000_000

interface PdfPageProps {
  readonly file: PDFDocumentProxy
  /** From 1. */
  readonly number: number
  /** CSS pixels. */
  readonly width: number
}

/** One page. It is rendered when it comes near the screen, with a text layer for selection and screen readers. */
function PdfPage({ file, number, width }: PdfPageProps) {
  const frame = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const text = useRef<HTMLDivElement>(null)
  const [isNear, setNear] = useState(false)
  const [ratio, setRatio] = useState(a4)
  const [isFaulty, setFaulty] = useState(false)

  useEffect(() => {
    if (frame.current === null) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setNear(true), { rootMargin: '800px' })
    observer.observe(frame.current)
    return () => observer.disconnect()
  }, [])

  useEffect(() => {
    if (!isNear) return
    let isLeft = false
    const ends: (() => void)[] = []
    const draw = async (): Promise<void> => {
      const page = await file.getPage(number)
      const plain = page.getViewport({ scale: 1 })
      if (isLeft || canvas.current === null || text.current === null) return
      setRatio(plain.height / plain.width)
      const scale = width / plain.width
      const sharp = Math.min(devicePixelRatio, Math.sqrt(maxPixels / (width * width * (plain.height / plain.width))))
      const viewport = page.getViewport({ scale: scale * sharp })
      canvas.current.width = Math.floor(viewport.width)
      canvas.current.height = Math.floor(viewport.height)
      const drawing = page.render({ canvas: canvas.current, viewport })
      ends.push(() => drawing.cancel())
      await drawing.promise
      if (isLeft) return
      text.current.replaceChildren()
      text.current.style.setProperty('--total-scale-factor', String(scale))
      const layer = new TextLayer({
        textContentSource: page.streamTextContent(),
        container: text.current,
        viewport: page.getViewport({ scale }),
      })
      ends.push(() => layer.cancel())
      await layer.render()
    }
    draw().catch(() => {
      if (!isLeft) setFaulty(true)
    })
    return () => {
      isLeft = true
      for (const end of ends) end()
    }
  }, [file, number, width, isNear])

  return (
    <div className={styles.page} ref={frame} style={{ width, height: Math.round(width * ratio) }} data-page={number}>
      {isFaulty && <p className="alarm fault">Page {number} cannot be drawn.</p>}
      <canvas ref={canvas} />
      <div className={styles.text} ref={text} />
    </div>
  )
}

GlobalWorkerOptions.workerSrc = workerUrl
// Caches the worker now: a deployment before the first PDF would remove the file from the server.
fetch(workerUrl)
  .then((response) => response.arrayBuffer())
  .catch(() => undefined)

/** The standard fonts, which PDFs need not embed, by file name. */
const fonts = import.meta.glob<string>('/node_modules/pdfjs-dist/standard_fonts/*.{pfb,ttf}', {
  query: '?url',
  import: 'default',
  eager: true,
})

/** Gives the worker its fonts. Its content security policy does not allow it to fetch them. */
class OurFiles {
  async fetch({ filename }: { readonly kind: string; readonly filename: string }): Promise<Uint8Array> {
    const url = Object.entries(fonts).find(([path]) => path.endsWith(`/${filename}`))?.[1]
    if (url === undefined) throw new Error(`not served here: ${filename}`)
    const response = await fetch(url)
    if (!response.ok) throw new Error(`not loaded: ${filename}`)
    return new Uint8Array(await response.arrayBuffer())
  }
}

/** Opens a PDF. Nothing in it can run: forms, scripts and links are not rendered, no code is generated, nothing is fetched. */
const openPdf = (bytes: ArrayBuffer): PDFDocumentLoadingTask =>
  getDocument({
    data: bytes,
    BinaryDataFactory: OurFiles,
    useWorkerFetch: false,
    useWasm: false,
    enableXfa: false,
    disableWorkerRendering: true,
    // Limits the memory for oversized images.
    maxImageSize: 64 * 1024 * 1024,
    verbosity: 0,
  })

/** Why a PDF cannot be shown, as a sentence. */
const pdfFault = (error: unknown): string =>
  error instanceof PasswordException
    ? 'This file is locked: nobody can open it without its password.'
    : 'This file cannot be shown here: it is damaged, or not a PDF. Download it and open it in another program.'

const noPages = 'This file cannot be shown here: it has no pages.'
