import { Mail } from 'lucide-react'
import type { ApplicationRecord } from '../../api/replies.ts'
import { seeDecisions } from '../data/see-letter.ts'
import { Button } from './Button.tsx'
import styles from './desk-see-letter.module.css'

/** Beside the decision: what each would send. */
export function SeeLetter({ record, describedBy }: { record: ApplicationRecord; describedBy: string }) {
  return (
    <Button
      tone="quiet"
      className={styles.see}
      aria-describedby={describedBy}
      title="Preview letter (l)"
      onClick={() => seeDecisions(record)}
    >
      <Mail aria-hidden="true" size={18} strokeWidth={1.75} />
      <span>Preview letter</span>
    </Button>
  )
}
