import type { Insights } from '../../applications/insights/insights.ts'
import { shortDate } from '../../shared/dates.ts'
import { formatCount } from '../labels.ts'
import { Figure } from './Figure.tsx'
import { Lengths } from './Lengths.tsx'
import { ageName, applications, share } from './words.ts'

/** Days until the answer that most forms promise; longer waits are highlighted. */
const promised = 7

/** How long the pending applications have waited. */
export function Waiting({ insights: { waiting, oldest } }: { insights: Insights }) {
  const total = waiting.reduce((sum, group) => sum + group.count, 0)
  const late = waiting.filter(({ from }) => from >= promised).reduce((sum, group) => sum + group.count, 0)
  const finding =
    oldest === null
      ? 'Nothing waits for a decision.'
      : `${applications(total)} ${total === 1 ? 'waits' : 'wait'} for a first decision now, whenever they came in; ${late === 0 ? 'none' : formatCount(late)} for a week or longer. The oldest came on ${shortDate(new Date(oldest))}.`
  return (
    <Figure
      title="What waits now"
      name="waiting"
      finding={finding}
      empty={total === 0}
      numbers={{
        names: ['Waits for', 'Applications', 'Share'],
        lines: waiting.map((group) => [ageName(group), group.count, share(group.count, total)]),
      }}
    >
      <Lengths
        rows={waiting.map((group) => ({
          name: ageName(group),
          count: group.count,
          tone: group.from >= promised ? 'late' : 'plain',
        }))}
      />
    </Figure>
  )
}
