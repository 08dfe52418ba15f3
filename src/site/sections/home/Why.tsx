import { claims, pages, stats } from '../../../content/content.ts'
import { Section } from '../shared/Section.tsx'
import styles from './why.module.css'

const figures = Object.values(claims).map(({ value, label }) => `${value} ${label}`)

/** Why founders choose us: four arguments over a large kolam, and our claims in a sentence. */
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
      {figures.length > 0 && <p className="soft small">{`${figures.join(', ')}. ${stats.scopes.claims}`}</p>}
      <p>
        <a className="touch" href={terms.to}>
          {terms.label}
        </a>
      </p>
    </Section>
  )
}
