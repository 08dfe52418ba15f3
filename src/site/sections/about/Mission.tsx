import { pages } from '../../../content/content.ts'
import { Paper } from '../shared/Paper.tsx'
import { Section } from '../shared/Section.tsx'
import { linked } from '../shared/Unbroken.tsx'
import styles from './mission.module.css'

/** Why we exist: the first paragraph very large, the others as text, beside the board of the first day. */
export function Mission() {
  const {
    title,
    paragraphs: [first, ...texts],
  } = pages.about.mission
  return (
    <Section title={title}>
      <div className={`stack gap-6 split even ${styles.paragraphs}`}>
        {first && <p>{linked(first)}</p>}
        <div className="stack">
          {texts.map((paragraph) => (
            <p key={paragraph}>{linked(paragraph)}</p>
          ))}
        </div>
        <Paper paper={pages.about.sheet} form="sums" />
      </div>
    </Section>
  )
}
