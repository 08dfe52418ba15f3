import type { Faults, Form } from '../../forms/form.ts'
import { errors } from '../../shared/errors.ts'
import type { Raw } from '../answers.ts'
import { warnOnce } from '../device-store.ts'
import type { DraftKeeper } from '../drafts/keeper.ts'
import { flagWaiting } from '../web-storage.ts'
import { askForBackgroundDelivery } from './background-sync.ts'
import { type Parcel, pack } from './payload.ts'
import { enqueue } from './queue.ts'
import { type Outcome, send } from './send.ts'

/** A form that was sent: taken by the server, or kept on the device until it is. */
export interface Sent {
  readonly key: string
  /** None while it waits on the device. */
  readonly applicationId?: string
  /** What stood in the form. */
  readonly raw: Raw
}

/** What is said when something could not be sent: beside fields, and of the whole. */
export interface Complaint {
  readonly faults: Faults
  readonly alert?: string
}

export type Submitted =
  | { readonly kind: 'sent'; readonly sent: Sent }
  | { readonly kind: 'not_sent'; readonly complaint: Complaint }

/** What the form says when nobody took what it sent. */
const failureText = (form: Form): string =>
  form.onFailure.kind === 'stay' ? form.onFailure.alert : errors.FORM_SUBMISSION_FAILED.message

/** What it says besides when the answers were to wait on the device, and could not. */
const notKept = 'Your answers could not be kept on this device either, so please keep this page open.'

const log = (form: Form, outcome: Exclude<Outcome, { readonly kind: 'taken' }>): void =>
  console.error('Failed to submit form', {
    form: form.type,
    ...(outcome.kind === 'refused'
      ? { code: outcome.code, status: outcome.status }
      : { code: 'FORM_SUBMISSION_FAILED', why: outcome.why }),
  })

/** The server's answer to a key that was used for other answers (from another tab): it names no field. */
const isKeyUsed = (outcome: Outcome): boolean =>
  outcome.kind === 'refused' && outcome.status === 422 && Object.keys(outcome.faults).length === 0

/** What the server says of fields that the form has not stands in the text for the whole. */
function complaintOf(form: Form, { say, faults }: Extract<Outcome, { readonly kind: 'refused' }>): Complaint {
  const known = Object.entries(faults).filter(([name]) => name in form.fields)
  const others = Object.entries(faults).filter(([name]) => !(name in form.fields))
  return { faults: Object.fromEntries(known), alert: [...new Set([say, ...others.map(([, fault]) => fault)])].join(' ') }
}

/**
 * Sends checked answers, and does what the form's definition says when nobody takes them: the form stays open with its alert, or they
 * are kept on the device and count as sent. What the server refuses for its content always keeps the form open, with the reason.
 */
export async function submitAnswers(
  form: Form,
  raw: Raw,
  beside: Parcel['beside'],
  keeper: DraftKeeper,
  onProgress: (sent: number) => void,
): Promise<Submitted> {
  const { answers } = pack(form, '', raw)
  let parcel = { key: await keeper.keyFor(answers), formType: form.type, answers, beside }
  let outcome = await send(parcel, { onProgress })
  if (isKeyUsed(outcome)) {
    parcel = { ...parcel, key: await keeper.newKey() }
    outcome = await send(parcel, { onProgress })
  }
  if (outcome.kind !== 'taken') log(form, outcome)
  if (outcome.kind === 'refused') return { kind: 'not_sent', complaint: complaintOf(form, outcome) }
  if (outcome.kind === 'undelivered') {
    if (form.onFailure.kind === 'stay') return { kind: 'not_sent', complaint: { faults: {}, alert: failureText(form) } }
    try {
      await enqueue({ ...parcel, title: form.title, path: form.path, since: Date.now() })
      flagWaiting(true)
      void askForBackgroundDelivery()
    } catch (error) {
      // success is promised only for what is kept somewhere
      warnOnce('keeping a submission', error)
      return { kind: 'not_sent', complaint: { faults: {}, alert: `${failureText(form)} ${notKept}` } }
    }
  }
  // it is taken: whatever fails from here on, it was sent
  await keeper.sent().catch((error: unknown) => warnOnce('clearing a draft', error))
  return {
    kind: 'sent',
    sent: { key: parcel.key, applicationId: outcome.kind === 'taken' ? outcome.applicationId : undefined, raw },
  }
}
