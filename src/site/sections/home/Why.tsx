import { claims, pages, stats } from '../../../content/content.ts'
import { Section } from '../shared/Section.tsx'
import styles from './why.module.css'

const figures = [claims.raised, claims.success, claims.investors, claims.credits, claims.alumni, claims.graduation]

/** Why founders choose us: four arguments over a large kolam, and our claims as a row of figures. */
export function Why() {
  const { why, terms } = pages.home
  const { title, intro, items } = why
  return (
    <Section title={title} intro={intro} ground="deep">
      <ul className={`rows stack two ${styles.reasons}`}>
        {items.map(({ title: reason, text }) => (
          <li key={reason} className="stack gap-2">
            <h3>{reason}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
      <p>
        <a className="touch" href={terms.to}>
          {terms.label}
        </a>
      </p>
      <ul className={`text-3 ${styles.claims}`} aria-label={stats.scopes.claims}>
        {figures.map(({ value, label }) => (
          <li key={label}>
            <strong>{value}</strong> {label}
          </li>
        ))}
      </ul>
      <p className={`soft small ${styles.scope}`} aria-hidden="true">
        {stats.scopes.claims}
      </p>
    </Section>
  )
}
