import { pages } from '../../../content/content.ts'
import { Section } from '../shared/Section.tsx'
import styles from './requirements.module.css'

/** What we ask of an intern, as lines to be ticked off in the mind. */
export function Requirements() {
  const { title, intro, items } = pages.work.requirements
  return (
    <Section title={title} intro={intro} ground="deep" layout="beside">
      <ul className={styles.lines}>
        {items.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </Section>
  )
}
