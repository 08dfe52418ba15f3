import { mentors, portfolio, type programs } from '../../../content/content.ts'
import { Portrait } from '../people/Portrait.tsx'
import { CompanyLogo, companyLink } from './CompanyLogo.tsx'
import styles from './result.module.css'

type Story = (typeof programs.accelerator.stories.items)[number]

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
export function Companions({ story, level: Heading }: { story: Story; level: 'h2' | 'h3' }) {
  const company = portfolio.find(({ name }) => name === story.company)
  const mentor = mentors.find(({ name }) => name === story.mentor)
  return (
    <>
      <div className={styles.who}>
        {company && <CompanyLogo company={company} className={styles.face} />}
        <Heading className="plain">
          <a className="touch" href={companyLink(story.company)}>
            {story.company}
          </a>
        </Heading>
        <p className="soft small">{story.founders}</p>
      </div>
      {mentor && (
        <div className={styles.who}>
          <Portrait name={mentor.name} image={mentor.image} className={styles.face} />
          <p className="plain">{mentor.name}</p>
          <p className="soft small">Mentor, {mentor.title.replace(/^(?!B2B)[A-Z]/, (letter) => letter.toLowerCase())}</p>
        </div>
      )}
    </>
  )
}
