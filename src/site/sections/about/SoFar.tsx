import { stats } from '../../../content/content.ts'
import '../../../ui/thread/thread.css'
import { Section } from '../shared/Section.tsx'

/** Our figures, joined by a line from dot to dot: in a row, or one below the other on phones. */
export function SoFar() {
  const scope = stats.scopes.about
  if (stats.about.length === 0) return null
  return (
    <Section title="So far" ground="deep">
      <figure className="stack gap-6">
        <ul className="thread across" aria-label={scope}>
          {stats.about.map(({ value, label }) => (
            <li key={label} className="stack gap-1">
              <strong className="display text-6">{value}</strong> <span className="soft dense">{label}</span>
            </li>
          ))}
        </ul>
        <figcaption aria-hidden="true">{scope}</figcaption>
      </figure>
    </Section>
  )
}
