import type { Insights } from '../../applications/insights/insights.ts'
import { formatCount } from '../labels.ts'
import { Figure } from './Figure.tsx'
import { Lengths } from './Lengths.tsx'
import { share, sourceName } from './words.ts'

/** The sources of applicants, by the first page view of their visit. */
export function Sources({ insights: { sources, outcomes } }: { insights: Insights }) {
  const named = sources.find(({ kind }) => kind === 'named')
  const hasSources = sources.some(({ kind }) => kind !== 'unknown')
  const finding = !hasSources
    ? 'Nothing is known of how these applicants came.'
    : named === undefined
      ? 'Nobody was led here by another site or a campaign that we know of.'
      : `${named.name} led ${formatCount(named.first)} of ${formatCount(outcomes.submitted)} here first. Counted is the first arrival of the visit; the numbers also have the last one. The names are as the links gave them.`
  return (
    <Figure
      title="Where they came from"
      name="sources"
      finding={finding}
      empty={!hasSources}
      numbers={{
        names: ['Source', 'First arrival', 'Last arrival', 'Share of first'],
        lines: sources.map((source) => [sourceName(source), source.first, source.last, share(source.first, outcomes.submitted)]),
      }}
    >
      <Lengths
        rows={sources.map((source) => ({
          name: sourceName(source),
          count: source.first,
          tone: source.kind === 'named' ? 'plain' : 'faint',
        }))}
      />
    </Figure>
  )
}
