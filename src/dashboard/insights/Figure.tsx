import { Download } from 'lucide-react'
import { type ReactNode, useId, useRef } from 'react'
import { Button } from '../ui/Button.tsx'
import styles from './figure.module.css'
import { type Numbers, saveDrawing, saveNumbers } from './save.ts'

export interface FigureProps {
  readonly title: string
  /** What one sees in the plot, as a sentence. */
  readonly finding: string
  /** What files of it are called. */
  readonly name: string
  readonly numbers: Numbers
  /** Whether there is nothing to draw: the sentence stands alone. */
  readonly empty: boolean
  readonly wide?: boolean
  readonly children: ReactNode
}

/** A plot with its title, what it shows in words, and its numbers as a table; both can be taken along. */
export function Figure({ title, finding, name, numbers, empty, wide = false, children }: FigureProps) {
  const drawn = useRef<HTMLDivElement>(null)
  const id = useId()
  const saveSvg = (): void => {
    const drawing = drawn.current?.querySelector('svg')
    if (drawing) saveDrawing(drawing, name)
  }
  return (
    <figure className={styles.figure} data-wide={wide ? '' : undefined} aria-labelledby={id}>
      <figcaption>
        <h2 id={id}>{title}</h2>
        <p>{finding}</p>
      </figcaption>
      {!empty && (
        <>
          <div ref={drawn}>{children}</div>
          <details className={styles.numbers}>
            <summary>
              Data<span className="visually-hidden">: {title}</span>
            </summary>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard */}
            <section className={styles.table} tabIndex={0} aria-label={`Data: ${title}`}>
              <table>
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
                  {numbers.lines.map(([head, ...cells]) => (
                    <tr key={head}>
                      <th scope="row">{head}</th>
                      {cells.map((cell, index) => (
                        <td key={numbers.names[index + 1]}>{cell}</td>
                      ))}
                    </tr>
                  ))}
                </tbody>
              </table>
            </section>
            <div className={styles.take}>
              <Button tone="quiet" onClick={() => saveNumbers(numbers, name)}>
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
