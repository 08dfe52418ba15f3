import type { ReactNode } from 'react'
import { pages, portfolio, stats } from '../../../content/content.ts'
import type { Company } from '../../../content/schema/portfolio.ts'
import { frieze } from '../../../ui/kolam/Frieze.tsx'
import kolam from '../../../ui/kolam/kolam.module.css'
import { CompanyLogo, companyLink } from '../shared/CompanyLogo.tsx'
import { isShown, Paper } from '../shared/Paper.tsx'
import { Section } from '../shared/Section.tsx'
import { HeroStats } from '../shared/Stats.tsx'
import { Unbroken } from '../shared/Unbroken.tsx'
import { weekCount, weeksOf } from '../shared/weeks.ts'
import styles from './investors.module.css'

const { hero, calendar, brief, focus } = pages.investors

/** The page's opening: the accelerator's weeks as one line, with the weeks by which an investor is ahead of everyone else. */
export function Opening({ children }: { children: ReactNode }) {
  return (
    <section className="deep opening">
      <div className={`wrap stack gap-5 ${styles.opening}`}>
        <h1 className="display">{hero.title}</h1>
        <div className={`stack gap-5 start ${styles.words}`}>
          <p className="lead">{hero.text}</p>
          {children}
        </div>
        <Lead />
      </div>
      <HeroStats stats={stats.investors} scope={stats.scopes.investors} />
    </section>
  )
}

/** One line around a dot for each week; the dots between the two weeks are highlighted. */
function Lead() {
  const { dots, paths, viewBox } = frieze(weekCount, 1)
  const [from = 0, to = weekCount] = calendar.map(({ when }) => weeksOf(when).to - 1)
  const row = (first: number, end: number) =>
    dots
      .slice(first, end)
      .map(({ x, y }) => `M${x} ${y}h0`)
      .join('')
  return (
    <div className={`stack gap-2 ${styles.lead}`}>
      <ol>
        {calendar.map(({ when, title, text }) => (
          <li key={when}>
            <span className="small label">{when}</span> <strong>{title}</strong>
            <p className="soft">
              <Unbroken text={text} />
            </p>
          </li>
        ))}
      </ol>
      <svg className="drawing" viewBox={viewBox} aria-hidden="true">
        <path className={kolam.line} d={paths[0]} pathLength={1} />
        <path className={styles.week} d={row(0, from) + row(to, weekCount)} />
        <path className={styles.ahead} d={row(from, to)} />
      </svg>
    </div>
  )
}

/** The two pages of a brief, as an example, and the number of briefs in a quarter. */
export function Brief() {
  const [first, second] = brief?.pages ?? []
  if (brief === undefined || !isShown(first)) return null
  return (
    <Section title={brief.title} intro={brief.intro} ground="sunk">
      <div className={`stack gap-6 split even ${styles.pages}`}>
        <Paper paper={first} />
        <Paper paper={second} />
      </div>
    </Section>
  )
}

const companyOf = (name: string): Company[] => portfolio.filter((company) => company.name === name)

/** The areas, each with the companies that work in it. */
export function Focus() {
  return (
    <Section title={focus.title} intro={focus.intro}>
      <ul className={`rows ${styles.focus}`}>
        {focus.items.map(({ title, text, companies }) => (
          <li key={title} className="stack">
            <h3>{title}</h3>
            <p>{text}</p>
            {companies.length > 0 && (
              <ul className="stack gap-2">
                {companies.flatMap(companyOf).map((company) => (
                  <li key={company.name} className="row middle">
                    <CompanyLogo company={company} />
                    <a className="touch" href={companyLink(company.name)}>
                      {company.name}
                    </a>
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </Section>
  )
}
