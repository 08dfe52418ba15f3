import { pages } from '../../../content/content.ts'
import { Section } from '../shared/Section.tsx'
import styles from './who-can-join.module.css'

/** The two kinds of customer, side by side: the enterprise on red earth, the individual on rice. */
export function WhoCanJoin() {
  const { title, intro, items } = pages.earlyCustomer.who
  return (
    <Section title={title} intro={intro}>
      <ul className={styles.kinds}>
        {items.map(({ title: kind, text, benefits }, at) => (
          <li key={kind} className={at === 0 ? `deep ${styles.kind}` : styles.kind}>
            <h3>{kind}</h3>
            <p>{text}</p>
            <ul>
              {benefits.map((benefit) => (
                <li key={benefit}>{benefit}</li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </Section>
  )
}
