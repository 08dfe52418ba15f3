import { programs } from '../../../content/content.ts'
import { Section } from '../shared/Section.tsx'
import styles from './phased-year.module.css'

/** The weeks that `Week 3-8` spans. */
const weeksOf = (when: string): number[] => {
  const [from = 1, to = from] = (when.match(/\d+/g) ?? []).map(Number)
  return Array.from({ length: to - from + 1 }, (_, at) => from + at)
}

/** The room that a week takes on the line, in px; a short phase takes what its words need. */
const week = 28

/** Twenty-four weeks on one line, a dot for each. */
export function PhasedYear() {
  const { title, intro, items } = programs.accelerator.journey
  return (
    <Section title={title} intro={intro} ground="deep" layout="beside">
      <ol className={styles.phases}>
        {items.map(({ when, title: name, text }) => {
          const weeks = weeksOf(when)
          return (
            <li key={when}>
              <svg
                className={styles.weeks}
                viewBox={`0 0 20 ${weeks.length * week}`}
                width="20"
                height={weeks.length * week}
                preserveAspectRatio="none"
                aria-hidden="true"
              >
                <path className={styles.thread} d={`M10 0v${weeks.length * week}`} />
                <path className={styles.dots} d={weeks.map((_, at) => (at === 0 ? '' : `M10 ${at * week + 12}h0`)).join('')} />
              </svg>
              <div>
                <p className={styles.when}>{when}</p>
                <h3>{name}</h3>
                <p>{text}</p>
              </div>
            </li>
          )
        })}
      </ol>
    </Section>
  )
}
