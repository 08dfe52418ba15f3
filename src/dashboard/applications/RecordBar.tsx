import { ChevronLeft, ChevronRight, Printer, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ApplicationRecord } from '../../api/responses.ts'
import { isAdmin } from '../session/rights.ts'
import { Button } from '../ui/Button.tsx'
import styles from './reading.module.css'
import { StarButton } from './Star.tsx'

interface RecordBarProps {
  readonly className: string | undefined
  /** Undefined while it loads. */
  readonly record: ApplicationRecord | undefined
  /** Its position in the list. */
  readonly position: string
  readonly next: ApplicationRecord | undefined
  readonly previous: ApplicationRecord | undefined
  open(record: ApplicationRecord): void
  remove(record: ApplicationRecord): void
  /** The buttons that decide; on a phone they are at the foot. */
  readonly decision: ReactNode
  /** More buttons at the end. */
  readonly children?: ReactNode
}

/** The bar above an open application: previous and next in the list, star, delete, print. */
export const RecordBar = ({ className, record, position, next, previous, open, remove, decision, children }: RecordBarProps) => (
  <div className={`line ${styles.record} ${className}`} data-print="no">
    <Button tone="icon" aria-label="Previous application" disabled={!previous} onClick={() => previous && open(previous)}>
      <ChevronLeft aria-hidden="true" size={20} />
    </Button>
    <Button tone="icon" aria-label="Next application" disabled={!next} onClick={() => next && open(next)}>
      <ChevronRight aria-hidden="true" size={20} />
    </Button>
    <span className={`soft small ${styles.position}`}>{position}</span>
    <div className={styles.decision}>{isAdmin() && decision}</div>
    {record !== undefined && isAdmin() && <StarButton record={record} />}
    {isAdmin() && (
      <Button
        tone="icon"
        subject={record?.id}
        aria-label="Delete"
        title="Delete"
        disabled={record === undefined}
        onClick={() => record && remove(record)}
      >
        <Trash2 aria-hidden="true" size={18} strokeWidth={1.75} />
      </Button>
    )}
    <Button tone="icon" aria-label="Print" title="Print" onClick={() => window.print()}>
      <Printer aria-hidden="true" size={18} strokeWidth={1.75} />
    </Button>
    {children}
  </div>
)
