import { formatCount } from '../../../dashboard/labels.ts'
import { Opens } from './Opens.tsx'
import plot from './plot.module.css'
import { labelWidth, useWidth } from './plot.ts'
import { applications } from './words.ts'

interface Length {
  readonly name: string
  readonly count: number
  /** How many of them are late; drawn at the end of the bar. */
  readonly late?: number
  readonly tone: 'plain' | 'faint'
  /** The list of what it counts. */
  readonly href?: string | undefined
}

/** The maximum length of a label in characters; longer ones are cut. */
const maxLetters = { wide: 24, narrow: 34 }

const cut = (name: string, most: number): string => {
  const letters = [...name]
  return letters.length <= most ? name : `${letters.slice(0, most - 1).join('')}…`
}

/** Counts as horizontal bars with label and number, on one scale from zero. */
export function Lengths({ rows }: { rows: readonly Length[] }) {
  const [frame, width] = useWidth<HTMLDivElement>()
  const narrow = width < 480
  const [tall, left, right] = narrow ? [44, 0, 56] : [32, labelWidth(rows.map(({ name }) => name)), 64]
  const most = Math.max(1, ...rows.map((row) => row.count))
  const length = (n: number): number => (n / most) * Math.max(0, width - left - right)
  return (
    <div ref={frame} className={plot.opening}>
      {width > 0 && (
        <svg className={plot.drawing} width={width} height={rows.length * tall + 4} aria-hidden="true" focusable="false">
          {rows.map((row, index) => {
            const middle = index * tall + (narrow ? 30 : tall / 2)
            return (
              <g key={row.name}>
                <text
                  className={plot.label}
                  x={narrow ? 0 : left - 12}
                  y={narrow ? index * tall + 14 : middle}
                  dy={narrow ? 0 : '0.32em'}
                  textAnchor={narrow ? 'start' : 'end'}
                >
                  {cut(row.name, maxLetters[narrow ? 'narrow' : 'wide'])}
                </text>
                {row.count > 0 && (
                  <rect
                    className={plot.bar}
                    data-tone={row.tone}
                    x={left}
                    y={middle - 8}
                    width={Math.max(1, length(row.count))}
                    height={16}
                  />
                )}
                {(row.late ?? 0) > 0 && (
                  <rect
                    className={plot.bar}
                    data-tone="late"
                    x={left + length(row.count - (row.late ?? 0))}
                    y={middle - 8}
                    width={Math.max(1, length(row.late ?? 0))}
                    height={16}
                  />
                )}
                <text className={`${plot.label} ${plot.strong}`} x={left + length(row.count) + 8} y={middle} dy="0.32em">
                  {formatCount(row.count)}
                </text>
              </g>
            )
          })}
          {!narrow && <line className={plot.base} x1={left} x2={left} y1={0} y2={rows.length * tall} />}
        </svg>
      )}
      <Opens
        surfaces={rows.flatMap(({ name, count, href }, index) => {
          const label = `${name}: ${applications(count)}`
          return href === undefined || count === 0 ? [] : [{ href, label, left: 0, top: index * tall, width, height: tall }]
        })}
      />
    </div>
  )
}
