import { type Source, sourceName } from '../../../applications/facts.ts'
import { formatCount } from '../../../dashboard/labels.ts'
import type { Insights } from '../rules.ts'
import { Figure } from './Figure.tsx'
import { Lengths } from './Lengths.tsx'
import { listUrl, type Scope } from './range.ts'
import { share } from './words.ts'

/** The list of a source with a name: those that say so in an arrival or an answer. */
const urlOfSource = ({ kind, name }: Source, insights: Insights, { formType }: Scope): string | undefined =>
  kind === 'named' && /[\p{L}\p{N}]/u.test(name)
    ? listUrl(insights, { formType, search: `source:"${name.replaceAll('"', ' ')}"` })
    : undefined

/** Where applicants came from, by the first page view of their visit. */
export function Sources({ insights, scope }: { insights: Insights; scope: Scope }) {
  const { sources, outcomes } = insights
  const named = sources.find(({ kind }) => kind === 'named')
  const hasSources = sources.some(({ kind }) => kind !== 'unknown')
  const finding = !hasSources
    ? 'It is not known how these applicants found the site.'
    : named === undefined
      ? 'No known site or campaign brought these applicants here.'
      : `${named.name} brought ${formatCount(named.first)} of ${formatCount(outcomes.submitted)}. The plot counts the first arrival of an applicant; the table also has the last one. A bar opens all that name the source, also in an answer. Names are shown as the links gave them.`
  return (
    <Figure
      title="Where they came from"
      name="sources"
      holds={[scope.formType, insights.from, insights.to]}
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
          href: urlOfSource(source, insights, scope),
        }))}
      />
    </Figure>
  )
}
