import { programs } from '../../../content/content.ts'
import { Fold } from '../shared/Fold.tsx'
import { Companions, companyOf, Result } from '../shared/Result.tsx'
import { Section } from '../shared/Section.tsx'
import styles from './stories.module.css'

/** What changed for three companies: the figure first, then what happened, then the people. */
export function Stories() {
  const { stories } = programs.accelerator
  if (stories === undefined) return null
  const { title, intro, items } = stories
  return (
    <Section id="stories" title={title} intro={intro}>
      <ul className={`rows ended ${styles.stories}`}>
        {items.map(({ company: name, text }) => {
          const company = companyOf(name)
          return (
            company?.result && (
              <li key={name}>
                <p className={styles.figure}>
                  <Result value={company.result.value} /> <span className="soft">{company.result.label}</span>
                </p>
                <Fold label={`How ${name} got there`}>
                  <div className={`stack ${styles.story}`}>
                    <p className="soft">{text}</p>
                    <div className="stack gap-3">
                      <Companions company={company} level="h3" />
                    </div>
                  </div>
                </Fold>
              </li>
            )
          )
        })}
      </ul>
      <p>
        <a className="touch" href="/portfolio">
          See the other companies
        </a>
      </p>
    </Section>
  )
}
