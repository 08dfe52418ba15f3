import type { Faults, Form } from '../../forms/form.ts'
import { alerts } from '../../shared/alerts.ts'
import { second } from '../../shared/durations.ts'
import { translate } from '../../shared/translate.ts'
import type { Raw } from '../answers.ts'
import { warnOnce } from '../device-store.ts'
import type { DraftKeeper } from '../drafts/keeper.ts'
import { flagWaiting } from '../web-storage.ts'
import { requestBackgroundDelivery } from './background-sync.ts'
import { type SubmissionPayload, toPayload } from './payload.ts'
import { enqueue } from './queue.ts'
import { type Outcome, send } from './send.ts'

/** A submission that the server accepted, or that the delivery queue stored. */
export interface Sent {
  readonly key: string
  /** Missing while it is in the delivery queue. */
  readonly applicationId?: string
  /** The address of the application's own page; missing while it is in the delivery queue. */
  readonly privateLink?: string
  /** The answers in the form. */
  readonly raw: Raw
}

/** What the success view shows. `delivered`: by the form itself; `queued`: in the delivery queue; `deliveredLater`: from that queue. */
export type Delivery = Sent & { readonly state: 'delivered' | 'queued' | 'deliveredLater' }

/** A submission without a usable response. */
export interface Failure {
  /** See `Outcome`. */
  readonly why: string
  /** When the server accepts another attempt, and the time of the failure, in milliseconds since 1970; missing if it did not say. */
  readonly wait?: { readonly from: number; readonly until: number }
}

/** Why a form could not be sent: messages by field, and a message for the form. */
export interface FormErrors {
  readonly faults: Faults
  readonly alert?: string
  /** Why the server could not be reached; missing if it refused the answers. */
  readonly failure?: Failure
}

type Submitted = { readonly kind: 'sent'; readonly sent: Sent } | { readonly kind: 'not_sent'; readonly formErrors: FormErrors }

/** The alert of a submission that could not be delivered. */
const failureText = (form: Form): string =>
  form.onFailure.kind === 'stay' ? form.onFailure.alert : translate(alerts.undelivered)

/** Added to the alert if the submission could not be queued either. */
const notStored = (): string => translate`Your answers couldn’t be saved on this device either, so please keep this page open.`

const log = (form: Form, outcome: Exclude<Outcome, { readonly kind: 'accepted' }>): void =>
  console.error('Failed to submit form', {
    form: form.type,
    ...(outcome.kind === 'refused'
      ? { code: outcome.code, status: outcome.status }
      : { code: 'FORM_SUBMISSION_FAILED', why: outcome.why }),
  })

/** Whether another tab used the key for other answers; then the refusal names no field. */
const isKeyUsed = (outcome: Outcome): boolean =>
  outcome.kind === 'refused' && outcome.status === 422 && Object.keys(outcome.faults).length === 0

/** Adds messages about fields that the form does not have to the message for the form. */
function toFormErrors(form: Form, { message, faults }: Extract<Outcome, { readonly kind: 'refused' }>): FormErrors {
  const ownFaults = Object.entries(faults).filter(([name]) => name in form.fields)
  const otherFaults = Object.entries(faults).filter(([name]) => !(name in form.fields))
  return {
    faults: Object.fromEntries(ownFaults),
    alert: [...new Set([message, ...otherFaults.map(([, fault]) => fault)])].join(' '),
  }
}

/**
 * Sends checked answers. If they cannot be delivered, the form's definition decides: either the form stays open with its alert, or the
 * submission is queued on the device and counts as sent. If the server refuses the content, the form always stays open, with the reason.
 */
export async function submitAnswers(
  form: Form,
  raw: Raw,
  metadata: SubmissionPayload['beside'],
  keeper: DraftKeeper,
  onProgress: (sent: number) => void,
): Promise<Submitted> {
  const unkeyed = toPayload(form, '', raw, metadata)
  let payload = { ...unkeyed, key: await keeper.keyFor(unkeyed.answers) }
  let outcome = await send(payload, { onProgress })
  if (isKeyUsed(outcome)) {
    payload = { ...payload, key: await keeper.newKey() }
    outcome = await send(payload, { onProgress })
  }
  if (outcome.kind !== 'accepted') log(form, outcome)
  if (outcome.kind === 'refused') return { kind: 'not_sent', formErrors: toFormErrors(form, outcome) }
  if (outcome.kind === 'undelivered') {
    const { why, waitS } = outcome
    const from = Date.now()
    const failure = { why, ...(waitS > 0 && { wait: { from, until: from + waitS * second } }) }
    if (form.onFailure.kind === 'stay') return { kind: 'not_sent', formErrors: { faults: {}, alert: failureText(form), failure } }
    try {
      await enqueue({ ...payload, title: form.title, path: form.path, since: Date.now() })
      flagWaiting(true)
      void requestBackgroundDelivery()
    } catch (error) {
      // Success is shown only for a submission that is stored somewhere.
      warnOnce('queueing a submission', error)
      return { kind: 'not_sent', formErrors: { faults: {}, alert: `${failureText(form)} ${notStored()}` } }
    }
  }
  // The submission is stored; later failures do not change that.
  await keeper.sent().catch((error: unknown) => warnOnce('clearing a draft', error))
  return {
    kind: 'sent',
    sent: {
      key: payload.key,
      raw,
      ...(outcome.kind === 'accepted' && { applicationId: outcome.applicationId, privateLink: outcome.privateLink }),
    },
  }
}
