import type { ReactNode, Ref } from 'react'
import type { Form } from '../../forms/form.ts'
import { reference } from '../../shared/ids.ts'
import { classNames } from '../../ui/class-names.ts'
import type { Raw } from '../answers.ts'
import type { Delivery } from '../delivery/submit.ts'
import { LiveKeepLink } from './LiveKeepLink.tsx'
import { NamedKolam } from './NamedKolam.tsx'

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
  readonly isQueued?: boolean
  /** The control that leads back to the form: a button, or a link on a page without a script. */
  readonly again: ReactNode
  readonly headingRef?: Ref<HTMLHeadingElement>
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
  isQueued,
  again,
  headingRef,
  level = 2,
}: SuccessViewProps) => {
  const Heading = level === 1 ? 'h1' : 'h2'
  const Next = level === 1 ? 'h2' : 'h3'
  return (
    <div className="success-view" data-sent="">
      <div className={classNames('success-view-drawing', isQueued && 'success-view-waits')}>{drawing}</div>
      <div>
        <Heading className="success-view-title" tabIndex={-1} ref={headingRef}>
          {form.texts.success}
        </Heading>
        <p className="success-view-promise">{`You will hear from us ${form.texts.promise}.`}</p>
        {/* Read aloud when it changes: the queued submission was delivered. */}
        {remark !== undefined && (
          <p className="success-view-remark" role="status">
            {remark}
          </p>
        )}
        {reference !== undefined && (
          <p className="success-view-reference">
            Your reference <strong>{reference}</strong>
          </p>
        )}
        {keep}
        <Next className="success-view-next-title">What happens next</Next>
        <ol className="success-view-next">
          {form.texts.next.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        <div className="success-view-again">{again}</div>
      </div>
    </div>
  )
}

/** The remark in the success view, by the state of the delivery. */
const remarkOf = (state: Delivery['state']): string | undefined => {
  if (state === 'delivered') return undefined
  if (state === 'deliveredLater') return 'Your answers have reached us.'
  return navigator.onLine
    ? 'Our side didn’t answer. Your answers are on this device and send themselves; keep this browser’s data.'
    : 'You’re offline, so your answers are saved on this device and will be sent automatically when you’re back online.'
}

/** The company's name in the answers, or else the person's name. */
const applicantName = ({ applicant: { company, name } }: Form, raw: Raw): string =>
  String((company !== undefined && raw[company]) || name.map((field) => raw[field]).join(' '))

interface SentViewProps {
  readonly form: Form
  readonly delivery: Delivery
  /** The button that starts another submission. */
  readonly again: ReactNode
}

/** The success view of a submission from the live form: the built view, with the applicant's kolam and its name. */
export const SentView = ({ form, delivery, again }: SentViewProps) => {
  const { applicationId, privateLink, key, raw, state } = delivery
  const ref = applicationId === undefined ? undefined : reference(applicationId)
  return (
    <SuccessView
      form={form}
      reference={ref}
      remark={remarkOf(state)}
      drawing={
        <NamedKolam
          form={form}
          id={applicationId ?? key}
          name={applicantName(form, raw)}
          reference={ref}
          closes={state === 'delivered'}
        />
      }
      keep={ref !== undefined && privateLink !== undefined && <LiveKeepLink form={form} url={privateLink} reference={ref} />}
      isQueued={state === 'queued'}
      again={again}
    />
  )
}
