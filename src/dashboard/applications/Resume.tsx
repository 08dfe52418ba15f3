import { Download } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { Later, later } from '../ui/Later.tsx'
import styles from './resume.module.css'

const pdfDocument = later('the PDF', async () => (await import('./PdfDocument.tsx')).PdfDocument)

/** What a file is that the desk cannot show. */
const kindOf = (name: string): string =>
  /\.pptx$/i.test(name.trim()) ? 'A PowerPoint' : /\.rtf$/i.test(name.trim()) ? 'An RTF' : 'A Word'

const isPdf = (name: string): boolean => /\.pdf$/i.test(name.trim())

/** An uploaded file: a download link, and a viewer when it is a PDF. */
export function Resume({ href, name, scanned }: { readonly href: string; readonly name: string; readonly scanned: boolean }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className={`stack gap-3 ${styles.resume}`}>
      <div className="row middle">
        <a className={styles.file} href={href} download={name}>
          <Download aria-hidden="true" size={16} strokeWidth={1.75} />
          {name}
        </a>
        {isPdf(name) && (
          <Button data-print="no" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? 'Close' : 'Read here'}
          </Button>
        )}
        <span className="soft small">
          {isPdf(name) ? '' : `${kindOf(name)} file: download it to read it. `}
          {scanned ? 'Scanned: no known virus found.' : 'Not scanned for viruses.'}
        </span>
      </div>
      {isOpen && (
        <Later part={pdfDocument} props={{ href, name }} waiting={<p role="status">Opening…</p>} failed={() => setOpen(false)} />
      )}
    </div>
  )
}
