import { Download } from 'lucide-react'
import { type ReactNode, useId, useRef } from 'react'
import { Button } from '../../../dashboard/ui/Button.tsx'
import styles from './insights.module.css'
import { type Numbers, saveDrawing, saveNumbers } from './save.ts'

interface FigureProps {
  readonly title: string
  /** What the plot shows, as a sentence. */
  readonly finding: string
  /** The file name of its downloads, without extension. */
  readonly name: string
  /** What the file name ends with: the form and the days that it is about. */
  readonly holds: readonly (string | undefined)[]
  readonly numbers: Numbers
  /** Whether there is no data; then only the sentence is shown. */
  readonly empty: boolean
  readonly wide?: boolean
  readonly children: ReactNode
}

/** A plot with its title, a sentence and a table of its data; plot and data can be downloaded. */
export function Figure({ title, finding, name, holds, numbers, empty, wide = false, children }: FigureProps) {
  const drawn = useRef<HTMLDivElement>(null)
  const id = useId()
  const file = [name, ...holds].filter(Boolean).join('-')
  const saveSvg = (): void => {
    const drawing = drawn.current?.querySelector('svg')
    if (drawing) saveDrawing(drawing, file)
  }
  return (
    <figure className={`stack ${styles.figure}`} data-wide={wide ? '' : undefined} aria-labelledby={id}>
      <figcaption className="stack gap-1">
        <h2 id={id}>{title}</h2>
        <p>{finding}</p>
      </figcaption>
      {!empty && (
        <>
          <div ref={drawn}>{children}</div>
          <details data-print="no">
            <summary className="soft small">
              Data<span className="visually-hidden">: {title}</span>
            </summary>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container needs keyboard access */}
            <section className={styles.table} tabIndex={0} aria-label={`Data: ${title}`}>
              <table className="figures">
                <thead>
                  <tr>
                    {numbers.names.map((name) => (
                      <th key={name} scope="col">
                        {name}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {numbers.lines.map(([head, ...cells], line) => (
                    <tr key={head}>
                      <th scope="row">{numbers.hrefs === undefined ? head : <a href={numbers.hrefs[line]}>{head}</a>}</th>
                      {cells.map((cell, index) => (
                        <td key={numbers.names[index + 1]}>{cell}</td>
                      ))}
                    </tr>
                  ))}
                </tbody>
              </table>
            </section>
            <div className={`row gap-2`}>
              <Button tone="quiet" onClick={() => saveNumbers(numbers, file)}>
                <Download aria-hidden size={16} strokeWidth={1.75} />
                Numbers as CSV
              </Button>
              <Button tone="quiet" onClick={saveSvg}>
                <Download aria-hidden size={16} strokeWidth={1.75} />
                Drawing as SVG
              </Button>
            </div>
          </details>
        </>
      )}
    </figure>
  )
}
