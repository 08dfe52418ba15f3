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

/** All changes after the revision `since` as one: each answer as it was before the first of them, and as it is after the last. */
function changedSince({ changes = [] }: ApplicationResponse, since: number): readonly ChangedAnswer[] {
  const all = new Map<string, ChangedAnswer>()
  for (const { revision, changed } of changes)
    if (revision > since)
      for (const answer of changed) all.set(answer.name, { ...answer, from: all.get(answer.name)?.from ?? answer.from })
  // A file that was replaced by one of the same name is changed too.
  const replaced = new Set(
    changes.filter(({ revision }) => revision > since).flatMap(({ files }) => files.map(({ field }) => field)),
  )
  return [...all.values()].filter(({ name, from, to }) => from !== to || replaced.has(name))
}

/**
 * The answers that the applicant changed since the reviewer last opened the application. Opening it marks them as seen. They stay visible until
 * another application is opened, with those that change meanwhile, and always in the history.
 */
export function ChangedAnswers({ response }: { readonly response: ApplicationResponse }) {
  const client = useQueryClient()
  const { application, changes = [], history = [] } = response
  const { id, answers_revision: revision, seen_revision: seen } = application
  // While the application is open, its record can be newer than `changes`, which follow.
  const isNew = revision > seen && changes.at(-1)?.revision === revision
  const [since, setSince] = useState<number>()
  if (isNew && since === undefined) setSince(seen)

  useEffect(() => {
    if (!isNew) return
    return whenVisible(() => {
      call<ApplicationResponse>(paths.seen(id), { method: 'POST', body: { answers_revision: revision } })
        .then((marked) => {
          const before = client.getQueryData<ApplicationResponse>(['application', id])?.application.revision ?? 0
          mergeResponse(client, marked)
          // Its event would find the record current, and would not load the answers, requests and history.
          if (marked.application.revision > before) void client.invalidateQueries({ queryKey: ['application', id] })
        })
        .catch((error: unknown) => reportFailure('marking changes as seen', error))
    })
  }, [client, id, isNew, revision])

  if (since === undefined) return null
  const at = history.findLast(({ event }) => event.what === 'answers_changed')?.at
  const changed = changedSince(response, since)
  return (
    <section className={styles.changed} aria-labelledby={`changed-${id}`}>
      <h3 id={`changed-${id}`}>Changed by the applicant{at !== undefined && `, ${formatMoment(at)}`}</h3>
      {changed.length === 0 && <p>The applicant changed answers and then changed them back.</p>}
      <ChangeList changed={changed} />
    </section>
  )
}
