import { programs } from '../../../content/content.ts'
import { Kolam } from '../../../ui/kolam/Kolam.tsx'
import { kolams } from '../../kolams.ts'
import { Section } from '../shared/Section.tsx'
import styles from './weeks.module.css'

/** The kolam at the end of each pair of weeks. It grows with the product, up to the kolam of the programme. */
const grown = [
  { seed: 'h', size: 1, shape: 'square' },
  { seed: 'h', size: 3, shape: 'square' },
  kolams['startup-studio'],
] as const

/** Six weeks in three pairs: when, what happens, and what exists at the end. */
export function Weeks() {
  const { title, intro, items } = programs.startupStudio.weeks
  return (
    <Section title={title} intro={intro}>
      <ol className={`rows ${styles.weeks}`}>
        {items.map(({ when, title: name, text, outcome }, at) => (
          <li key={when} className="stack">
            <Kolam className={`${styles.kolam} ${styles[`grown${at + 1}`]}`} {...(grown[at] ?? grown[2])} />
            <div className={'stack gap-2'}>
              <p className="label">{when}</p>
              <h3 className="text-5">{name}</h3>
              <p>{text}</p>
            </div>
            <p className={`note text-3 ${styles.outcome}`}>
              <span className="soft small">At the end of it</span> {outcome}
            </p>
          </li>
        ))}
      </ol>
    </Section>
  )
}
