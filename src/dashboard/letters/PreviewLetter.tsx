import { Mail } from 'lucide-react'
import type { ApplicationRecord } from '../../api/replies.ts'
import { Button } from '../ui/Button.tsx'
import styles from './preview-letter.module.css'
import { seeDecisions } from './see-letter.ts'

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
