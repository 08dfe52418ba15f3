import { portfolio } from '../../../content/content.ts'
import { type Company, categories } from '../../../content/schema/portfolio.ts'
import { IconLinks } from '../../layouts/ProfileLinks.tsx'
import { CompanyLogo } from '../shared/CompanyLogo.tsx'
import styles from './companies.module.css'

const all = 'All'

/**
 * The filter's buttons and the companies. company-filter.js makes the buttons work; without a script all companies are shown and the
 * buttons are hidden.
 */
export function Companies() {
  return (
    <section className={styles.section} aria-labelledby="companies">
      <div className="wrap">
        <h2 id="companies" className="visually-hidden">
          Companies
        </h2>
        <fieldset id="filter" className={styles.filter} hidden>
          <legend className="visually-hidden">Show the companies of one category</legend>
          {[all, ...categories].map((category) => (
            <button key={category} type="button" aria-pressed={category === all} value={category === all ? '' : category}>
              {category}
            </button>
          ))}
        </fieldset>
        <p id="filter-count" className="visually-hidden" role="status" />
        <ul id="company-list" className={styles.companies}>
          {portfolio.map((company) => (
            <li key={company.name} data-category={company.category}>
              <CompanyLogo company={company} className={styles.logo} />
              <h3>{company.name}</h3>
              <p className={styles.facts}>
                <span>{company.category}</span>
                <span className="visually-hidden">, stage: </span>
                <span className={styles.stage}>{company.stage}</span>
              </p>
              <p className={styles.about}>{company.description}</p>
              <IconLinks className={styles.links} links={linksOf(company)} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

const linksOf = ({ name, website, linkedin, instagram }: Company) => [
  { kind: 'website' as const, url: website, label: `${name}: website` },
  { kind: 'linkedin' as const, url: linkedin, label: `${name} on LinkedIn` },
  { kind: 'instagram' as const, url: instagram, label: `${name} on Instagram` },
]
