import { pages } from '../../../content/content.ts'
import { CompanyLogo, companyLink } from '../shared/CompanyLogo.tsx'
import { Dotted } from '../shared/Dotted.tsx'
import { companyOf } from '../shared/Result.tsx'
import { Section } from '../shared/Section.tsx'
import styles from './customers.module.css'

/** The two kinds of customer, side by side: the enterprise on red earth, the individual on rice. */
export function WhoCanJoin() {
  const { title, intro, items } = pages['become-early-customer'].who
  return (
    <Section title={title} intro={intro}>
      <ul className={`stack two ${styles.kinds}`}>
        {items.map(({ title: kind, text, benefits }, at) => (
          <li key={kind} className={at === 0 ? `deep stack gap-3 ${styles.kind}` : `stack gap-3 ${styles.kind}`}>
            <h3 className="text-5">{kind}</h3>
            <p>{text}</p>
            <ul className="rows faint snug">
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

/** The categories of startups, each with the products that one can try, and examples. */
export function Categories() {
  const { title, intro, items } = pages['become-early-customer'].categories
  return (
    <Section title={title} intro={intro} ground="sunk">
      <dl className={`rows ${styles.categories}`}>
        {items.map(({ title: name, examples, companies = [] }) => (
          <div key={name} className="stack gap-1">
            <dt>{name}</dt>
            <dd>
              <Dotted>
                {companies.map(companyOf).map(
                  (company) =>
                    company && (
                      <li key={company.name}>
                        <span>
                          <a className="touch" href={companyLink(company.name)}>
                            <CompanyLogo company={company} />
                            {company.name}
                          </a>{' '}
                          <span className="small label">{company.stage}</span>
                        </span>
                      </li>
                    ),
                )}
                {examples.map((example) => (
                  <li key={example}>{example}</li>
                ))}
              </Dotted>
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}
