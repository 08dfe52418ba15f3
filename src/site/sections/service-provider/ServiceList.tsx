import { pages, portfolio } from '../../../content/content.ts'
import { Frieze } from '../../../ui/kolam/Frieze.tsx'
import { CompanyLogo, companyLink } from '../shared/CompanyLogo.tsx'
import styles from './service-list.module.css'

/** The days until a provider is paid, from the highlighted statement of the page: a dot for each, and one line around them. Empty without a number. */
export function DaysToPay() {
  const days = Number.parseInt(pages['service-provider'].loud.title, 10)
  return (
    <div className={`wrap ${styles.days}`}>
      {days > 1 && days < 100 && <Frieze className={styles.dots} columns={days} rows={1} />}
    </div>
  )
}

/** The services that startups look for, each joined by a line to a company that needs it. */
export const ServiceList = () => (
  <ul className={`stack gap-6 ${styles.services}`}>
    {pages['service-provider'].categories.items.map(({ title, text, company: name }) => {
      const company = portfolio.find((candidate) => candidate.name === name)
      return (
        <li key={title}>
          <h3 className="text-5">{title}</h3>
          <p>{text}</p>
          {company && (
            <p className={`touch ${styles.company}`}>
              <CompanyLogo company={company} className={styles.logo} />
              <a href={companyLink(name)}>{name}</a>
            </p>
          )}
        </li>
      )
    })}
  </ul>
)
