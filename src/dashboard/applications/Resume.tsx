import { useQueryClient } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import type { ApplicationRecord } from '../../api/responses.ts'
import { canRequest, makeRequest } from '../requests/requests.ts'
import { Button } from '../ui/Button.tsx'
import { Later, later } from '../ui/Later.tsx'
import styles from './resume.module.css'

const pdfDocument = later('the PDF', async () => (await import('./PdfDocument.tsx')).PdfDocument)

/** What a file is that the desk cannot show. */
const kindOf = (name: string): string =>
  /\.pptx$/i.test(name.trim()) ? 'A PowerPoint' : /\.rtf$/i.test(name.trim()) ? 'An RTF' : 'A Word'

const isPicture = (name: string): boolean => /\.(png|jpe?g)$/i.test(name)

const isPdf = (name: string): boolean => /\.pdf$/i.test(name.trim())

interface AskAgainProps {
  readonly record: ApplicationRecord
  readonly name: string
}

/** Requests another file in place of one that nobody can open, in one press; the letter can be taken back like any other. */
function AskAgain({ record, name }: AskAgainProps) {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState('')
  if (!canRequest(record)) return null
  const request = async (): Promise<void> => {
    setBusy(true)
    const text = `We cannot open your file “${name}”. Please send it again, as a PDF without a password.`
    setFault(await makeRequest(client, record, { text, kind: 'file' }))
    setBusy(false)
  }
  return (
    <>
      <Button data-print="no" disabled={busy} onClick={() => void request()}>
        Ask for another file
      </Button>
      <span role="status">{fault}</span>
    </>
  )
}

interface ResumeProps {
  readonly record: ApplicationRecord
  readonly href: string
  readonly name: string
  readonly scanned: boolean
}

/** An uploaded file: a download link, a viewer when it is a PDF, and a picture itself. */
export function Resume({ record, href, name, scanned }: ResumeProps) {
  const [isOpen, setOpen] = useState(false)
  const askAgain = <AskAgain record={record} name={name} />
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
          {isPdf(name) || isPicture(name) ? '' : `${kindOf(name)} file cannot be shown here: download it to read it. `}
          {scanned ? 'Scanned: no known virus found.' : 'Not scanned for viruses.'}
        </span>
        {!isPdf(name) && askAgain}
      </div>
      {isPicture(name) && <img src={href} alt="" />}
      {isOpen && (
        <Later
          part={pdfDocument}
          props={{ href, name, askAgain }}
          waiting={<p role="status">Opening…</p>}
          failed={() => setOpen(false)}
        />
      )}
    </div>
  )
}
