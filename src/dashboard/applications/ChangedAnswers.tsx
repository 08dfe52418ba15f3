import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { paths } from '../../api/paths.ts'
import type { ApplicationResponse } from '../../api/responses.ts'
import type { ChangedAnswer } from '../../forms/views/as-text.ts'
import { call } from '../client.ts'
import { formatMoment } from '../labels.ts'
import { reportFailure } from '../session/failures.ts'
import { mergeResponse } from './cache.ts'
import styles from './changed-answers.module.css'

/** Changed answers, the earlier one followed by the later one. */
export const ChangeList = ({ changed }: { readonly changed: readonly ChangedAnswer[] }) => (
  <dl className={styles.differences}>
    {changed.map(({ name, label, from, to }) => (
      <div key={name}>
        <dt>{label}</dt>
        <dd>
          {from === '' ? <i>No answer</i> : <del>{from}</del>} {to === '' ? <i>No answer any more</i> : <ins>{to}</ins>}
        </dd>
      </div>
    ))}
  </dl>
)

/** Calls `act` when the page is visible: now, or when it is shown again. Returns the function that stops waiting. */
function whenVisible(act: () => void): () => void {
  const check = (): void => {
    if (document.visibilityState !== 'visible') return
    stop()
    act()
  }
  const stop = (): void => document.removeEventListener('visibilitychange', check)
  document.addEventListener('visibilitychange', check)
  check()
  return stop
}

/**
 * The answers that the applicant changed since the reviewer last opened the application. Opening it marks them as seen. They stay visible until
 * another application is opened, and always in the history.
 */
export function ChangedAnswers({ response }: { readonly response: ApplicationResponse }) {
  const client = useQueryClient()
  const { application, changed = [], changes = [], history = [] } = response
  const { id, answers_revision: revision, seen_revision } = application
  // While the application is open, its record can be newer than `changed` and `changes`, which follow.
  const isNew = revision > seen_revision && changes.at(-1)?.revision === revision
  const [shown, setShown] = useState({ revision: 0, changed })
  if (isNew && shown.revision !== revision) setShown({ revision, changed })

  useEffect(() => {
    if (!isNew) return
    return whenVisible(() => {
      call<ApplicationResponse>(paths.seen(id), { method: 'POST', body: { answers_revision: revision } })
        .then((seen) => mergeResponse(client, seen))
        .catch((error: unknown) => reportFailure('marking changes as seen', error))
    })
  }, [client, id, isNew, revision])

  if (shown.revision === 0) return null
  const at = history.findLast(({ event }) => event.what === 'answers_changed')?.at
  return (
    <section className={styles.changed} aria-labelledby={`changed-${id}`}>
      <h3 id={`changed-${id}`}>Changed by the applicant{at !== undefined && `, ${formatMoment(at)}`}</h3>
      {shown.changed.length === 0 && <p>The applicant changed answers and then changed them back.</p>}
      <ChangeList changed={shown.changed} />
    </section>
  )
}
