import { portfolio, programs } from '../../../content/content.ts'
import { CompanyLogo, companyLink } from '../shared/CompanyLogo.tsx'
import { Companions, companyOf, Quote, Result } from '../shared/Result.tsx'
import styles from './proof.module.css'

/** One result in the words of a founder, with its company and its people; below it all companies that we show. */
export function Proof() {
  if (portfolio.length === 0) return null
  const [story] = programs.accelerator.stories?.items ?? []
  const company = story && companyOf(story.company)
  return (
    <section className={styles.proof}>
      <div className="wrap stack gap-7">
        {company?.result && (
          <div className={`stack ${styles.story}`}>
            <p className={styles.figure}>
              <Result value={company.result.value} /> <span className="soft text-3">{company.result.label}</span>
            </p>
            <Quote company={company} />
            <div className="stack">
              <Companions company={company} level="h2" />
            </div>
          </div>
        )}
        <ul className={`quiet stack ${styles.names}`} aria-label="Companies that began here">
          {portfolio.map((each) => (
            <li key={each.name}>
              <a className="touch" href={companyLink(each.name)}>
                <CompanyLogo company={each} />
                {each.name}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
