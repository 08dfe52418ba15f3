import { pages } from '../../../content/content.ts'
import { Section } from '../shared/Section.tsx'
import styles from './mission.module.css'

/** Why we exist: the first paragraph very large, the others as text. */
export function Mission() {
  const { title, paragraphs } = pages.about.mission
  return (
    <Section title={title}>
      <div className={`stack gap-5 split even ${styles.paragraphs}`}>
        {paragraphs.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
    </Section>
  )
}
