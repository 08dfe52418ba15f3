import type { ReactNode } from 'react'
import { site } from '../../../content/content.ts'
import type { PaperContent } from '../../../content/schema/paper.ts'
import { classNames } from '../../../ui/class-names.ts'
import { Kolam } from '../../../ui/kolam/Kolam.tsx'
import { isDemonstration } from '../../demonstration.ts'
import styles from './paper.module.css'
import { Result } from './Result.tsx'
import { Unbroken } from './Unbroken.tsx'

interface PaperProps {
  readonly paper: PaperContent | undefined
  /** Whether it is a form of ours, with our mark at its head. */
  readonly own?: boolean
  /** `sums`: what stands beside a term ends at the right edge; `clauses`: the lines are numbered. */
  readonly form?: 'sums' | 'clauses'
  /** A drawing above the lines. */
  readonly children?: ReactNode
}

/** Whether a page shows a paper: an invented one only while the site is a demonstration. */
export const isShown = (paper: PaperContent | undefined): paper is PaperContent =>
  paper !== undefined && (isDemonstration || !paper.invented)

/** One sheet of paper that shows the work itself: type and lines on white, with its note below. */
export function Paper({ paper, own = false, form, children }: PaperProps) {
  if (!isShown(paper)) return null
  const { title, corner, plot, figure, lines, last, signed, note } = paper
  return (
    <figure className={styles.place}>
      <div className={classNames(styles.paper, form && styles[form])}>
        <div className={`row ${styles.head}`}>
          {own && <Kolam seed={site.mark} size={3} shape="square" />}
          <p className="text-3">{title}</p>
          <p className="small">{corner}</p>
        </div>
        {figure && (
          <p className={styles.figure}>
            <Result value={figure.value} /> <span className="soft">{figure.label}</span>
          </p>
        )}
        {plot && <Plot values={plot} />}
        {children}
        <dl>
          {lines.map((line) => (
            <div key={line.title}>
              <dt>{line.title}</dt>
              <dd>
                <Unbroken text={line.text} />
                {line.pencil && (
                  <>
                    {' '}
                    <em>{line.pencil}</em>
                  </>
                )}
              </dd>
            </div>
          ))}
          {last && (
            <div className={styles.last}>
              <dt>{last.title}</dt>
              <dd>
                <Unbroken text={last.text} />
              </dd>
            </div>
          )}
        </dl>
        {signed && (
          <ul className={`stack gap-5 ${styles.signed}`}>
            {signed.map((name) => (
              <li key={name}>{name}</li>
            ))}
          </ul>
        )}
      </div>
      {note !== '' && <figcaption>{note}</figcaption>}
    </figure>
  )
}

/** A paper beside what it shows. */
export const BesidePaper = ({ paper, children }: { readonly paper?: ReactNode; readonly children: ReactNode }) => (
  <div className={`stack gap-7 split even ${styles.beside}`}>
    <div>{children}</div>
    {paper}
  </div>
)

/** Numbers as a line through dots, from the least to the greatest; the last dot is red. */
function Plot({ values }: { readonly values: readonly number[] }) {
  const [least, most] = [Math.min(...values), Math.max(...values)]
  const points = values.map((value, at) => ({
    x: (at * 200) / (values.length - 1),
    y: 44 - (44 * (value - least)) / (most - least || 1),
  }))
  const path = points.map(({ x, y }, at) => `${at === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('')
  const dots = points.map(({ x, y }) => `M${x.toFixed(1)} ${y.toFixed(1)}h0`)
  return (
    <svg className={`drawing ${styles.plot}`} viewBox="-4 -4 208 54" aria-hidden="true">
      <path d="M0 49.5h200" />
      <path d={path} />
      <path className={styles.dots} d={dots.slice(0, -1).join('')} />
      <path className={styles.now} d={dots.at(-1)} />
    </svg>
  )
}
