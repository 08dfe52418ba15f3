import { scaleBand, scaleLinear } from 'd3-scale'
import { stack } from 'd3-shape'
import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import type { Insights } from '../../applications/insights/insights.ts'
import { type FormType, formTypes } from '../../shared/form-types.ts'
import { formatCount, formNames } from '../labels.ts'
import styles from './over-time.module.css'
import plot from './plot.module.css'
import { useWidth } from './plot.ts'
import { applications, spanName, stepNames, tickName } from './words.ts'

const height = 300
const margin = { top: 12, right: 2, bottom: 26, left: 34 }

type Part = Insights['overTime'][number]

/** The number of applications in a part of time. */
export const sumOf = ({ counts }: Part): number => formTypes.reduce((sum, type) => sum + counts[type], 0)

interface StackedBarsProps {
  readonly insights: Insights
  readonly types: readonly FormType[]
  /** The highlighted form; the others are dimmed. */
  readonly lit: FormType | undefined
}

/** The bars; pointer or arrow keys select one for its numbers. */
export function StackedBars({ insights: { overTime, step }, types, lit }: StackedBarsProps) {
  const [frame, width] = useWidth<HTMLDivElement>()
  const [at, setAt] = useState<number>()
  const inner = Math.max(0, width - margin.left - margin.right)
  const x = scaleBand<number>()
    .domain(overTime.map((_, index) => index))
    .range([margin.left, margin.left + inner])
    .paddingInner(overTime.length > 1 ? 0.22 : 0)
    .paddingOuter(0.1)
  const y = scaleLinear()
    .domain([0, Math.max(4, ...overTime.map(sumOf))])
    .nice(4)
    .range([height - margin.bottom, margin.top])
  const layers = stack<Part, FormType>()
    .keys(types)
    .value(({ counts }, type) => counts[type])([...overTime])
  const every = Math.ceil(overTime.length / Math.max(1, Math.floor(inner / 62)))
  const shown = at === undefined ? undefined : overTime[at]
  const says = (part: Part): string =>
    `${spanName(part, step)}: ${applications(sumOf(part))}${
      sumOf(part) === 0 || types.length < 2
        ? ''
        : ` (${types
            .filter((type) => part.counts[type] > 0)
            .map((type) => `${formNames[type]} ${formatCount(part.counts[type])}`)
            .join(', ')})`
    }`

  const point = (event: PointerEvent<HTMLDivElement>): void => {
    const from = event.currentTarget.getBoundingClientRect().left
    const index = Math.floor((event.clientX - from - margin.left) / Math.max(1, x.step()))
    setAt(Math.min(overTime.length - 1, Math.max(0, index)))
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const last = overTime.length - 1
    const to = { ArrowLeft: (at ?? last + 1) - 1, ArrowRight: (at ?? -1) + 1, Home: 0, End: last }[event.key]
    if (to === undefined) return
    event.preventDefault()
    setAt(Math.min(last, Math.max(0, to)))
  }

  return (
    <div className={styles.plot}>
      <div
        ref={frame}
        className={styles.frame}
        role="slider"
        tabIndex={0}
        aria-label={`Look at one ${stepNames[step]}`}
        aria-valuemin={1}
        aria-valuemax={overTime.length}
        aria-valuenow={(at ?? overTime.length - 1) + 1}
        aria-valuetext={says((shown ?? overTime.at(-1)) as Part)}
        onPointerMove={point}
        onPointerDown={point}
        onPointerLeave={() => setAt(undefined)}
        onKeyDown={onKeyDown}
        onBlur={() => setAt(undefined)}
      >
        {width > 0 && (
          <svg className={plot.drawing} width={width} height={height} aria-hidden="true" focusable="false">
            {y
              .ticks(4)
              .filter(Number.isInteger)
              .map((tick) => (
                <g key={tick}>
                  <line
                    className={tick === 0 ? plot.base : plot.grid}
                    x1={margin.left}
                    x2={width - margin.right}
                    y1={y(tick)}
                    y2={y(tick)}
                  />
                  <text className={plot.tick} x={margin.left - 8} y={y(tick)} dy="0.32em" textAnchor="end">
                    {formatCount(tick)}
                  </text>
                </g>
              ))}
            {at !== undefined && (
              <rect
                className={plot.lit}
                x={(x(at) ?? 0) - (x.step() - x.bandwidth()) / 2}
                y={margin.top}
                width={x.step()}
                height={height - margin.top - margin.bottom}
              />
            )}
            {layers.map((layer) => (
              <g
                key={layer.key}
                className={plot.series}
                data-form={layer.key}
                data-dim={lit && lit !== layer.key ? '' : undefined}
              >
                {layer.map(([from, to], index) =>
                  to === from ? null : (
                    <rect
                      key={overTime[index]?.from}
                      x={x(index)}
                      y={y(to)}
                      width={Math.max(1, x.bandwidth())}
                      height={Math.max(0.5, y(from) - y(to) - (from > 0 && y(from) - y(to) > 2 ? 1 : 0))}
                    />
                  ),
                )}
              </g>
            ))}
            {overTime.map((part, index) =>
              index % every === 0 ? (
                <text
                  key={part.from}
                  className={plot.tick}
                  x={(x(index) ?? 0) + x.bandwidth() / 2}
                  y={height - 6}
                  textAnchor={index === 0 && overTime.length > 3 ? 'start' : 'middle'}
                  dx={index === 0 && overTime.length > 3 ? -x.bandwidth() / 2 : 0}
                >
                  {tickName(part, step)}
                </text>
              ) : null,
            )}
          </svg>
        )}
      </div>
      <p className={styles.says} aria-hidden="true">
        {shown === undefined ? ' ' : says(shown)}
      </p>
    </div>
  )
}
