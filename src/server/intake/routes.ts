import type { Context } from 'hono'
import { paths } from '../../api/paths.ts'
import type { SubmitReply } from '../../api/replies.ts'
import type { Forms } from '../../forms/definitions/all.ts'
import type { Faults, Form } from '../../forms/form.ts'
import { AppError, errors } from '../../shared/errors.ts'
import { type Body, readBody } from '../http/body.ts'
import { limitKey } from '../http/client-address.ts'
import { sayWhen } from '../http/error-reply.ts'
import type { CountSubmission } from '../http/limits.ts'
import { Routes } from '../http/routes.ts'
import type { Web } from '../http/web.ts'
import { provenance } from './provenance.ts'
import { type Receiving, receive } from './receive.ts'
import { readSubmission } from './submission.ts'

/** The largest body: a resume of 5 MB and answers at their limits. */
const most = 8 * 1024 * 1024

/** A submission that was refused, to be drawn again with its answers, for a browser without script. */
export interface Refused {
  readonly form: Form
  readonly raw: Readonly<Record<string, unknown>>
  readonly faults: Faults
  readonly alert: string
  readonly idempotencyKey: string | undefined
  /** How the applicant came, as JSON text: the address of a refused post no longer tells it. */
  readonly origin: string | undefined
}

export interface Intake extends Receiving {
  readonly forms: Forms
  readonly count: CountSubmission
  /** The version of the privacy notice that stands at the forms now: a day. */
  readonly notice: string
  /** The page of the form with what was refused in place; undefined when there is no such page. */
  drawRefused(refused: Refused): { readonly html: string; readonly headers: Readonly<Record<string, string>> } | undefined
}

/** Whether an answer is to be a page: a browser's own post says that it takes HTML, a script's does not. */
const wantsPage = (context: Context): boolean => {
  const accept = context.req.header('accept') ?? ''
  return accept.includes('text/html') && !accept.includes('application/json')
}

/** The public intake: one pipeline behind both doors (contract, section 4). Anyone may post to it, from any origin: it carries no authority. */
export function intakeRoutes(parts: Intake): Routes {
  const accept = async (context: Context<Web>): Promise<Response> => {
    context.header('Access-Control-Allow-Origin', '*')
    context.header('Cache-Control', 'no-store')
    const ip = context.get('client')
    const body: Body = await readBody(context.req.raw, most)
    const said = readSubmission(parts.forms, body.fields, context.req.header('idempotency-key'))
    const from = provenance(said, context.req.raw.headers, parts.notice)
    try {
      await parts.count(limitKey(ip), said.idempotencyKey, parts.now())
      const applicationId = await receive(parts, said, body.files, { ip, ...from })
      if (wantsPage(context)) return context.redirect(`${said.form.path}/submitted?ref=${encodeURIComponent(applicationId)}`, 303)
      return context.json({ success: true, applicationId } satisfies SubmitReply, 201)
    } catch (error) {
      if (!wantsPage(context)) throw error
      const { code, extras, message } =
        error instanceof AppError
          ? error
          : {
              code: 'FORM_SUBMISSION_FAILED' as const,
              extras: {} as AppError['extras'],
              message: errors.FORM_SUBMISSION_FAILED.say,
            }
      if (!(error instanceof AppError)) context.get('log').error({ err: error, operation: 'submit' }, 'submission failed')
      context.set('refusal', code)
      const page = parts.drawRefused({
        form: said.form,
        raw: said.raw,
        faults: extras.details ?? {},
        alert: message,
        idempotencyKey: said.idempotencyKey,
        origin: from.origin === null ? undefined : JSON.stringify(from.origin),
      })
      if (page === undefined) throw error
      const status = extras.status ?? errors[code].status
      sayWhen(context, status, extras.retryAfterS)
      return context.html(page.html, status as 400, { ...page.headers })
    }
  }
  const preflight = (context: Context): Response =>
    context.body(null, 204, {
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Allow-Methods': 'POST',
      'Access-Control-Allow-Headers': 'Content-Type, Idempotency-Key, Accept',
      'Access-Control-Max-Age': '86400',
    })

  return new Routes('applicant')
    .post(paths.submit, accept)
    .post(paths.sheet, accept)
    .options(paths.submit, preflight)
    .options(paths.sheet, preflight)
}
