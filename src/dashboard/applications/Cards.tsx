import { useQuery } from '@tanstack/react-query'
import type { Status } from '../../applications/application.ts'
import { formatCount } from '../labels.ts'
import { DeskLink } from '../ui/DeskLink.tsx'
import styles from './applications-page.module.css'
import { statsQuery } from './queries.ts'
import { type UrlState, urlOf } from './url-state.ts'

type Card = 'total' | Status

const labels: Readonly<Record<Card, string>> = {
  total: 'Total',
  pending: 'Pending',
  approved: 'Approved',
  rejected: 'Rejected',
  pitch: 'Pitch',
}
const cards = Object.entries(labels) as [Card, string][]

/** The number of applications, in total and by status; each links to its list. */
export function Cards({ urlState, go }: { urlState: UrlState; go(change: Partial<UrlState>): void }) {
  const { data } = useQuery(statsQuery)
  return (
    <ul className={`quiet ${styles.cards}`} data-print="no" aria-label="Summary">
      {cards.map(([key, label]) => {
        const status: Status | undefined = key === 'total' ? undefined : key
        const target = { ...urlState, status, open: undefined, details: undefined }
        return (
          <li key={key} className={styles.card} data-card={key}>
            <DeskLink
              href={urlOf(target)}
              aria-current={urlState.status === status ? 'true' : undefined}
              follow={() => go({ status })}
            >
              <span className="soft small">{label}</span>{' '}
              <span className={styles.number} data-loading={data === undefined ? '' : undefined}>
                {data === undefined ? '–' : formatCount(data.stats[key])}
              </span>
            </DeskLink>
          </li>
        )
      })}
    </ul>
  )
}
