import type { ReactNode } from 'react'
import { pages, portfolio, programs, stats } from '../../../content/content.ts'
import type { Company } from '../../../content/schema/portfolio.ts'
import { frieze } from '../../../ui/kolam/Frieze.tsx'
import kolam from '../../../ui/kolam/kolam.module.css'
import { CompanyLogo, companyLink } from '../shared/CompanyLogo.tsx'
import { Loud } from '../shared/Loud.tsx'
import { Result } from '../shared/Result.tsx'
import result from '../shared/result.module.css'
import { Section } from '../shared/Section.tsx'
import { HeroStats } from '../shared/Stats.tsx'
import { Unbroken } from '../shared/Unbroken.tsx'
import { weekCount, weeksOf } from '../shared/weeks.ts'
import styles from './investors.module.css'

const { hero, calendar, loud, brief, focus } = pages.investors

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

/** An example page of a brief for investors, and the number of briefs in a quarter. */
export function Brief() {
  const company = portfolio.find(({ name }) => name === brief.company)
  const story = programs.accelerator.stories.items.find((candidate) => candidate.company === brief.company)
  return (
    <section className={`section ${styles.briefs}`}>
      <div className={`wrap stack split even ${styles.inner}`}>
        <Loud words={loud.title} text={loud.text} />
        <figure>
          <div className={`stack gap-5 ${styles.sheet}`}>
            <div className={`${result.who} ${styles.company}`}>
              {company && <CompanyLogo company={company} className={result.face} />}
              <h2>{brief.company}</h2>
              {company && <p className="soft small">{`${company.category}, ${company.stage}`}</p>}
            </div>
            {story && (
              <p className={styles.figure}>
                <Result value={story.result.value} /> <span className="soft">{story.result.label}</span>
              </p>
            )}
            <dl className="facts rows faint snug">
              {brief.lines.map(({ title, text }) => (
                <div key={title}>
                  <dt>{title}</dt>
                  <dd>{text}</dd>
                </div>
              ))}
            </dl>
          </div>
          <figcaption>{brief.note}</figcaption>
        </figure>
      </div>
    </section>
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
            <ul className="stack gap-2">
              {companies.flatMap(companyOf).map((company) => (
                <li key={company.name} className="row middle">
                  <CompanyLogo company={company} className={styles.logo} />
                  <a className="touch" href={companyLink(company.name)}>
                    {company.name}
                  </a>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </Section>
  )
}
