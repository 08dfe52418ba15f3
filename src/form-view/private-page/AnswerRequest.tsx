import { applicantPaths } from '../../api/applicant-paths.ts'
import { Button, ButtonLink } from '../../ui/button/Button.tsx'
import { FieldInput } from '../view/FieldInput.tsx'
import { Summary } from '../view/Summary.tsx'
import { Conflicts } from './ChangeAnswers.tsx'
import styles from './change-answers.module.css'
import type { AnswerView } from './view.ts'

/** The form by which an applicant answers a request. It works without a script. */
export const AnswerRequest = ({ view }: { readonly view: AnswerView }) => {
  const { id, request, title, reference, text, until, form, raw, faults = {}, alert, conflicts, isClosed } = view
  const names = form.sections.flatMap(({ fields }) => fields)
  return (
    <div className={styles.change}>
      <header className={styles.head}>
        <h1>We need something from you</h1>
        <p>
          For your application: {title}, reference <strong>{reference}</strong>.
        </p>
        <blockquote className={styles.request}>{text}</blockquote>
        {isClosed !== true && until !== undefined && (
          <p>
            Please answer by <strong>{until}</strong>. A later answer reaches us too.
          </p>
        )}
        <p>
          <ButtonLink weight="line" href={`${applicantPaths.my}?of=${id}`}>
            Back to your application
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
        <form
          className={styles.answer}
          method="post"
          action={`${applicantPaths.answer}?of=${id}&request=${request}`}
          encType={names.includes('file') ? 'multipart/form-data' : undefined}
          aria-label="Answer to our request"
        >
          <Summary form={form} faults={faults} alert={alert} focused />
          {names.map((name) => {
            const field = form.fields[name]
            if (field === undefined) return null
            const required = field.required === true
            return (
              <FieldInput
                key={name}
                name={name}
                field={field}
                raw={raw}
                fault={faults[name]}
                required={required}
                hidden={false}
                wide
              />
            )
          })}
          <Button type="submit">Send it</Button>
        </form>
      )}
    </div>
  )
}
