import type { ReactNode } from 'react'
import type { Form } from '../../forms/form.ts'
import { reference } from '../../shared/ids.ts'
import type { Raw } from '../answers.ts'
import type { Delivery } from '../delivery/submit.ts'
import { LiveKeepLink } from './LiveKeepLink.tsx'
import { NamedKolam } from './NamedKolam.tsx'
import { SuccessView } from './SuccessView.tsx'

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
