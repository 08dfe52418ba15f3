import { pages } from '../../../content/content.ts'
import { Section } from '../shared/Section.tsx'
import styles from './categories.module.css'

/** The fields in which one can be early, each with examples. */
export function Categories() {
  const { title, intro, items } = pages.earlyCustomer.categories
  return (
    <Section title={title} intro={intro} ground="sunk" layout="beside">
      <dl className={styles.categories}>
        {items.map(({ title: name, examples }) => (
          <div key={name}>
            <dt>{name}</dt>
            {examples.map((example) => (
              <dd key={example}>{example}</dd>
            ))}
          </div>
        ))}
      </dl>
    </Section>
  )
}
