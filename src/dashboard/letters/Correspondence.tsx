import { useState } from 'react'
import type { ApplicationReply } from '../../api/replies.ts'
import { formatDay } from '../labels.ts'
import { Button } from '../ui/Button.tsx'
import { CorrectAddress } from './CorrectAddress.tsx'
import styles from './correspondence.module.css'
import { WriteMessage } from './WriteMessage.tsx'

/** The applicant's address, with the forms to correct it and to write a message. */
export function Correspondence({ reply }: { reply: ApplicationReply }) {
  const { application: record, messages = [] } = reply
  const [open, setOpen] = useState<'address' | 'message'>()
  const toggle = (which: 'address' | 'message') => () => setOpen((current) => (current === which ? undefined : which))
  const shut = (): void => setOpen(undefined)
  return (
    <section className={styles.correspondence} data-print="no">
      <h3>Letters</h3>
      <div className={styles.where}>
        {record.letters_stopped_at === undefined ? (
          <p>
            Letters go to <strong>{record.applicant_email || 'no address'}</strong>
          </p>
        ) : (
          <p role="note">
            No letter goes to <strong>{record.applicant_email}</strong>: its owner said on {formatDay(record.letters_stopped_at)}{' '}
            that they did not send this. Correct the address, or delete the application.
          </p>
        )}
        <Button aria-expanded={open === 'address'} onClick={toggle('address')}>
          Correct the address
        </Button>
        <Button aria-expanded={open === 'message'} onClick={toggle('message')}>
          Message
        </Button>
      </div>
      {open === 'address' && <CorrectAddress record={record} messages={messages} close={shut} />}
      {open === 'message' && <WriteMessage record={record} close={shut} />}
    </section>
  )
}
