import type { ReactNode, Ref } from 'react'
import type { Form } from '../../forms/form.ts'
import { reference } from '../../shared/ids.ts'
import { classNames } from '../../ui/class-names.ts'
import type { Raw } from '../answers.ts'
import type { Delivery } from '../delivery/submit.ts'
import { LiveKeepLink } from './LiveKeepLink.tsx'
import { NamedKolam } from './NamedKolam.tsx'
import styles from './success-view.module.css'

interface SuccessViewProps {
  readonly form: Form
  /** Missing while the submission is queued. */
  readonly reference?: string
  /** An additional remark: that the submission is queued on this device. */
  readonly remark?: ReactNode
  /** The applicant's private link. */
  readonly keep?: ReactNode
  /** A kolam; its line is left out while the submission `waits`. */
  readonly drawing?: ReactNode
  readonly waits?: boolean
  /** The way back to the form: a button, or a link on a page without a script. */
  readonly again: ReactNode
  readonly headingRef?: Ref<HTMLHeadingElement>
  /** The level of the heading: 1 if the view is the page. */
  readonly level?: 1 | 2
}

/** Shown in place of a form that was sent: what happens next, and by when. */
export const SuccessView = ({
  form,
  reference,
  remark,
  keep,
  drawing,
  waits,
  again,
  headingRef,
  level = 2,
}: SuccessViewProps) => {
  const Heading = level === 1 ? 'h1' : 'h2'
  const Next = level === 1 ? 'h2' : 'h3'
  return (
    <div className={styles.success} data-sent="">
      <div className={classNames(styles.drawing, waits && styles.waits)}>{drawing}</div>
      <div className={styles.text}>
        <Heading className={styles.title} tabIndex={-1} ref={headingRef}>
          {form.texts.success}
        </Heading>
        <p className={styles.promise}>{`You will hear from us ${form.texts.promise}.`}</p>
        {remark !== undefined && <p className={styles.remark}>{remark}</p>}
        {reference !== undefined && (
          <p className={styles.reference}>
            Your reference <strong>{reference}</strong>
          </p>
        )}
        {keep}
        <Next className={styles.nextTitle}>What happens next</Next>
        <ol className={styles.next}>
          {form.texts.next.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        <div className={styles.again}>{again}</div>
      </div>
    </div>
  )
}

/** The remark in the success view, by the state of the delivery. */
const remarks = {
  'at once': undefined,
  waits:
    'We couldn’t be reached just now, so your answers are saved on this device and will go out by themselves when you’re back online.',
  later: 'You’re back online, and your answers have reached us.',
} as const

/** The company of the answers, or else the person. */
const applicantName = ({ applicant: { company, name } }: Form, raw: Raw): string =>
  String((company !== undefined && raw[company]) || name.map((field) => raw[field]).join(' '))

interface SentViewProps {
  readonly form: Form
  readonly delivery: Delivery
  /** The button that starts another submission. */
  readonly again: ReactNode
}

/** The success view of a submission from the live form: what the built one has, and the applicant's kolam with its name. */
export const SentView = ({ form, delivery, again }: SentViewProps) => {
  const { applicationId, privateLink, key, raw, state } = delivery
  const ref = applicationId === undefined ? undefined : reference(applicationId)
  return (
    <SuccessView
      form={form}
      reference={ref}
      remark={remarks[state]}
      drawing={
        <NamedKolam
          type={form.type}
          id={applicationId ?? key}
          name={applicantName(form, raw)}
          reference={ref}
          closes={state === 'at once'}
        />
      }
      keep={ref !== undefined && privateLink !== undefined && <LiveKeepLink url={privateLink} reference={ref} />}
      waits={state === 'waits'}
      again={again}
    />
  )
}
