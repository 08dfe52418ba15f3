import { useRef, useState } from 'react'
import type { ApplicationRecord, ApplicationResponse } from '../../api/responses.ts'
import { formatDay } from '../labels.ts'
import { canRequest } from '../requests/requests.ts'
import { Button } from '../ui/Button.tsx'
import { Later, later } from '../ui/Later.tsx'

const addressForm = later('the address', async () => (await import('./CorrectAddress.tsx')).CorrectAddress)
const messageForm = later('the message', async () => (await import('./WriteMessage.tsx')).WriteMessage)
const requestForm = later('the request', async () => (await import('../requests/RequestForm.tsx')).RequestForm)

interface CorrespondenceProps {
  readonly record: ApplicationRecord
  /** Undefined until they are loaded. */
  readonly messages: ApplicationResponse['messages']
}

/** The applicant's address, with the forms to correct it, to write a message, and to request something. */
export function Correspondence({ record, messages }: CorrespondenceProps) {
  const [open, setOpen] = useState<'address' | 'message' | 'request'>()
  const toggle = (which: 'address' | 'message' | 'request') => () => setOpen((current) => (current === which ? undefined : which))
  const section = useRef<HTMLElement>(null)
  /** Closes the form. The focus goes from it to the button that opened it. */
  const shut = (): void => {
    if (section.current?.contains(document.activeElement))
      section.current.querySelector<HTMLElement>('[aria-expanded=true]')?.focus()
    setOpen(undefined)
  }
  return (
    <section className="stack gap-3" data-print="no" ref={section}>
      <h3>Letters</h3>
      <div className="row gap-2 middle">
        {record.letters_stopped_at === undefined ? (
          <p className="entry small">
            Letters go to <strong>{record.applicant_email || 'no address'}</strong>
          </p>
        ) : (
          <p role="note" className="entry small">
            No letter goes to <strong>{record.applicant_email}</strong>: its owner said on {formatDay(record.letters_stopped_at)}{' '}
            that they did not send this. Correct the address, or delete the application.
          </p>
        )}
        <Button aria-expanded={open === 'address'} onClick={toggle('address')}>
          Correct the address
        </Button>
        {record.ended === undefined && (
          <Button aria-expanded={open === 'message'} data-write="" onClick={toggle('message')}>
            Message
          </Button>
        )}
        {canRequest(record) && (
          <Button aria-expanded={open === 'request'} onClick={toggle('request')}>
            Request something
          </Button>
        )}
      </div>
      {open === 'request' && <Later part={requestForm} props={{ record, close: shut }} failed={shut} />}
      {/* Its sentences are about what was sent. */}
      {open === 'address' && messages !== undefined && (
        <Later part={addressForm} props={{ record, messages, close: shut }} failed={shut} />
      )}
      {open === 'message' && <Later part={messageForm} props={{ record, close: shut }} failed={shut} />}
    </section>
  )
}
