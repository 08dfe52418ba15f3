import { applicantPaths } from '../../api/applicant-paths.ts'
import { translate, untranslated } from '../../shared/translate.ts'
import { Button, ButtonLink } from '../../ui/button/Button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { kolamOf } from '../../ui/kolam/application-kolam.ts'
import { Kolam } from '../../ui/kolam/Kolam.tsx'
import '../../ui/thread/thread.css'
import styles from './application-part.module.css'
import { Meeting, Moment } from './MeetingPage.tsx'
import { translateNodes } from './translate-nodes.tsx'
import type { ApplicationView, OwnPart } from './view.ts'

/** The ground of each state, and whether it is light; without one, laterite. */
const grounds: Partial<Record<ApplicationView['state'], { readonly name: string; readonly isLight: boolean }>> = {
  requested: { name: 'turmeric', isLight: true },
  approved: { name: 'sea', isLight: false },
  rejected: { name: 'sand', isLight: true },
  // The ground goes with the application, and only the dots stay.
  withdrawn: { name: 'rice', isLight: true },
}

const stateWords = { done: untranslated`done`, current: untranslated`now`, ahead: untranslated`still to come` } as const

/** The actions on an application. */
const Acts = ({ application: { id, changeable, withdrawable, returnUntil } }: { readonly application: ApplicationView }) => (
  <div className={`row screen ${styles.acts}`}>
    {changeable && (
      <ButtonLink weight="line" href={`${applicantPaths.change}?of=${id}`}>{translate`Change your answers`}</ButtonLink>
    )}
    {withdrawable && (
      <ButtonLink weight="quiet" href={`${applicantPaths.withdraw}?of=${id}`}>{translate`Withdraw this application`}</ButtonLink>
    )}
    {returnUntil === '' && (
      <p>{translate`Nobody reads it any more, and the 30 days to take the withdrawal back are over. You can send a new application at any time.`}</p>
    )}
    {returnUntil !== undefined && returnUntil !== '' && (
      <form className="stack gap-3 start" method="post" action={applicantPaths.takeBackWithdrawal}>
        <input type="hidden" name="of" value={id} />
        <p>{translate`You can take that back until ${returnUntil}. After that it is closed.`}</p>
        <Button type="submit">{translate`Take the withdrawal back`}</Button>
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
const Requests = ({ application: { id, state, requests }, anchor }: SectionProps) => (
  <section className={`stack gap-5 ${styles.section}`} aria-labelledby={`${anchor}-requests`}>
    {/* where the summary says it, for screen readers only */}
    <h3
      className={classNames(state === 'requested' && 'visually-hidden')}
      id={`${anchor}-requests`}
    >{translate`What we need from you`}</h3>
    {requests.map(({ id: request, text, until, answer }) => (
      <div key={request} className={`stack gap-3 ${styles.request}`}>
        <p className="typed">{text}</p>
        {answer === undefined ? (
          <>
            {until !== undefined && <p>{translateNodes`By ${<strong>{until}</strong>}`}</p>}
            <p className={`row screen ${styles.acts}`}>
              <ButtonLink href={`${applicantPaths.answer}?of=${id}&request=${request}`}>{translate`Answer`}</ButtonLink>
            </p>
          </>
        ) : (
          <>
            <p className="soft small">
              {answer.file === undefined
                ? translate`Your answer of ${answer.day}`
                : translate`Your answer of ${answer.day}, with ${answer.file}`}
            </p>
            {answer.text !== '' && <p className="typed">{answer.text}</p>}
          </>
        )}
      </div>
    ))}
  </section>
)

const Part = ({ text, until, link }: OwnPart) => (
  <div className="stack gap-3 start text-3 breaks">
    <p>
      {text}
      {until !== undefined && (
        <>
          {' '}
          <Moment moment={until} zone={until.zone} />.
        </>
      )}
    </p>
    <ButtonLink weight={link.isNext ? undefined : 'line'} href={link.href}>
      {link.label}
    </ButtonLink>
  </div>
)

/** The letters that were sent. */
const Letters = ({ application: { letters }, anchor }: SectionProps) => (
  <section className={`stack gap-5 ${styles.section}`} aria-labelledby={`${anchor}-letters`}>
    <h3 id={`${anchor}-letters`}>{translate`Emails from us`}</h3>
    {letters.length === 0 ? (
      <p>{translate`None so far.`}</p>
    ) : (
      <ul className="rows faint tight">
        {letters.map((letter) => (
          <li key={`${letter.day} ${letter.title}`} className="stack gap-1">
            <strong>{letter.title}</strong>
            <span className="soft small">{translate`${letter.day}, to ${letter.to}`}</span>
          </li>
        ))}
      </ul>
    )}
  </section>
)

/** The answers that were sent. */
const SentAnswers = ({ application: { submittedOn, changedOn, sections }, anchor }: SectionProps) => (
  <section className={`stack gap-5 ${styles.section}`} aria-labelledby={`${anchor}-answers`}>
    <h3 id={`${anchor}-answers`}>
      {changedOn === undefined
        ? translate`What you sent on ${submittedOn}`
        : translate`What you sent on ${submittedOn}, as changed on ${changedOn}`}
    </h3>
    {sections.map((section) => (
      <div key={section.title} className={`stack gap-2 ${styles.answers}`}>
        <h4 className="text-3">{section.title}</h4>
        <dl className="facts rows faint tight">
          {section.items.map(({ name, label, text }) => (
            <div key={name}>
              <dt>{label}</dt>
              <dd className={classNames('typed', text === '' && 'soft')}>{text === '' ? translate`No answer` : text}</dd>
            </div>
          ))}
        </dl>
      </div>
    ))}
  </section>
)

const Steps = ({ application: { steps } }: { readonly application: ApplicationView }) => (
  <ol className={`thread across ${styles.steps}`}>
    {steps.map(({ label, day, state }) => (
      <li key={label} className={styles[state]} aria-current={state === 'current' ? 'step' : undefined}>
        <strong>{label}</strong>
        <span className="visually-hidden">, {translate(stateWords[state])}</span>
        {day !== undefined && <span className={`soft small ${styles.day}`}>{day}</span>}
      </li>
    ))}
  </ol>
)

/** One application on the applicant's own page: its state, what happens next and its kolam first; then the answers, and the letters. */
export const ApplicationPart = ({ application }: { readonly application: ApplicationView }) => {
  const { id, formType, title, name, reference, state, summary, next } = application
  const anchor = `application-${reference}`
  const ground = grounds[state]
  const requests = application.requests.length > 0 && <Requests application={application} anchor={anchor} />
  return (
    <article aria-labelledby={anchor}>
      <div data-ground={ground?.name}>
        <div className={classNames('deep', ground?.isLight && 'opening', styles.status)} data-state={state}>
          <div className={`wrap stack breaks ${styles.progress}`}>
            <div className={`stack gap-5 start ${styles.now}`}>
              <p
                className={`note ${styles.saved}`}
                id={`saved-${reference}`}
                tabIndex={-1}
              >{translate`Saved. What you wrote has reached us.`}</p>
              <h2 className="plain text-3" id={anchor}>
                {name === '' ? title : `${name}\u00a0· ${title}`}
              </h2>
              <p className={`display ${styles.summary}`}>{summary}</p>
              {state === 'requested' && requests}
              {application.meeting !== undefined && <Meeting id={id} meeting={application.meeting} />}
              {application.parts?.map((part) => (
                <Part key={part.link.href} {...part} />
              ))}
              {next !== undefined && next !== '' && <p className="lead">{next}</p>}
              <Acts application={application} />
            </div>
            <div className={`stack ${styles.drawing}`}>
              <Kolam {...kolamOf(formType, id)} share={state === 'withdrawn' ? 0 : 1} />
              <p className="soft small">
                {state === 'withdrawn'
                  ? translate`The dots stay yours.`
                  : translate`The drawing of this application, and of no other.`}
                <span className={styles.reference}>{translateNodes`Your reference ${<strong>{reference}</strong>}`}</span>
              </p>
            </div>
            <Steps application={application} />
          </div>
        </div>
      </div>
      <div className={`wrap stack section split turned breaks ${styles.record}`}>
        <SentAnswers application={application} anchor={anchor} />
        <div className="stack gap-7">
          {state !== 'requested' && requests}
          <Letters application={application} anchor={anchor} />
        </div>
      </div>
    </article>
  )
}
