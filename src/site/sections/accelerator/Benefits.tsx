import { programs } from '../../../content/content.ts'
import { Fold, teaserOf } from '../shared/Fold.tsx'
import { Items } from '../shared/Items.tsx'
import { Section } from '../shared/Section.tsx'
import styles from './benefits.module.css'

/** What a company gets, and who can apply, in one section. */
export function Benefits() {
  const { benefits, eligibility } = programs.accelerator
  return (
    <Section title={benefits.title} intro={benefits.intro}>
      <Fold label={`All ${benefits.items.length} in full`} teaser={teaserOf(benefits.items)}>
        <Items items={benefits.items} form="cells" across={3} />
      </Fold>
      <Fold label="Is it for you?">
        <div className={styles.who}>
          <h3>Who can apply</h3>
          <ul>
            {eligibility.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </div>
      </Fold>
    </Section>
  )
}
