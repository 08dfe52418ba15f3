import { useQuery } from '@tanstack/react-query'
import type { ApplicationRecord } from '../../api/replies.ts'
import { formNames } from '../data/form-names.ts'
import { samePersonQuery } from '../data/queries.ts'
import { dayOf } from '../data/times.ts'
import { usePlace } from '../data/use-place.ts'
import { Button } from './Button.tsx'
import styles from './desk-same-person.module.css'
import { StatusMark } from './StatusMark.tsx'

/** Other applications from the same address, in any form and any round; nothing where there are none. */
export function SamePerson({ record }: { record: ApplicationRecord }) {
  const { data } = useQuery(samePersonQuery(record.applicant_email))
  const [place, go] = usePlace()
  const others = data?.applications.filter((one) => one.id !== record.id) ?? []
  if (others.length === 0) return null
  return (
    <details className={styles.others}>
      <summary>{others.length === 1 ? '1 other application' : `${others.length} other applications`} from this address</summary>
      <ul>
        {others.map((one) => (
          <li key={one.id}>
            <span>{formNames[one.form_type]}</span>
            <span>{one.company_name}</span>
            <time dateTime={one.submitted_at}>{dayOf(one.submitted_at)}</time>
            <StatusMark status={one.status} />
            <Button tone="quiet" onClick={() => go({ details: one.id }, place.details === undefined ? 'push' : 'replace')}>
              Open
            </Button>
          </li>
        ))}
      </ul>
    </details>
  )
}
