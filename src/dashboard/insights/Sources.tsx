import type { Insights } from '../../applications/insights/insights.ts'
import { formatCount } from '../labels.ts'
import { Figure } from './Figure.tsx'
import { Lengths } from './Lengths.tsx'
import { share, sourceName } from './words.ts'

/** Where applicants came from, by the first page view of their visit. */
export function Sources({ insights: { sources, outcomes } }: { insights: Insights }) {
  const named = sources.find(({ kind }) => kind === 'named')
  const hasSources = sources.some(({ kind }) => kind !== 'unknown')
  const finding = !hasSources
    ? 'It is not known how these applicants found the site.'
    : named === undefined
      ? 'No known site or campaign brought these applicants here.'
      : `${named.name} brought ${formatCount(named.first)} of ${formatCount(outcomes.submitted)}. The plot counts the first arrival of an applicant; the table also has the last one. Names are shown as the links gave them.`
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
