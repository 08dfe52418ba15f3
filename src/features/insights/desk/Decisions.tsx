import { scaleLinear } from 'd3-scale'
import { formatCount, formNames } from '../../../dashboard/labels.ts'
import { formTypes } from '../../../shared/form-types.ts'
import type { Insights, Quartiles } from '../rules.ts'
import { Figure } from './Figure.tsx'
import { Opens } from './Opens.tsx'
import plot from './plot.module.css'
import { labelWidth, useWidth } from './plot.ts'
import { listUrl, type Scope } from './range.ts'
import { applications, duration } from './words.ts'

const hour = 3600
const day = 24 * hour

type Row = Quartiles & { readonly name: string; readonly href: string }

/** The time from submission to decision, for all forms and each form: quartiles as a bar, with a mark at the median. */
export function Decisions({ insights, scope }: { insights: Insights; scope: Scope }) {
  const { decisions } = insights
  const { all, byForm } = decisions
  const urlOfForm = (formType: Scope['formType']): string => listUrl(insights, { formType, search: 'is:decided' })
  const forms = formTypes.flatMap((type): Row[] => {
    const own = byForm[type]
    return own === undefined ? [] : [{ name: formNames[type], href: urlOfForm(type), ...own }]
  })
  const rows =
    all === null ? [] : forms.length === 1 ? forms : [{ name: 'All forms', href: urlOfForm(undefined), ...all }, ...forms]
  const finding =
    all === null
      ? 'No application from these days has been decided yet.'
      : all.count === 1
        ? `The one decision took ${duration(all.median)}.`
        : `Half of the ${formatCount(all.count)} decisions took ${duration(all.median)} or less, three quarters ${duration(all.upper)}. The bar shows the middle half, the mark in it the median.`
  return (
    <Figure
      title="Time to a decision"
      name="time-to-decision"
      holds={[scope.formType, insights.from, insights.to]}
      finding={finding}
      empty={all === null}
      numbers={{
        names: ['Form', 'Decisions', 'A quarter within', 'Half within', 'Three quarters within', 'Median in hours'],
        lines: rows.map((row) => [
          row.name,
          row.count,
          duration(row.lower),
          duration(row.median),
          duration(row.upper),
          Math.round((10 * row.median) / hour) / 10,
        ]),
      }}
    >
      <Ranges rows={rows} />
    </Figure>
  )
}

function Ranges({ rows }: { rows: readonly Row[] }) {
  const [frame, width] = useWidth<HTMLDivElement>()
  const narrow = width < 480
  const [tall, left, right] = narrow ? [44, 0, 74] : [32, labelWidth(rows.map(({ name }) => name)), 84]
  const longest = Math.max(hour, ...rows.map(({ upper }) => upper))
  const unit = longest >= 2 * day ? day : hour
  const x = scaleLinear()
    .domain([0, longest / unit])
    .nice(5)
    .range([left, Math.max(left, width - right)])
  const bottom = rows.length * tall
  return (
    <div ref={frame} className={plot.opening}>
      {width > 0 && (
        <svg className={plot.drawing} width={width} height={bottom + 44} aria-hidden="true" focusable="false">
          {x.ticks(narrow ? 3 : 5).map((tick) => (
            <g key={tick}>
              {!(narrow && tick === 0) && (
                <line className={tick === 0 ? plot.base : plot.grid} x1={x(tick)} x2={x(tick)} y1={0} y2={bottom} />
              )}
              <text className={plot.tick} x={x(tick)} y={bottom + 18} textAnchor={tick === 0 && narrow ? 'start' : 'middle'}>
                {formatCount(tick)}
              </text>
            </g>
          ))}
          <text className={plot.tick} x={x.range()[0]} y={bottom + 38}>
            {unit === day ? 'Days' : 'Hours'} from submission to decision
          </text>
          {rows.map(({ name, lower, median, upper, count: n }, index) => {
            const middle = index * tall + (narrow ? 30 : tall / 2)
            const from = x(lower / unit)
            const at = x(median / unit)
            const to = x(upper / unit)
            return (
              <g key={name}>
                <text
                  className={`${plot.label} ${index === 0 ? plot.strong : ''}`}
                  x={narrow ? 0 : left - 12}
                  y={narrow ? index * tall + 12 : middle}
                  dy={narrow ? 0 : '0.32em'}
                  textAnchor={narrow ? 'start' : 'end'}
                >
                  {narrow ? `${name} (${formatCount(n)})` : name}
                </text>
                <rect className={plot.middle} x={from} y={middle - 6} width={Math.max(1, to - from)} height={12} />
                <line className={plot.median} x1={at} x2={at} y1={middle - 9} y2={middle + 9} />
                <text className={plot.label} x={Math.max(to, at) + 8} y={middle} dy="0.32em">
                  {duration(median)}
                </text>
              </g>
            )
          })}
        </svg>
      )}
      <Opens
        surfaces={rows.map(({ name, href, count, median }, index) => ({
          href,
          label: `${name}: ${applications(count)}, half within ${duration(median)}`,
          left: 0,
          top: index * tall,
          width,
          height: tall,
        }))}
      />
    </div>
  )
}
