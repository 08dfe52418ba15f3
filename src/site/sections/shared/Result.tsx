import { mentors, portfolio } from '../../../content/content.ts'
import type { Company } from '../../../content/schema/portfolio.ts'
import { Portrait } from '../people/Portrait.tsx'
import { CompanyLogo, companyLink } from './CompanyLogo.tsx'
import styles from './result.module.css'

export const companyOf = (name: string): Company | undefined => portfolio.find((company) => company.name === name)

/** Shows `₹6 lakh to ₹41 lakh` as two figures with a line between their dots; any other figure unchanged. */
export function Result({ value }: { value: string }) {
  const [from, to] = value.split(' to ')
  if (to === undefined) return <strong className={`row middle display ${styles.result}`}>{value}</strong>
  return (
    <strong className={`row middle display ${styles.result}`}>
      <span>{from}</span>
      <span className="visually-hidden"> to </span>
      <span className={styles.line} />
      <span>{to}</span>
    </strong>
  )
}

/** The people behind a result: the company with its founders, and the mentor with a portrait. */
export function Companions({ company, level: Heading }: { company: Company; level: 'h2' | 'h3' }) {
  const mentor = mentors.find(({ name }) => name === company.mentor)
  return (
    <>
      <div className={`stack ${styles.who}`}>
        <CompanyLogo company={company} className={styles.face} />
        <Heading className="plain">
          <a className="touch" href={companyLink(company.name)}>
            {company.name}
          </a>
        </Heading>
        <p className="soft small">{company.founders}</p>
      </div>
      {mentor && (
        <div className={`stack ${styles.who}`}>
          <Portrait name={mentor.name} image={mentor.image} className={styles.face} />
          <p className="plain">{mentor.name}</p>
          <p className="soft small">Mentor, {mentor.title.replace(/^(?!B2B)[A-Z]/, (letter) => letter.toLowerCase())}</p>
        </div>
      )}
    </>
  )
}

/** A founder's sentence, in the type's second voice; nothing if the content has none. */
export const Quote = ({ company: { quote, quoted, name } }: { readonly company: Company }) =>
  quote && (
    <figure className={styles.quote}>
      <blockquote>“{quote}”</blockquote>
      <figcaption>{quoted === undefined ? name : `${quoted}, ${name}`}</figcaption>
    </figure>
  )
