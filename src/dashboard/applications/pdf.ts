import { GlobalWorkerOptions, getDocument, PasswordException, type PDFDocumentLoadingTask } from 'pdfjs-dist'
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url'

GlobalWorkerOptions.workerSrc = workerUrl
// Into the browser's cache, so that a deployment between here and the first PDF does not take it away.
fetch(workerUrl)
  .then((response) => response.arrayBuffer())
  .catch(() => undefined)

/** The fonts that a PDF may name without bringing them, by file. */
const fonts = import.meta.glob<string>('/node_modules/pdfjs-dist/standard_fonts/*.{pfb,ttf}', {
  query: '?url',
  import: 'default',
  eager: true,
})

/** Hands the worker the files that it asks for: the fonts, from us. It loads nothing itself (its content policy allows it nothing). */
class OurFiles {
  async fetch({ filename }: { readonly kind: string; readonly filename: string }): Promise<Uint8Array> {
    const url = Object.entries(fonts).find(([path]) => path.endsWith(`/${filename}`))?.[1]
    if (url === undefined) throw new Error(`not served here: ${filename}`)
    const response = await fetch(url)
    if (!response.ok) throw new Error(`not loaded: ${filename}`)
    return new Uint8Array(await response.arrayBuffer())
  }
}

/**
 * Begins to open a PDF. Nothing in it can run: forms, scripts and links are not drawn, no code is made of what it says, nothing is fetched for it.
 */
export const openPdf = (bytes: ArrayBuffer): PDFDocumentLoadingTask =>
  getDocument({
    data: bytes,
    BinaryDataFactory: OurFiles,
    useWorkerFetch: false,
    useWasm: false,
    enableXfa: false,
    disableWorkerRendering: true,
    // A page of a picture of a billion points is no resume.
    maxImageSize: 64 * 1024 * 1024,
    verbosity: 0,
  })

/** Why a PDF cannot be shown, for people. */
export const pdfFault = (error: unknown): string =>
  error instanceof PasswordException
    ? 'This file is locked with a password, so it cannot be shown here.'
    : 'This file cannot be shown here: it is damaged, or not a PDF.'
