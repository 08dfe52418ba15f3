import { faq, pages } from '../../../content/content.ts'
import { Section } from '../shared/Section.tsx'
import { Unbroken } from '../shared/Unbroken.tsx'
import styles from './questions.module.css'

/** What founders ask; an answer opens under its question, without a script. */
export function Questions() {
  const { title, intro } = pages.apply.faq
  return (
    <Section id="faq" title={title} intro={intro} layout="beside">
      <div className={styles.questions}>
        {faq.map(({ question, answer }, at) => (
          <details key={question} open={at === 0}>
            <summary>
              <h3>
                <Unbroken text={question} />
              </h3>
            </summary>
            <p>{answer}</p>
          </details>
        ))}
      </div>
    </Section>
  )
}
