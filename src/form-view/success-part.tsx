import type { ReactNode } from 'react'
import type { Form } from '../forms/form.ts'
import { reference } from '../shared/ids.ts'
import { type Raw, rawText } from './answers.ts'
import type { Sent } from './delivery/submit.ts'
import { makePart, type Part } from './page-part.ts'
import { LiveKeepLink } from './view/LiveKeepLink.tsx'
import { NamedKolam } from './view/NamedKolam.tsx'
import { SuccessView } from './view/SuccessView.tsx'

/** The remark in the success view, by the state of the delivery. */
const remarks = {
  'at once': undefined,
  waits:
    'We couldn’t be reached just now, so your answers are saved on this device and will go out by themselves when you’re back online.',
  later: 'You’re back online, and your answers have reached us.',
} as const

export type Delivery = Sent & { readonly state: keyof typeof remarks }

/** A minimal success view without React, for when the rendered one fails. */
function plainSuccess(form: Form, { applicationId, privateLink }: Sent): HTMLElement {
  const element = document.createElement('div')
  element.dataset.sent = ''
  const heading = document.createElement('h2')
  heading.textContent = form.texts.success
  heading.tabIndex = -1
  const more = document.createElement('p')
  const referenceText = applicationId === undefined ? '' : ` Your reference ${reference(applicationId)}`
  more.textContent = `You will hear from us ${form.texts.promise}.${referenceText}`
  element.append(heading, more)
  if (privateLink !== undefined) {
    const link = document.createElement('a')
    link.href = link.textContent = privateLink
    element.append(link)
  }
  return element
}

/** The company of the answers, or else the person. */
const applicantName = ({ applicant }: Form, raw: Raw): string =>
  rawText(raw, applicant.company ?? '') || applicant.name.map((field) => rawText(raw, field)).join(' ')

const renderSuccess = (form: Form, { applicationId, privateLink, key, raw, state }: Delivery, again: ReactNode) => (
  <SuccessView
    form={form}
    reference={applicationId === undefined ? undefined : reference(applicationId)}
    remark={remarks[state]}
    drawing={
      <NamedKolam
        type={form.type}
        id={applicationId ?? key}
        name={applicantName(form, raw)}
        reference={applicationId === undefined ? undefined : reference(applicationId)}
      />
    }
    keep={
      applicationId !== undefined &&
      privateLink !== undefined && <LiveKeepLink url={privateLink} reference={reference(applicationId)} />
    }
    waits={state === 'waits'}
    again={again}
  />
)

export interface SuccessPart {
  /** The submission that is shown; undefined while there is none. */
  delivery(): Delivery | undefined
  /** Shows the success view of a submission, or updates it. It never throws: a failure shows the plain view. */
  draw(next: Delivery): void
  /** Clears the submission. Returns a function that removes the view, to be called when another part is shown. */
  clear(): () => void
}

/**
 * The success view.
 * @param show puts an element into the page, in place of the shown one
 * @param again renders the button that starts another submission
 */
export function successPart(
  form: Form,
  show: (element: HTMLElement) => void,
  again: (delivery: Delivery) => ReactNode,
): SuccessPart {
  let delivery: Delivery | undefined
  let part: Part | undefined
  // the rendered view has failed
  let isPlain = false

  const fail = (error: unknown): void => {
    console.error('forms: the success view could not be drawn', error)
    isPlain = true
    if (delivery !== undefined) show(plainSuccess(form, delivery))
  }

  return {
    delivery: () => delivery,
    draw(next) {
      delivery = next
      if (!isPlain)
        try {
          part ??= makePart(fail)
          part.draw(renderSuccess(form, next, again(next)))
        } catch (error) {
          fail(error)
        }
      show(isPlain || part === undefined ? plainSuccess(form, next) : part.element)
    },
    clear() {
      const last = part
      part = delivery = undefined
      isPlain = false
      return () => last?.remove()
    },
  }
}
