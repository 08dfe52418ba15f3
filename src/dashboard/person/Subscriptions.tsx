import { useQueryClient } from '@tanstack/react-query'
import type { SubscriptionRecord } from '../../api/person.ts'
import { formatDay } from '../labels.ts'
import { Button } from '../ui/Button.tsx'
import styles from './person.module.css'
import { removeSubscription } from './person.ts'

/** The addresses of a person that wait for a cohort to open. */
export function Subscriptions({ subscriptions }: { readonly subscriptions: readonly SubscriptionRecord[] }) {
  const client = useQueryClient()
  if (subscriptions.length === 0) return null
  return (
    <ul className={styles.list} aria-label="Told when a cohort opens">
      {subscriptions.map(({ email, created_at, confirmed }) => (
        <li key={email} className={styles.waiting}>
          <span>
            <strong>{email}</strong> is told by one letter when the next cohort opens, since {formatDay(created_at)}
            {confirmed ? '' : '; not confirmed yet'}
          </span>
          <Button aria-label={`Delete: ${email} waits for a cohort`} onClick={() => void removeSubscription(client, email)}>
            Delete
          </Button>
        </li>
      ))}
    </ul>
  )
}
