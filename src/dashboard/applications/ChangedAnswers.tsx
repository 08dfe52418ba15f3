import { useState } from 'react'
import type { ApplicationResponse } from '../../api/responses.ts'
import type { ChangedAnswer } from '../../forms/views/as-text.ts'
import { formatMoment } from '../labels.ts'

/** Changed answers, the earlier one followed by the later one. */
export const ChangeList = ({ changed }: { readonly changed: readonly ChangedAnswer[] }) => (
  <dl className="stack gap-3">
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
 * The answers that the applicant changed since the reviewer last read the application. They stay visible until
 * another application is opened, with those that change meanwhile, and always in the history.
 */
export function ChangedAnswers({ response }: { readonly response: ApplicationResponse }) {
  const { application, changes = [], history = [] } = response
  const { id, answers_revision: revision, seen_revision: seen } = application
  // While the application is open, its record can be newer than `changes`, which follow.
  const isNew = revision > seen && changes.at(-1)?.revision === revision
  const [since, setSince] = useState<number>()
  if (isNew && since === undefined) setSince(seen)

  if (since === undefined) return null
  const at = history.findLast(({ event }) => event.what === 'answers_changed')?.at
  const changed = changedSince(response, since)
  return (
    <section className="stack gap-3 note" aria-labelledby={`changed-${id}`}>
      <h3 id={`changed-${id}`}>Changed by the applicant{at !== undefined && `, ${formatMoment(at)}`}</h3>
      {changed.length === 0 && <p>The applicant changed answers and then changed them back.</p>}
      <ChangeList changed={changed} />
    </section>
  )
}
