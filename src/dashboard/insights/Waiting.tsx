import type { Insights } from '../../applications/insights/insights.ts'
import { shortDate } from '../../shared/dates.ts'
import { formatCount } from '../labels.ts'
import { Figure } from './Figure.tsx'
import { Lengths } from './Lengths.tsx'
import { ageName, applications, share } from './words.ts'

/** How long the pending applications have waited, and how many are past the time that their forms promise. */
export function Waiting({ insights: { waiting, oldest } }: { insights: Insights }) {
  const total = waiting.reduce((sum, group) => sum + group.count, 0)
  const late = waiting.reduce((sum, group) => sum + group.late, 0)
  const lateness = late === 0 ? 'none is late' : `${formatCount(late)} ${late === 1 ? 'is' : 'are'} late`
  const finding =
    oldest === null
      ? 'No application waits for a decision.'
      : `${applications(total)} ${total === 1 ? 'waits' : 'wait'} for a first decision now, on whatever day they arrived; ${lateness} by the promises of the forms. The oldest arrived on ${shortDate(new Date(oldest))}.`
  return (
    <Figure
      title="Waiting now"
      name="waiting"
      finding={finding}
      empty={total === 0}
      numbers={{
        names: ['Waits for', 'Applications', 'Late', 'Share'],
        lines: waiting.map((group) => [ageName(group), group.count, group.late, share(group.count, total)]),
      }}
    >
      <Lengths rows={waiting.map((group) => ({ name: ageName(group), count: group.count, late: group.late, tone: 'plain' }))} />
    </Figure>
  )
}
