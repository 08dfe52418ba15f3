import { programs } from '../../../content/content.ts'
import { Frieze } from '../../../ui/kolam/Frieze.tsx'
import { Fold } from '../shared/Fold.tsx'
import { Section } from '../shared/Section.tsx'
import styles from './phased-year.module.css'

/** The first week of `Week 3-8`, and the number of weeks. */
const weeksOf = (when: string) => {
  const [from = 1, to = from] = (when.match(/\d+/g) ?? []).map(Number)
  return { from, count: to - from + 1 }
}

/**
 * Twenty-four weeks as one line around twenty-four dots, with each phase above or below its first week. On a phone the line runs down the left
 * edge, with the dots of each phase next to it.
 */
export function PhasedYear() {
  const { title, intro, items } = programs.accelerator.journey
  const weeks = items.reduce((sum, { when }) => sum + weeksOf(when).count, 0)
  return (
    <Section title={title} intro={intro} ground="deep">
      <Fold label="The five phases">
        <div className={styles.year}>
          <Frieze className={styles.line} columns={weeks} rows={1} />
          <ol className={styles.phases}>
            {items.map(({ when, title: name, text }) => {
              const { from, count } = weeksOf(when)
              return (
                <li key={when}>
                  {from > 1 && <svg className={styles.before} viewBox={`0 0 ${from - 1} 1`} aria-hidden="true" />}
                  <div>
                    <Frieze className={styles.weeks} columns={1} rows={count} />
                    <p className={styles.when}>{when}</p>
                    <h3>{name}</h3>
                    <p>{text}</p>
                  </div>
                </li>
              )
            })}
          </ol>
        </div>
      </Fold>
    </Section>
  )
}
