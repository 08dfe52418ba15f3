import type { ReactNode } from 'react'
import type { Form } from '../../forms/form.ts'
import { translate } from '../../shared/translate.ts'
import { classNames } from '../../ui/class-names.ts'
import type { Delivery } from '../delivery/submit.ts'

interface SuccessViewProps {
  readonly form: Form
  /** Missing while the submission is queued. */
  readonly reference?: string
  /** An additional remark, such as that the submission is queued on this device. */
  readonly remark?: ReactNode
  /** The applicant's private link. */
  readonly keep?: ReactNode
  /** The kolam. Its line is not drawn while the submission is queued. */
  readonly drawing?: ReactNode
  /** Where the submission is. One that was delivered late gets its link below the steps, so that nothing on the screen moves. */
  readonly state?: Delivery['state']
  /** Sends a queued submission at once. */
  readonly sendNow?: ReactNode
  /** The day by which we answer, such as `Saturday, 5 December`. */
  readonly by?: string | undefined
  /** The control that leads back to the form: a button, or a link on a page without a script. */
  readonly again: ReactNode
  /** The level of the heading; 1 if the view is a page. */
  readonly level?: 1 | 2
}

/** Replaces a form that was sent, and says what happens next, and by when. */
export const SuccessView = ({
  form,
  reference,
  remark,
  keep,
  drawing,
  state = 'delivered',
  sendNow,
  by,
  again,
  level = 2,
}: SuccessViewProps) => {
  const isQueued = state === 'queued'
  const isLate = state === 'deliveredLater'
  const Heading = level === 1 ? 'h1' : 'h2'
  const Next = level === 1 ? 'h2' : 'h3'
  return (
    <div className="stack success-view" data-sent="">
      <div className={classNames('success-view-drawing', isQueued && 'success-view-waits')}>{drawing}</div>
      <div>
        <Heading className="plain success-view-title" tabIndex={-1}>
          {form.texts.success}
        </Heading>
        <p className="display success-view-promise">
          {isQueued ? translate`Not with us yet.` : translate`You will hear from us ${form.texts.promise}.`}
        </p>
        {!isQueued && by !== undefined && <p className="text-4">{translate`That is by ${by}.`}</p>}
        {isQueued && <p>{translate`It sends itself. You will hear from us ${form.texts.promise} after that.`}</p>}
        {/* Read aloud when it changes: the queued submission was delivered. */}
        {remark !== undefined && (
          <p className="note success-view-remark" role="status">
            {remark}
          </p>
        )}
        {isQueued && sendNow}
        {reference !== undefined && (
          <p className="success-view-reference">
            {translate`Your reference `}
            <strong>{reference}</strong>
          </p>
        )}
        {!isLate && keep}
        <Next className="plain success-view-next-title">{translate`What happens next`}</Next>
        <ol className={classNames('thread success-view-next', isQueued && 'success-view-ahead')}>
          {form.texts.next.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        {isLate && keep}
        <div className="success-view-again">{again}</div>
      </div>
    </div>
  )
}
