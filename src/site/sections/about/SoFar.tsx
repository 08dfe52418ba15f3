import { stats } from '../../../content/content.ts'
import { Section } from '../shared/Section.tsx'
import styles from './so-far.module.css'

/** Our figures, joined by a line from dot to dot: in a row, or one below the other on phones. */
export function SoFar() {
  const scope = stats.scopes.about
  return (
    <Section title="So far" ground="deep">
      <figure className={`stack gap-6 ${styles.figures}`}>
        <ul aria-label={scope}>
          {stats.about.map(({ value, label }) => (
            <li key={label}>
              <strong>{value}</strong> <span>{label}</span>
            </li>
          ))}
        </ul>
        <figcaption aria-hidden="true">{scope}</figcaption>
      </figure>
    </Section>
  )
}
