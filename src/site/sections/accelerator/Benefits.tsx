import { programs } from '../../../content/content.ts'
import { Frieze } from '../../../ui/kolam/Frieze.tsx'
import dots from '../shared/dots.module.css'
import { Fold, foldOf } from '../shared/Fold.tsx'
import { Section } from '../shared/Section.tsx'
import { weekCount, weeksOf } from '../shared/weeks.ts'
import styles from './benefits.module.css'

/** What a company gets: each benefit beside the weeks of the programme, with a line around those in which a company has it. And who can apply. */
export function Benefits() {
  const { benefits, eligibility } = programs.accelerator
  return (
    <Section title={benefits.title} intro={benefits.intro}>
      <Fold {...foldOf(benefits.items)}>
        <ul className={`rows loose ended ${styles.score}`}>
          {benefits.items.map(({ when, title, text }) => (
            <li key={title} className="stack">
              <h3>{title}</h3>
              <p>{text}</p>
              <div className={`stack gap-1 ${styles.weeks}`}>
                <p className="small label">{when}</p>
                <Frieze columns={weekCount} rows={1} joined={weeksOf(when)} />
              </div>
            </li>
          ))}
        </ul>
      </Fold>
      <Fold label="Is it for you?">
        <div className={`stack ${styles.who}`}>
          <h3>Who can apply</h3>
          <ul className={`stack split even dots ${dots.dots} ${dots.rings}`}>
            {eligibility.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </div>
      </Fold>
    </Section>
  )
}
