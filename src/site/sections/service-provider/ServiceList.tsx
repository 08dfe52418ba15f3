import { pages, portfolio } from '../../../content/content.ts'
import { CompanyLogo, companyLink } from '../shared/CompanyLogo.tsx'
import styles from './service-list.module.css'

/** The services that startups look for: large names, with a description and a company that needs it next to each. */
export const ServiceList = () => (
  <ul className={styles.services}>
    {pages.serviceProvider.categories.items.map(({ title, text, company: name }) => {
      const company = portfolio.find((candidate) => candidate.name === name)
      return (
        <li key={title}>
          <h3>{title}</h3>
          <p>{text}</p>
          {company && (
            <p className={styles.company}>
              <CompanyLogo company={company} className={styles.logo} />
              <a href={companyLink(name)}>{name}</a>
            </p>
          )}
        </li>
      )
    })}
  </ul>
)
