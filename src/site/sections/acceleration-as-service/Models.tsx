import { programs } from '../../../content/content.ts'
import { Section } from '../shared/Section.tsx'
import styles from './models.module.css'

/** The three ways to share the work, to be compared line by line. */
export function Models() {
  const { title, intro, items } = programs.accelerationAsService.models
  return (
    <Section title={title} intro={intro} ground="sunk">
      <ul className={styles.models}>
        {items.map(({ title: name, duration, text, suits }) => (
          <li key={name}>
            <h3>{name}</h3>
            <p className={styles.duration}>{duration}</p>
            <p>{text}</p>
            <p className={styles.suits}>
              <span>Suits</span> {suits}
            </p>
          </li>
        ))}
      </ul>
    </Section>
  )
}
