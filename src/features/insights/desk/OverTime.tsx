import { useState } from 'react'
import { formatCount, formNames } from '../../../dashboard/labels.ts'
import { DeskLink } from '../../../dashboard/ui/DeskLink.tsx'
import { type FormType, formTypes } from '../../../shared/form-types.ts'
import type { Insights } from '../rules.ts'
import { Figure } from './Figure.tsx'
import styles from './insights.module.css'
import plot from './plot.module.css'
import { seriesOf } from './plot.ts'
import { insightsUrl, listUrl, type Scope } from './range.ts'
import { StackedBars, sumOf } from './StackedBars.tsx'
import { applications, share, spanName, stepNames } from './words.ts'

interface OverTimeProps {
  readonly insights: Insights
  readonly scope: Scope
  go(change: Partial<Scope>): void
}

/** The number of applications by form, as stacked bars over days, weeks or months. */
export function OverTime({ insights, scope, go }: OverTimeProps) {
  const { overTime, step, outcomes } = insights
  const totals = formTypes
    .map((type) => ({ type, total: overTime.reduce((sum, { counts }) => sum + counts[type], 0) }))
    .filter(({ total }) => total > 0)
  const urlOfPart = (part: Insights['overTime'][number]): string => listUrl(part, { formType: scope.formType })
  const [lit, light] = useState<FormType>()
  const most = [...overTime].sort((a, b) => sumOf(b) - sumOf(a))[0]
  const finding =
    most === undefined || sumOf(most) === 0
      ? 'No application arrived in these days.'
      : overTime.length === 1
        ? `${applications(outcomes.submitted)} arrived.`
        : `The busiest ${stepNames[step]} was ${spanName(most, step)}, with ${formatCount(sumOf(most))}. Each bar is a ${stepNames[step]}, and opens its list.`
  return (
    <Figure
      title="Applications over time"
      name="applications-over-time"
      holds={[scope.formType, insights.from, insights.to]}
      finding={finding}
      empty={outcomes.submitted === 0}
      wide
      numbers={{
        names: [step[0]?.toUpperCase() + step.slice(1), ...totals.map(({ type }) => formNames[type]), 'All'],
        lines: overTime.map((part) => [spanName(part, step), ...totals.map(({ type }) => part.counts[type]), sumOf(part)]),
        hrefs: overTime.map(urlOfPart),
      }}
    >
      <div className={`stack ${styles.both}`}>
        <StackedBars insights={insights} types={totals.map(({ type }) => type)} lit={lit} urlOf={urlOfPart} />
        <ul className={styles.forms} aria-label="By form">
          {[...totals]
            .sort((a, b) => b.total - a.total)
            .map(({ type, total }) => {
              const formType = scope.formType === type ? undefined : type
              return (
                <li key={type} onPointerEnter={() => light(type)} onPointerLeave={() => light(undefined)}>
                  <DeskLink
                    href={insightsUrl({ ...scope, formType })}
                    onFocus={() => light(type)}
                    onBlur={() => light(undefined)}
                    follow={() => {
                      light(undefined)
                      go({ formType })
                    }}
                  >
                    <svg className={styles.swatch} viewBox="0 0 1 1" aria-hidden="true" focusable="false">
                      <rect className={plot.series} style={seriesOf(type)} width={1} height={1} />
                    </svg>
                    <span>{formNames[type]}</span> <b>{formatCount(total)}</b> <small>{share(total, outcomes.submitted)}</small>
                  </DeskLink>
                </li>
              )
            })}
        </ul>
      </div>
    </Figure>
  )
}
