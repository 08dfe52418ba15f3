import { programs } from '../../../content/content.ts'
import { Section } from '../shared/Section.tsx'
import styles from './rounds.module.css'

const marks = [50e3, 500e3, 2e6, 15e6]
const width = 1000

/** The rounds on one logarithmic scale of amounts, each as a span from its smallest to its largest amount. */
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

/** The scale's ends, in dollars. */
const least = 40e3
const most = 60e6

const positionOf = (dollars: number): number => Math.min(1, Math.max(0, Math.log(dollars / least) / Math.log(most / least)))

/**
 * The beginning and end of an amount such as `$500K-$2M` on the logarithmic scale, from 0 to 1. `$15M+` reaches the end of the scale; text that is not
 * an amount fills it.
 */
export function spanOf(amount: string): { from: number; to: number } {
  const [from, to] = Array.from(amount.matchAll(/\$([\d.]+)([KM]?)/g), ([, digits, unit]) =>
    positionOf(Number(digits) * (unit === 'M' ? 1e6 : unit === 'K' ? 1e3 : 1)),
  )
  return { from: from ?? 0, to: to ?? 1 }
}
