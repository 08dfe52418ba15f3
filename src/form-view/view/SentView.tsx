import type { ReactNode } from 'react'
import type { Form } from '../../forms/form.ts'
import { reference } from '../../shared/ids.ts'
import { translate } from '../../shared/translate.ts'
import type { Raw } from '../answers.ts'
import type { Delivery } from '../delivery/submit.ts'
import { loadSheet } from '../load-sheet.ts'
import { LiveKeepLink } from './LiveKeepLink.tsx'
import { NamedKolam } from './NamedKolam.tsx'
import { SendNow } from './SendNow.tsx'
import { SuccessView } from './SuccessView.tsx'
import sheet from './success-view.css?url'

/** The view, after its styles are loaded. */
export const withStyles = (): Promise<typeof SentView> => loadSheet(sheet).then(() => SentView)

/** The remark in the success view, by the state of the delivery. */
const remarkOf = (state: Delivery['state']): string | undefined => {
  if (state === 'delivered') return undefined
  if (state === 'deliveredLater') return translate`Your answers have reached us.`
  return navigator.onLine
    ? translate`Our side didn’t answer. Your answers are on this device and send themselves; keep this browser’s data.`
    : translate`You’re offline, so your answers are saved on this device and will be sent automatically when you’re back online.`
}

/** The company's name in the answers, or else the person's name. */
const applicantName = ({ applicant: { company, name } }: Form, raw: Raw): string =>
  String((company !== undefined && raw[company]) || name.map((field) => raw[field]).join(' '))

/** What the page's form was built with. */
interface Built {
  readonly zone: string
  readonly answerDays: Readonly<Record<string, string>>
  readonly notice: { readonly email: string }
}

const builtWith = (): Built | undefined => {
  const data = document.querySelector<HTMLElement>('[data-form-place]')?.dataset.formPlace
  return data === undefined ? undefined : (JSON.parse(data) as Built)
}

/** The day by which we answer what is sent today; undefined if the page has been open for longer than its list. en-CA writes a day as 2026-12-05. */
const answerDay = ({ zone, answerDays }: Built): string | undefined =>
  answerDays[new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(new Date())]

interface SentViewProps {
  readonly form: Form
  readonly delivery: Delivery
  /** The button that starts another submission. */
  readonly again: ReactNode
}

/** The success view of a submission from the live form: the built view, with the applicant's kolam and its name. */
export const SentView = ({ form, delivery, again }: SentViewProps) => {
  const { applicationId, privateLink, key, raw, state } = delivery
  const built = builtWith()
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
      state={state}
      sendNow={built && <SendNow email={built.notice.email} />}
      by={built && answerDay(built)}
      again={again}
    />
  )
}
