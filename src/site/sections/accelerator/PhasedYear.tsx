import { programs } from '../../../content/content.ts'
import { Frieze } from '../../../ui/kolam/Frieze.tsx'
import { Fold } from '../shared/Fold.tsx'
import { Section } from '../shared/Section.tsx'
import { weekCount, weeksOf } from '../shared/weeks.ts'
import styles from './phased-year.module.css'

/**
 * Twenty-four weeks as one line around twenty-four dots, with each phase above or below its first week. On a phone the line runs down the left
 * edge, with the dots of each phase next to it.
 */
export function PhasedYear() {
  const { title, intro, items } = programs.accelerator.journey
  return (
    <Section title={title} intro={intro} ground="deep">
      <Fold label="The five phases">
        <div className={styles.year}>
          <Frieze className={styles.line} columns={weekCount} rows={1} />
          <ol className={`stack gap-5 ${styles.phases}`}>
            {items.map(({ when, title: name, text }) => {
              const { from, to } = weeksOf(when)
              return (
                <li key={when}>
                  {from > 1 && <svg className={styles.before} viewBox={`0 0 ${from - 1} 1`} aria-hidden="true" />}
                  <div className="stack gap-1 start">
                    <Frieze className={styles.weeks} columns={1} rows={to - from + 1} />
                    <p className={`label ${styles.when}`}>{when}</p>
                    <h3>{name}</h3>
                    <p className="soft">{text}</p>
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
