import { Mail } from 'lucide-react'
import type { ApplicationRecord } from '../../api/responses.ts'
import { Button } from '../ui/Button.tsx'
import styles from './letter.module.css'
import { previewLetters } from './letters.ts'

/** The button that previews the letters of the possible decisions. */
export function PreviewLetter({ record, describedBy }: { record: ApplicationRecord; describedBy: string }) {
  return (
    <Button
      tone="quiet"
      className={styles.see}
      aria-describedby={describedBy}
      title="Preview letter (l)"
      onClick={() => previewLetters(record)}
    >
      <Mail aria-hidden="true" size={18} strokeWidth={1.75} />
      <span className="visually-hidden">Preview letter</span>
    </Button>
  )
}
