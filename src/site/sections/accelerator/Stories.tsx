import { portfolio, programs } from '../../../content/content.ts'
import { CompanyLogo } from '../shared/CompanyLogo.tsx'
import { Section } from '../shared/Section.tsx'
import styles from './stories.module.css'

/** What changed for three companies: the figure first. */
export function Stories() {
  const { title, intro, items } = programs.accelerator.stories
  return (
    <Section title={title} intro={intro}>
      <ul className={styles.stories}>
        {items.map(({ company: name, text, result }) => {
          const company = portfolio.find((candidate) => candidate.name === name)
          return (
            <li key={name}>
              <p className={styles.result}>
                <strong>{result.value}</strong> <span>{result.label}</span>
              </p>
              <div className={styles.words}>
                <h3>
                  {company && <CompanyLogo company={company} className={styles.logo} />}
                  {name}
                </h3>
                <p>{text}</p>
              </div>
            </li>
          )
        })}
      </ul>
      <p className={styles.more}>
        <a href="/portfolio">See the other companies</a>
      </p>
    </Section>
  )
}
