import { formatCount } from '../../../dashboard/labels.ts'
import { dayAfter, shortDate } from '../../../shared/dates.ts'
import type { AgeGroup, Insights } from '../rules.ts'
import { Figure } from './Figure.tsx'
import { Lengths } from './Lengths.tsx'
import { listUrl, type Scope } from './range.ts'
import { ageName, applications, share } from './words.ts'

interface FigureOf {
  readonly insights: Insights
  readonly scope: Scope
}

/** How long the pending applications have waited, and how many are past the time that their forms promise. */
export function Waiting({ insights: { waiting, oldest, to: today }, scope }: FigureOf) {
  const urlOfGroup = ({ from, to }: AgeGroup): string =>
    listUrl(
      { from: to === null ? undefined : dayAfter(today, 1 - to), to: dayAfter(today, -from) },
      { formType: scope.formType, status: 'pending' },
    )
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
      holds={[scope.formType, today]}
      finding={finding}
      empty={total === 0}
      numbers={{
        names: ['Waits for', 'Applications', 'Late', 'Share'],
        lines: waiting.map((group) => [ageName(group), group.count, group.late, share(group.count, total)]),
        hrefs: waiting.map(urlOfGroup),
      }}
    >
      <Lengths
        rows={waiting.map((group) => ({
          name: ageName(group),
          count: group.count,
          late: group.late,
          tone: 'plain',
          href: urlOfGroup(group),
        }))}
      />
    </Figure>
  )
}
