import { pages, portfolio } from '../../../content/content.ts'
import { CompanyLogo, companyLink } from '../shared/CompanyLogo.tsx'
import { Dotted } from '../shared/Dotted.tsx'
import { foldOf } from '../shared/Fold.tsx'
import { Section } from '../shared/Section.tsx'
import { Unbroken } from '../shared/Unbroken.tsx'
import styles from './internship.module.css'
import { RoleLine } from './RoleLine.tsx'

/** The offers, in two or three words each. */
export function Badges({ badges }: { badges: readonly string[] }) {
  return (
    <ul className={`row gap-2 ${styles.badges}`}>
      {badges.map((badge) => (
        <li key={badge}>{badge}</li>
      ))}
    </ul>
  )
}

/** The companies that take interns, and from when. */
export function Takers() {
  const companies = portfolio.filter(({ interns }) => interns !== undefined)
  return (
    companies.length > 0 && (
      <section className="section">
        <div className="wrap stack">
          <h2 className="text-4">{pages['work-for-startups'].takers}</h2>
          <ul className="rows snug ended stack two">
            {companies.map((company) => (
              <li key={company.name} className="row middle">
                <CompanyLogo company={company} />
                <span>
                  <a href={companyLink(company.name)}>{company.name}</a> {company.interns}
                </span>
              </li>
            ))}
          </ul>
        </div>
      </section>
    )
  )
}

/** The six kinds of internship, each with its drawing and its key skills. */
export function Roles() {
  const { title, intro, items } = pages['work-for-startups'].roles
  return (
    <Section title={title} intro={intro} ground="sunk" fold={foldOf(items)}>
      <ul className={`stack gap-7 two wide-three ${styles.roles}`}>
        {items.map(({ title: role, text, skills }, at) => (
          <li key={role} className="stack">
            <RoleLine at={at} />
            <h3>{role}</h3>
            <p>{text}</p>
            <div className={styles.skills}>
              <h4 className="plain">Key skills</h4>
              <Dotted>
                {skills.map((skill) => (
                  <li key={skill}>{skill}</li>
                ))}
              </Dotted>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** The requirements for an intern, as a checklist. */
export function Requirements() {
  const { title, intro, items } = pages['work-for-startups'].requirements
  return (
    <Section title={title} intro={intro} ground="deep">
      <ul className={`rows text-3 stack two ${styles.lines}`}>
        {items.map((line) => (
          <li key={line} className="stack">
            <span>
              <Unbroken text={line} />
            </span>
          </li>
        ))}
      </ul>
    </Section>
  )
}
