import { cohorts } from '../../../content/content.ts'

/** The companies of each cohort that agreed to be named, the newest cohort first. */
export const CohortCompanies = () =>
  cohorts.toReversed().map(({ label, companies = [] }) =>
    companies.length === 0 ? null : (
      <section key={label} className="section">
        <div className="wrap stack">
          <h2>In {label}</h2>
          <ul className="rows">
            {companies.map(({ name, about }) => (
              <li key={name}>
                <h3>{name}</h3>
                <p className="soft">{about}</p>
              </li>
            ))}
          </ul>
        </div>
      </section>
    ),
  )
