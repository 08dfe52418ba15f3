import { area, curveBumpX } from 'd3-shape'
import { formatCount } from '../../../dashboard/labels.ts'
import type { Insights } from '../rules.ts'
import { Figure } from './Figure.tsx'
import { type Flow, flowsOf, type Outcome } from './flows.ts'
import { Opens } from './Opens.tsx'
import plot from './plot.module.css'
import { useWidth } from './plot.ts'
import { listUrl, type Scope } from './range.ts'
import { applications, share } from './words.ts'

const height = 300
const head = 28
const bar = 8

const names: Readonly<Record<Outcome, string>> = {
  approved: 'Approved',
  pitch: 'Awaiting pitch',
  rejected: 'Rejected',
  pending: 'Pending',
}

/** The outcomes of submitted applications: decided directly, decided after an invitation to pitch, or pending. */
export function Outcomes({ insights, scope }: { insights: Insights; scope: Scope }) {
  const { outcomes } = insights
  const { submitted, pending, pitch, approved, rejected } = outcomes
  const both = ({ direct, pitched }: typeof approved): number => direct + pitched
  const invited = pitch + approved.pitched + rejected.pitched
  const decided = both(approved) + both(rejected)
  const finding =
    submitted === 0
      ? 'No application arrived in these days.'
      : `Of ${formatCount(submitted)} submitted, ${formatCount(both(approved))} ${both(approved) === 1 ? 'is' : 'are'} approved and ${formatCount(both(rejected))} rejected; ${formatCount(invited)} ${invited === 1 ? 'was' : 'were'} invited to pitch. ${formatCount(submitted - decided)} ${submitted - decided === 1 ? 'is' : 'are'} still open.`
  const lines: [string, number, number, number][] = [
    ['Approved', approved.direct, approved.pitched, both(approved)],
    ['Rejected', rejected.direct, rejected.pitched, both(rejected)],
    ['Awaiting pitch', 0, pitch, pitch],
    ['Pending', pending, 0, pending],
    ['Submitted', submitted - invited, invited, submitted],
  ]
  return (
    <Figure
      title="Outcomes"
      name="outcomes"
      holds={[scope.formType, insights.from, insights.to]}
      finding={finding}
      empty={submitted === 0}
      numbers={{
        names: ['Outcome', 'Directly', 'After an invitation to pitch', 'Together', 'Share'],
        lines: lines.map((line) => [...line, share(line[3], submitted)]),
      }}
    >
      <Bands outcomes={outcomes} urlOf={(status) => listUrl(insights, { formType: scope.formType, status })} />
    </Figure>
  )
}

interface BandsProps {
  readonly outcomes: Insights['outcomes']
  /** The list of an outcome. */
  urlOf(status: Outcome): string
}

function Bands({ outcomes, urlOf }: BandsProps) {
  const [frame, width] = useWidth<HTMLDivElement>()
  const narrow = width < 480
  const labels = narrow ? 92 : 168
  const columns = [0, Math.round((width - labels) * 0.5), width - labels - bar] as const
  const { flows, nodes, pitch, start } = flowsOf(outcomes, height, 34)
  const band = area<number>()
    .x((column) => (columns[column] ?? 0) + (column === 0 ? bar : column === 1 ? bar / 2 : 0))
    .curve(curveBumpX)
  const shape = ({ tops, height: thick }: Flow, indexes: readonly number[]): string =>
    band.y0((column) => head + (tops[column] ?? 0)).y1((column) => head + (tops[column] ?? 0) + thick)([...indexes]) ?? ''
  return (
    <div ref={frame} className={plot.opening}>
      {width > 0 && (
        <svg className={plot.drawing} width={width} height={height + head + 20} aria-hidden="true" focusable="false">
          {flows.map((flow) =>
            flow.pitched ? (
              <g key={`${flow.to} after a pitch`}>
                <path className={plot.flow} data-to="pitch" d={shape(flow, [0, 1])} />
                <path className={plot.flow} data-to={flow.to} d={shape(flow, [1, 2])} />
              </g>
            ) : (
              <path key={flow.to} className={plot.flow} data-to={flow.to} d={shape(flow, [0, 1, 2])} />
            ),
          )}
          <rect className={plot.node} x={columns[0]} y={head + start.top} width={bar} height={start.height} />
          <text className={`${plot.label} ${plot.strong}`} x={columns[0]} y={head + start.top - 10}>
            Submitted {formatCount(outcomes.submitted)}
          </text>
          {pitch && (
            <>
              <rect
                className={plot.node}
                data-to="pitch"
                x={columns[1]}
                y={head + pitch.top}
                width={bar}
                height={Math.max(1, pitch.height)}
              />
              <text
                className={`${plot.label} ${plot.strong}`}
                x={columns[1] + bar / 2}
                y={head + pitch.top - 10}
                textAnchor="middle"
              >
                {narrow ? 'Pitch' : 'Invited to pitch'} {formatCount(pitch.count)}
              </text>
            </>
          )}
          {nodes.map(({ to, count: n, top, height: tall }) => (
            <g key={to}>
              <rect className={plot.node} data-to={to} x={columns[2]} y={head + top} width={bar} height={Math.max(1, tall)} />
              <text className={`${plot.label} ${plot.strong}`} x={columns[2] + bar + 8} y={head + top + tall / 2} dy="-0.1em">
                {narrow && to === 'pitch' ? 'To pitch' : names[to]}
              </text>
              <text className={plot.tick} x={columns[2] + bar + 8} y={head + top + tall / 2} dy="1.1em">
                {formatCount(n)}, {share(n, outcomes.submitted)}
              </text>
            </g>
          ))}
        </svg>
      )}
      <Opens
        surfaces={nodes
          .filter((node) => node.count > 0)
          .map((node) => ({
            href: urlOf(node.to),
            label: `${names[node.to]}: ${applications(node.count)}`,
            left: columns[2],
            top: head + node.top + node.height / 2 - 18,
            width: width - columns[2],
            height: 40,
          }))}
      />
    </div>
  )
}
