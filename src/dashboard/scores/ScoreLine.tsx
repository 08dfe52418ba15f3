import type { ApplicationRecord } from '../../api/responses.ts'
import { scoreOf } from '../../applications/rubric.ts'
import { useRubric } from './scores.ts'

/** The scores of an application by criterion, for paper; nothing without one. */
export function ScoreLine({ record }: { readonly record: ApplicationRecord }) {
  const criteria = useRubric(record.form_type)?.criteria ?? []
  const scored = criteria.flatMap(({ id, name }) => {
    const score = scoreOf(record.scores, id)
    return score === undefined ? [] : [`${name} ${score}`]
  })
  return scored.length === 0 ? null : <p>{scored.join(' · ')}</p>
}
