import { faq, pages, team } from '../../../content/content.ts'
import { ButtonLink } from '../../../ui/button/Button.tsx'
import { Portrait } from '../people/Portrait.tsx'
import { Section } from '../shared/Section.tsx'
import { Unbroken } from '../shared/Unbroken.tsx'
import styles from './questions.module.css'

/** The questions of founders. An answer opens under its question, without a script. */
export function Questions() {
  const { title, intro } = pages.apply.faq
  return (
    <Section id="faq" title={title} intro={intro} layout="beside" aside={<QuestionLink />}>
      <div className={`rows flush ended ${styles.questions}`}>
        {faq.map(({ question, answer }, at) => (
          <details key={question} open={at === 0}>
            <summary className="stack middle">
              <h3 className="plain text-3">
                <Unbroken text={question} />
              </h3>
            </summary>
            <p className="soft">{answer}</p>
          </details>
        ))}
      </div>
    </Section>
  )
}

/** Where to ask other questions, and who reads them. */
function QuestionLink() {
  const readers = team.slice(0, 3)
  return (
    <div className="stack gap-5 start">
      <ButtonLink href="/contact">Ask yours</ButtonLink>
      <p className={`row middle lead ${styles.readers}`}>
        {readers.map(({ name, image }) => (
          <Portrait key={name} name={name} image={image} className={styles.reader} />
        ))}
        <span>One of the team reads what you send.</span>
      </p>
    </div>
  )
}
