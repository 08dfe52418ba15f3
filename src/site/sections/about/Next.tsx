import { ArrowRight } from 'lucide-react'
import { pages } from '../../../content/content.ts'
import { Section } from '../shared/Section.tsx'
import styles from './next.module.css'

/** Where to go from here: a question in each row, and the link for visitors who say yes. */
export function Next() {
  const { title, intro, items } = pages.about.next
  return (
    <Section title={title} intro={intro} ground="sunk">
      <ul className={`rows ended quiet ${styles.next}`}>
        {items.map(({ question, action: { label, to } }) => (
          <li key={to} className="stack gap-1">
            <p className="soft">{question}</p>
            <a className="touch text-4" href={to}>
              {label}
              <ArrowRight className="arrow" aria-hidden="true" size={32} />
            </a>
          </li>
        ))}
      </ul>
    </Section>
  )
}
