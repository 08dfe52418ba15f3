import { Copy } from 'lucide-react'
import type { ReactNode } from 'react'
import type { DetailItem } from '../../forms/views/as-text.ts'
import { Button } from '../ui/Button.tsx'
import { toast } from '../ui/toast.ts'
import styles from './reading.module.css'

/** Whether an answer tells how to reach the applicant, or where they can be read about. */
export const isContact = ({ kind, text }: DetailItem): boolean =>
  (kind === 'email' || kind === 'tel' || kind === 'url') && text.trim() !== ''

interface ContactProps {
  readonly items: readonly DetailItem[]
  answer(item: DetailItem): ReactNode
}

/** Addresses, telephone numbers and sites in one line, each with a button that copies it. */
export function Contact({ items, answer }: ContactProps) {
  if (items.length === 0) return null
  const copy = ({ label, text }: DetailItem): void =>
    void navigator.clipboard.writeText(text.trim()).then(
      () => toast.success(`${label} copied`, text),
      () => toast.failure('It could not be copied', 'Select the text, and copy it by hand.'),
    )
  return (
    <dl className={styles.contact}>
      {items.map((item) => (
        <div key={item.name}>
          {/* They say themselves what they are. */}
          <dt className="visually-hidden">{item.label}</dt>
          <dd>
            {answer(item)}
            {navigator.clipboard !== undefined && (
              <Button
                tone="icon"
                className={styles.copy}
                aria-label={`Copy ${item.label}`}
                title="Copy"
                data-print="no"
                onClick={() => copy(item)}
              >
                <Copy aria-hidden="true" size={15} strokeWidth={1.75} />
              </Button>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
