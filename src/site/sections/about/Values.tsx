import { pages } from '../../../content/content.ts'
import { Kolam } from '../../../ui/kolam/Kolam.tsx'
import { Section } from '../shared/Section.tsx'
import { Unbroken } from '../shared/Unbroken.tsx'
import styles from './values.module.css'

/** What we stand by: four values around one kolam, or under each other on narrow screens. */
export function Values() {
  const { title, intro, items } = pages.about.values
  return (
    <Section title={title} intro={intro}>
      <div className={`stack ${styles.values}`}>
        <Kolam className={styles.kolam} seed="c" size={3} shape="square" />
        <ul className="stack">
          {items.map(({ title: value, text }) => (
            <li key={value} className="stack gap-2">
              <h3 className="text-5 deep-ink">
                <Unbroken text={value} />
              </h3>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </div>
    </Section>
  )
}
