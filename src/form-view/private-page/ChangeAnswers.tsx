import { applicantPaths } from '../../api/applicant-paths.ts'
import { ButtonLink } from '../../ui/button/Button.tsx'
import { FormView } from '../view/FormView.tsx'
import styles from './change-answers.module.css'
import type { ChangeView } from './view.ts'

/** What was typed beside what is saved, so that neither is lost. */
export const Conflicts = ({ conflicts }: { readonly conflicts: NonNullable<ChangeView['conflicts']> }) => (
  <section className={styles.conflicts} aria-labelledby="both-texts">
    <h2 id="both-texts">{conflicts.length === 0 ? 'Both are the same' : 'What you wrote, and what is saved'}</h2>
    {conflicts.map(({ name, label, from, to }) => (
      <section key={name} aria-labelledby={`both-${name}`}>
        <h3 id={`both-${name}`}>{label}</h3>
        <dl>
          <div>
            <dt>You wrote</dt>
            <dd>{to === '' ? 'No answer' : to}</dd>
          </div>
          <div>
            <dt>Saved</dt>
            <dd>{from === '' ? 'No answer' : from}</dd>
          </div>
        </dl>
      </section>
    ))}
  </section>
)

/** The form of an application, filled in with its answers. It works without a script. */
export const ChangeAnswers = ({ view }: { readonly view: ChangeView }) => {
  const { id, reference, address, form, raw, at, faults, alert, conflicts, isClosed } = view
  return (
    <div className={styles.change}>
      <header className={styles.head}>
        <h1>Change your answers</h1>
        <p>
          {form.title}, reference <strong>{reference}</strong>. We see what you change, and a letter tells you that it was
          changed. A file can be replaced; choose it again after a message.
        </p>
        <p>
          Your e-mail address, {address}, cannot be changed here, because our letters and the link to this page go there. To
          correct it, reply to one of our letters.
        </p>
        <p>
          <ButtonLink weight="line" href={`${applicantPaths.my}?of=${id}`}>
            Back without a change
          </ButtonLink>
        </p>
      </header>
      {isClosed === true && (
        <p className={styles.closed} role="alert">
          {alert}
        </p>
      )}
      {conflicts !== undefined && <Conflicts conflicts={conflicts} />}
      {isClosed !== true && (
        <section aria-labelledby="answers">
          <h2 id="answers">Your answers</h2>
          <FormView form={form} raw={raw} faults={faults} alert={alert} changes={{ of: id, at }} />
        </section>
      )}
    </div>
  )
}
