import type { ReactNode } from 'react'
import { applicantPaths } from '../../api/applicant-paths.ts'
import { isFileField } from '../../forms/fields/file.ts'
import { translate } from '../../shared/translate.ts'
import { Button, ButtonLink } from '../../ui/button/Button.tsx'
import { kolamOf } from '../../ui/kolam/application-kolam.ts'
import { Kolam } from '../../ui/kolam/Kolam.tsx'
import { formStateOf } from '../form-state.ts'
import { FieldInput } from '../view/FieldInput.tsx'
import { encodingOf, Questions } from '../view/FormView.tsx'
import formView from '../view/form-view.module.css'
import { Progress } from '../view/Progress.tsx'
import { Summary } from '../view/Summary.tsx'
import styles from './answer-forms.module.css'
import { translateNodes } from './translate-nodes.tsx'
import type { AnswerView, ChangeView, UnsavedView } from './view.ts'

/** The answers that differ, both typed and saved, so that none is lost. */
const Conflicts = ({ conflicts }: { readonly conflicts: NonNullable<ChangeView['conflicts']> }) => (
  <section className={`stack gap-5 ${styles.conflicts}`} aria-labelledby="both-texts">
    <h2 id="both-texts">
      {conflicts.length === 0 ? translate`Both are the same` : translate`What you wrote, and what is saved`}
    </h2>
    {conflicts.map(({ name, label, from, to }) => (
      <section key={name} aria-labelledby={`both-${name}`}>
        <h3 className="text-3" id={`both-${name}`}>
          {label}
        </h3>
        <dl className="stack">
          <div>
            <dt>{translate`You wrote`}</dt>
            <dd className="typed">{to === '' ? translate`No answer` : to}</dd>
          </div>
          <div>
            <dt>{translate`Saved`}</dt>
            <dd className="typed">{from === '' ? translate`No answer` : from}</dd>
          </div>
        </dl>
      </section>
    ))}
  </section>
)

interface AnswersPageProps {
  readonly view: ChangeView | AnswerView
  readonly title: string
  readonly intro: ReactNode
  /** The text of the link to the application. */
  readonly back: string
  /** The form. */
  readonly children: ReactNode
}

/** A page with a form about one application: an introduction, a link back, and the form, or why it is closed. */
const AnswersPage = ({ view: { id, form, alert, conflicts, isClosed }, title, intro, back, children }: AnswersPageProps) => (
  <>
    <header className={styles.head}>
      <div className="wrap">
        <div className={`stack ${styles.words}`}>
          <h1>{title}</h1>
          {intro}
          <p>
            <ButtonLink weight="line" href={`${applicantPaths.my}?of=${id}`}>
              {back}
            </ButtonLink>
          </p>
        </div>
        <Kolam className={styles.kolam} {...kolamOf(form.type, id)} />
      </div>
    </header>
    <div className={`wrap stack gap-7 section ${styles.page}`}>
      {isClosed === true && (
        <p className="note" role="alert">
          {alert && translate(alert)}
        </p>
      )}
      {conflicts !== undefined && <Conflicts conflicts={conflicts} />}
      {isClosed !== true && children}
    </div>
  </>
)

/** The form of an application with its answers. It works without a script. */
export const ChangeAnswers = ({ view }: { readonly view: ChangeView }) => {
  const { id, reference, address, form, raw, at, faults = {}, alert, isClosed, hasNoLetter } = view
  return (
    <AnswersPage
      view={view}
      title={isClosed === true ? translate`This was not saved` : translate`Change your answers`}
      intro={
        isClosed === true ? (
          <p>{translateNodes`${form.title}, reference ${<strong>{reference}</strong>}.`}</p>
        ) : (
          <>
            <p>
              {hasNoLetter
                ? translateNodes`${form.title}, reference ${<strong>{reference}</strong>}. We see what you change. You can replace a file; choose it again after a message.`
                : translateNodes`${form.title}, reference ${<strong>{reference}</strong>}. We see what you change, and an email tells you that it was changed. You can replace a file; choose it again after a message.`}
            </p>
            <p>
              {translate`Your e-mail address, ${address}, cannot be changed here, because our emails and the link to this page go there. To correct it, reply to one of our emails.`}
            </p>
          </>
        )
      }
      back={isClosed === true ? translate`Back to your application` : translate`Back without a change`}
    >
      <section aria-labelledby="answers">
        <h2 id="answers">{translate`Your answers`}</h2>
        <div className={`stack ${formView.frame}`}>
          <div className={formView.rail}>
            <Progress form={form} state={formStateOf(form, raw, -1)} faults={faults} saved={false} />
          </div>
          <form method="post" action={applicantPaths.change} encType={encodingOf(form)} aria-label={form.title}>
            <input type="hidden" name="of" value={id} />
            <input type="hidden" name="at" value={at} />
            <input type="hidden" name="formType" value={form.type} />
            <Summary form={form} faults={faults} alert={alert && translate(alert)} focused />
            <Questions form={form} raw={raw} faults={faults} />
            <div className={styles.save}>
              <Button type="submit">
                <span>{translate`Save the changes`}</span>
              </Button>
            </div>
          </form>
        </div>
      </section>
    </AnswersPage>
  )
}

const takesPicture = ({ fields }: AnswerView['form']): boolean =>
  Object.values(fields).some((field) => isFileField(field) && field.accept.includes('.png'))

/** The form that answers a request. It works without a script. */
export const AnswerRequest = ({ view }: { readonly view: AnswerView }) => {
  const { id, request, title, reference, text, until, form, raw, faults = {}, alert, isClosed } = view
  const fields = form.sections.flatMap((section) => section.fields)
  return (
    <AnswersPage
      view={view}
      title={isClosed === true ? translate`This was not saved` : translate`We need something from you`}
      intro={
        <>
          <p>{translateNodes`For your application: ${title}, reference ${<strong>{reference}</strong>}.`}</p>
          <blockquote className="note typed">{text}</blockquote>
          {isClosed !== true && until !== undefined && (
            <p>{translateNodes`Please answer by ${<strong>{until}</strong>}. A later answer reaches us too.`}</p>
          )}
        </>
      }
      back={translate`Back to your application`}
    >
      <form
        className={`stack gap-5 start ${styles.answer}`}
        method="post"
        action={`${applicantPaths.answer}?of=${id}&request=${request}`}
        encType={encodingOf(form)}
        aria-label={translate`Answer to our request`}
      >
        <Summary form={form} faults={faults} alert={alert && translate(alert)} focused />
        {fields.map((name) => {
          const field = form.fields[name]
          if (field === undefined) return null
          return (
            <FieldInput
              key={name}
              name={name}
              field={field}
              raw={raw}
              fault={faults[name]}
              required={field.required === true}
              hidden={false}
              wide
            />
          )
        })}
        {takesPicture(form) && (
          <p
            className="soft small"
            role="status"
            data-busy={translate`Making the picture smaller…`}
            data-smaller={translate`It was made smaller: ${'{size}'} pixels are sent.`}
          />
        )}
        <Button type="submit">{translate`Send it`}</Button>
      </form>
    </AnswersPage>
  )
}

/** What was posted without the private link, in a form that posts it again. */
export const UnsavedAnswers = ({ view: { action, hidden, fields, raw } }: { readonly view: UnsavedView }) => (
  <>
    <header className={styles.head}>
      <div className="wrap">
        <div className={`stack ${styles.words}`}>
          <h1>{translate`This is not saved yet`}</h1>
          <p role="alert">{translate`Nothing was saved, because the private link of your application is not open in this browser. What you wrote is below.`}</p>
          <p>
            {translate`Open the link from one of our emails in another tab of this browser, then send this again. No email, or was your address corrected since?`}{' '}
            <a href={applicantPaths.lostLink} target="_blank" rel="noreferrer">{translate`Get a new link, in another tab`}</a>
            {translate`. If the application was deleted, no link opens it: copy what you wrote.`}
          </p>
        </div>
      </div>
    </header>
    <div className={`wrap stack gap-7 section ${styles.page}`}>
      <form
        className={`stack gap-5 start ${styles.answer}`}
        method="post"
        action={action}
        encType={Object.values(fields).some(isFileField) ? 'multipart/form-data' : undefined}
        aria-label={translate`What you wrote`}
      >
        {Object.entries(hidden).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {Object.entries(fields).map(([name, field]) => (
          <FieldInput key={name} name={name} field={field} raw={raw} required={false} hidden={false} wide />
        ))}
        <Button type="submit">{translate`Send it again`}</Button>
      </form>
    </div>
  </>
)
