import { formatCount } from '../labels.ts'
import { Button } from '../ui/Button.tsx'
import styles from './new-applications.module.css'

/** The number of new applications above the visible part of the list, as a button that scrolls there. */
export function NewApplications({ held, show }: { readonly held: number; show(): void }) {
  return (
    <div className={styles.arrivals} role="status" data-print="no">
      {held > 0 && (
        <Button
          className={styles.chip}
          onClick={() => {
            show()
            document.querySelector('[data-list]')?.scrollIntoView({ block: 'start', behavior: 'instant' })
          }}
        >
          {held === 1 ? '1 new application' : `${formatCount(held)} new applications`}
        </Button>
      )}
    </div>
  )
}
