import { pages, portfolio } from '../../../content/content.ts'
import { CompanyLogo, companyLink } from '../shared/CompanyLogo.tsx'
import styles from './service-list.module.css'

/** The services that startups look for, each joined by a line to a company that needs it. */
export const ServiceList = () => (
  <ul className={`stack gap-6 ${styles.services}`}>
    {pages['service-provider'].categories.items.map(({ title, text, company: name }) => {
      const company = portfolio.find((candidate) => candidate.name === name)
      return (
        <li key={title} className="stack middle">
          <h3 className="text-5">{title}</h3>
          <p>{text}</p>
          {company && (
            <p className={`touch ${styles.company}`}>
              <CompanyLogo company={company} className={styles.logo} />
              <a href={companyLink(company.name)}>{company.name}</a>
            </p>
          )}
        </li>
      )
    })}
  </ul>
)
