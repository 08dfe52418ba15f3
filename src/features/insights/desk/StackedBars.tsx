import { scaleBand, scaleLinear } from 'd3-scale'
import { stack } from 'd3-shape'
import { type KeyboardEvent, type MouseEvent, type PointerEvent, useState } from 'react'
import { formatCount, formNames } from '../../../dashboard/labels.ts'
import { navigate } from '../../../dashboard/ui/address-bar.ts'
import { typedKey } from '../../../dashboard/ui/typed-key.ts'
import { type FormType, formTypes } from '../../../shared/form-types.ts'
import type { Insights } from '../rules.ts'
import styles from './insights.module.css'
import plot from './plot.module.css'
import { seriesOf, useWidth } from './plot.ts'
import { applications, spanName, stepNames, tickName, tickYear } from './words.ts'

const height = 316
const margin = { top: 12, right: 2, bottom: 42, left: 34 }

type Part = Insights['overTime'][number]

/** The number of applications in one bar. */
export const sumOf = ({ counts }: Part): number => formTypes.reduce((sum, type) => sum + counts[type], 0)

interface StackedBarsProps {
  readonly insights: Insights
  readonly types: readonly FormType[]
  /** The highlighted form; the others are dimmed. */
  readonly lit: FormType | undefined
  /** The list of a bar. */
  urlOf(part: Part): string
}

type Step = Insights['step']

/** The positions of the bars in a drawing of this width. */
function scalesOf(overTime: readonly Part[], width: number) {
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
  return { x, y, inner }
}

type Scales = ReturnType<typeof scalesOf>

/** A bar as text: `March 2026: 12 applications (Accelerator 9, Contact 3)`. */
function describe(part: Part, step: Step, types: readonly FormType[]): string {
  const all = `${spanName(part, step)}: ${applications(sumOf(part))}`
  if (sumOf(part) === 0 || types.length < 2) return all
  const byForm = types
    .filter((type) => part.counts[type] > 0)
    .map((type) => `${formNames[type]} ${formatCount(part.counts[type])}`)
  return `${all} (${byForm.join(', ')})`
}

const Grid = ({ y, width }: { readonly y: Scales['y']; readonly width: number }) =>
  y
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
    ))

interface BarsProps extends Pick<StackedBarsProps, 'types' | 'lit'>, Pick<Scales, 'x' | 'y'> {
  readonly overTime: readonly Part[]
}

function Bars({ overTime, types, lit, x, y }: BarsProps) {
  const layers = stack<Part, FormType>()
    .keys(types)
    .value(({ counts }, type) => counts[type])([...overTime])
  return layers.map((layer) => (
    <g key={layer.key} className={plot.series} style={seriesOf(layer.key)} data-dim={lit && lit !== layer.key ? '' : undefined}>
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
  ))
}

interface TicksProps extends Pick<Scales, 'x' | 'inner'> {
  readonly overTime: readonly Part[]
  readonly step: Step
}

/** The labels under the bars, as many as fit. */
function Ticks({ overTime, step, x, inner }: TicksProps) {
  const tickAt = (index: number): number => (x(index) ?? 0) + (index === 0 && overTime.length > 3 ? 0 : x.bandwidth() / 2)
  const every = Math.ceil(overTime.length / Math.max(1, Math.floor(inner / 62)))
  return overTime.map((part, index) =>
    index % every === 0 ? (
      <text
        key={part.from}
        className={plot.tick}
        x={tickAt(index)}
        y={height - margin.bottom + 20}
        textAnchor={index === 0 && overTime.length > 3 ? 'start' : 'middle'}
      >
        {tickName(part, step)}
        <tspan x={tickAt(index)} dy="1.2em">
          {tickYear(part, overTime[index - every])}
        </tspan>
      </text>
    ) : null,
  )
}

/** The background of the selected bar. */
const Highlight = ({ x, at }: { readonly x: Scales['x']; readonly at: number }) => (
  <rect
    className={plot.lit}
    x={(x(at) ?? 0) - (x.step() - x.bandwidth()) / 2}
    y={margin.top}
    width={x.step()}
    height={height - margin.top - margin.bottom}
  />
)

/** The index of the bar that pointer or arrow keys select, and the event handlers. */
function useSelectedPart(count: number, x: Scales['x'], open: (at: number) => void) {
  const [at, setAt] = useState<number>()
  const point = (event: PointerEvent<HTMLDivElement>): void => {
    const from = event.currentTarget.getBoundingClientRect().left
    const index = Math.floor((event.clientX - from - margin.left) / Math.max(1, x.step()))
    setAt(Math.min(count - 1, Math.max(0, index)))
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const key = typedKey(event)
    if (key === 'Enter') open(at ?? count - 1)
    const last = count - 1
    const to = { ArrowLeft: (at ?? last + 1) - 1, ArrowRight: (at ?? -1) + 1, Home: 0, End: last }[key]
    if (to === undefined) return
    event.preventDefault()
    setAt(Math.min(last, Math.max(0, to)))
  }
  const clear = (): void => setAt(undefined)
  // A finger shows the numbers of a bar; the table has the links.
  const onClick = ({ nativeEvent }: MouseEvent): void => {
    if (at !== undefined && (nativeEvent as globalThis.PointerEvent).pointerType === 'mouse') open(at)
  }
  return {
    at,
    handlers: { onPointerMove: point, onPointerDown: point, onPointerLeave: clear, onClick, onKeyDown, onBlur: clear },
  }
}

/** The plot; pointer or arrow keys select a bar to show its numbers, a click or Enter opens its list. */
export function StackedBars({ insights: { overTime, step }, types, lit, urlOf }: StackedBarsProps) {
  const [frame, width] = useWidth<HTMLDivElement>()
  const { x, y, inner } = scalesOf(overTime, width)
  const { at, handlers } = useSelectedPart(overTime.length, x, (index) => {
    const part = overTime[index]
    if (part !== undefined) navigate(urlOf(part))
  })
  const shown = at === undefined ? undefined : overTime[at]
  return (
    <div>
      <div
        ref={frame}
        className={styles.frame}
        role="slider"
        tabIndex={0}
        aria-label={`Look at one ${stepNames[step]}; Enter opens its list`}
        aria-valuemin={1}
        aria-valuemax={overTime.length}
        aria-valuenow={(at ?? overTime.length - 1) + 1}
        aria-valuetext={describe((shown ?? overTime.at(-1)) as Part, step, types)}
        {...handlers}
      >
        {width > 0 && (
          <svg className={plot.drawing} width={width} height={height} aria-hidden="true" focusable="false">
            <Grid y={y} width={width} />
            {at !== undefined && <Highlight x={x} at={at} />}
            <Bars overTime={overTime} types={types} lit={lit} x={x} y={y} />
            <Ticks overTime={overTime} step={step} x={x} inner={inner} />
          </svg>
        )}
      </div>
      <p className={styles.says} aria-hidden="true">
        {shown === undefined ? ' ' : describe(shown, step, types)}
      </p>
    </div>
  )
}
