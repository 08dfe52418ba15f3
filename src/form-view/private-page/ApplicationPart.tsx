import { applicantPaths } from '../../api/applicant-paths.ts'
import { Button, ButtonLink } from '../../ui/button/Button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Kolam } from '../../ui/kolam/Kolam.tsx'
import { kolamOf } from '../../ui/kolam/kolam.ts'
import styles from './application-part.module.css'
import type { ApplicationView } from './view.ts'

const stateWords = { done: 'done', current: 'now', ahead: 'still to come' } as const

/** The actions on an application. */
const Acts = ({
  application: { id, changeable, withdrawable, returnUntil, requests },
}: {
  readonly application: ApplicationView
}) => (
  <div className={styles.acts}>
    {changeable && (
      <ButtonLink
        // Answering a request is more important than these actions.
        weight={requests.some(({ answer }) => answer === undefined) ? 'line' : undefined}
        href={`${applicantPaths.change}?of=${id}`}
      >
        Change your answers
      </ButtonLink>
    )}
    {withdrawable && (
      <ButtonLink weight="line" href={`${applicantPaths.withdraw}?of=${id}`}>
        Withdraw this application
      </ButtonLink>
    )}
    {returnUntil === '' && (
      <p>
        Nobody reads it any more, and the 30 days to take the withdrawal back are over. You can send a new application at any
        time.
      </p>
    )}
    {returnUntil !== undefined && returnUntil !== '' && (
      <form method="post" action={applicantPaths.takeBackWithdrawal}>
        <input type="hidden" name="of" value={id} />
        <p>You can take that back until {returnUntil}. After that it is closed.</p>
        <Button type="submit">Take the withdrawal back</Button>
      </form>
    )}
  </div>
)

interface SectionProps {
  readonly application: ApplicationView
  /** The id of the application's heading, with which the ids of its sections begin. */
  readonly anchor: string
}

/** The requests to the applicant, with the answers. */
const Requests = ({ application: { id, requests }, anchor }: SectionProps) => (
  <section className={styles.section} aria-labelledby={`${anchor}-requests`}>
    <h3 id={`${anchor}-requests`}>What we need from you</h3>
    {requests.map(({ id: request, text, until, answer }) => (
      <div key={request} className={classNames(styles.request, answer === undefined && styles.open)}>
        <p className={styles.words}>{text}</p>
        {answer === undefined ? (
          <>
            {until !== undefined && (
              <p>
                By <strong>{until}</strong>
              </p>
            )}
            <p className={styles.acts}>
              <ButtonLink href={`${applicantPaths.answer}?of=${id}&request=${request}`}>Answer</ButtonLink>
            </p>
          </>
        ) : (
          <>
            <p className={styles.answered}>
              Your answer of {answer.day}
              {answer.file !== undefined && `, with ${answer.file}`}
            </p>
            {answer.text !== '' && <p className={styles.words}>{answer.text}</p>}
          </>
        )}
      </div>
    ))}
  </section>
)

/** The letters that were sent. */
const Letters = ({ application: { letters }, anchor }: SectionProps) => (
  <section className={styles.section} aria-labelledby={`${anchor}-letters`}>
    <h3 id={`${anchor}-letters`}>Letters from us</h3>
    {letters.length === 0 ? (
      <p>None so far.</p>
    ) : (
      <ul className={styles.letters}>
        {letters.map((letter) => (
          <li key={`${letter.day} ${letter.title}`}>
            <strong>{letter.title}</strong>
            <span>
              {letter.day}, to {letter.to}
            </span>
          </li>
        ))}
      </ul>
    )}
  </section>
)

/** The answers that were sent. */
const SentAnswers = ({ application: { submittedOn, changedOn, sections }, anchor }: SectionProps) => (
  <section className={styles.section} aria-labelledby={`${anchor}-answers`}>
    <h3 id={`${anchor}-answers`}>
      What you sent on {submittedOn}
      {changedOn !== undefined && `, as changed on ${changedOn}`}
    </h3>
    {sections.map((section) => (
      <div key={section.title} className={styles.answers}>
        <h4>{section.title}</h4>
        <dl>
          {section.items.map(({ name, label, text }) => (
            <div key={name}>
              <dt>{label}</dt>
              <dd className={classNames(text === '' && styles.blank)}>{text === '' ? 'No answer' : text}</dd>
            </div>
          ))}
        </dl>
      </div>
    ))}
  </section>
)

/** One application on the applicant's own page: its state, the letters, and the answers. */
export const ApplicationPart = ({ application }: { readonly application: ApplicationView }) => {
  const { id, formType, title, reference, summary, steps } = application
  const anchor = `application-${reference}`
  return (
    <article className={styles.application} aria-labelledby={anchor}>
      <div className={styles.progress}>
        <div className={styles.drawing}>
          <Kolam {...kolamOf(formType, id)} />
        </div>
        <div>
          <h2 className={styles.title} id={anchor}>
            {title}
          </h2>
          <p className={styles.summary}>{summary}</p>
          <p className={styles.reference}>
            Your reference <strong>{reference}</strong>
          </p>
          <ol className={styles.steps}>
            {steps.map(({ label, day, state }) => (
              <li key={label} className={styles[state]} aria-current={state === 'current' ? 'step' : undefined}>
                <strong>{label}</strong>
                <span className={styles.unseen}>, {stateWords[state]}</span>
                {day !== undefined && <span className={styles.day}>{day}</span>}
              </li>
            ))}
          </ol>
          <Acts application={application} />
        </div>
      </div>
      {application.requests.length > 0 && <Requests application={application} anchor={anchor} />}
      <Letters application={application} anchor={anchor} />
      <SentAnswers application={application} anchor={anchor} />
    </article>
  )
}
