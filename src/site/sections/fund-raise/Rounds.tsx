import { programs } from '../../../content/content.ts'
import { Section } from '../shared/Section.tsx'
import styles from './rounds.module.css'
import { spanOf } from './span.ts'

const marks = [50e3, 500e3, 2e6, 15e6]
const width = 1000

/** The rounds on one scale of money: each as a span from its least to its most, in steps of ten. */
export function Rounds() {
  const { title, intro, items } = programs.fundRaise.stages
  return (
    <Section title={title} intro={intro}>
      <ol className={styles.rounds}>
        {items.map(({ name, amount, text }) => {
          const { from, to } = spanOf(amount)
          return (
            <li key={name}>
              <h3>
                {name} <span>{amount}</span>
              </h3>
              <svg className={styles.scale} viewBox={`0 0 ${width} 24`} preserveAspectRatio="none" aria-hidden="true">
                <path className={styles.axis} d={`M0 12H${width}`} />
                <path
                  className={styles.ticks}
                  d={marks.map((mark) => `M${(spanOf(`$${mark}`).from * width).toFixed()} 5v14`).join('')}
                />
                <path className={styles.span} d={`M${(from * width).toFixed()} 12H${(to * width).toFixed()}`} />
              </svg>
              <p>{text}</p>
            </li>
          )
        })}
      </ol>
    </Section>
  )
}
