import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { paths } from '../../api/paths.ts'
import type { ApplicationReply } from '../../api/replies.ts'
import { CallError, call, report } from '../client.ts'
import { formatMoment } from '../labels.ts'
import { close } from '../session/session.ts'
import { Button } from '../ui/Button.tsx'
import { mergeReply } from './cache.ts'
import styles from './changed-answers.module.css'

/** The answers that the applicant has changed since they were seen, the earlier one beside the present one. */
export function ChangedAnswers({ reply }: { readonly reply: ApplicationReply }) {
  const client = useQueryClient()
  const [fault, setFault] = useState('')
  const { application, changed = [], history = [] } = reply
  const { id, answers_revision, seen_revision } = application
  if (answers_revision <= seen_revision) return null
  const at = history.findLast(({ event }) => event.what === 'answers_changed')?.at

  async function markSeen(): Promise<void> {
    setFault('')
    try {
      mergeReply(client, await call<ApplicationReply>(paths.seen(id), { method: 'POST', body: { answers_revision } }))
      await client.invalidateQueries({ queryKey: ['application', id] })
    } catch (error) {
      if (error instanceof CallError && error.status === 401) return close(error)
      report('noting that changes were seen', error)
      setFault('That could not be saved. Please try again.')
    }
  }

  return (
    <section className={styles.changed} aria-labelledby={`changed-${id}`}>
      <div className={styles.head}>
        <h3 id={`changed-${id}`}>Changed by the applicant{at !== undefined && `, ${formatMoment(at)}`}</h3>
        <Button data-print="no" onClick={() => void markSeen()}>
          Seen
        </Button>
      </div>
      {changed.length === 0 && <p>The answers are the same again as before.</p>}
      <dl>
        {changed.map(({ name, label, from, to }) => (
          <div key={name}>
            <dt>{label}</dt>
            <dd>
              {from === '' ? <i>No answer</i> : <del>{from}</del>} {to === '' ? <i>No answer any more</i> : <ins>{to}</ins>}
            </dd>
          </div>
        ))}
      </dl>
      <p role="status">{fault}</p>
    </section>
  )
}
