import { portfolio, programs } from '../../../content/content.ts'
import { companyLink } from '../shared/CompanyLogo.tsx'
import { Dotted } from '../shared/Dotted.tsx'
import { Companions, Result } from '../shared/Result.tsx'
import styles from './proof.module.css'

/** One result with its company and its people; below it the names of all companies that we show. */
export function Proof() {
  const [story] = programs.accelerator.stories.items
  if (story === undefined) return null
  return (
    <section className={styles.proof}>
      <div className={`wrap stack ${styles.inner}`}>
        <p className={styles.figure}>
          <Result value={story.result.value} /> <span className="soft text-3">{story.result.label}</span>
        </p>
        <p className="text-3">{story.text}</p>
        <div className="stack">
          <Companions story={story} level="h2" />
        </div>
        <div className={`quiet ${styles.names}`}>
          <Dotted label="Companies that began here">
            {portfolio.map(({ name }) => (
              <li key={name}>
                <a href={companyLink(name)}>{name}</a>
              </li>
            ))}
          </Dotted>
        </div>
      </div>
    </section>
  )
}
