import type { Context } from 'hono'
import { paths } from '../../api/paths.ts'
import type { FormTokenReply, SubmitReply } from '../../api/replies.ts'
import type { Forms } from '../../forms/definitions/all.ts'
import type { Faults, Form } from '../../forms/form.ts'
import { AppError } from '../../shared/errors.ts'
import type { Deadlines } from '../deadlines.ts'
import type { FormVersions } from '../form-versions.ts'
import type { KeyedHash } from '../hashes.ts'
import { type Body, type Caps, withBody } from '../http/body.ts'
import { announce } from '../http/error-reply.ts'
import type { HeaderOf } from '../http/guards.ts'
import type { Countable, CountSubmission } from '../http/limits.ts'
import { keepSubmitted, limitKey, readKey } from '../http/request.ts'
import type { Web } from '../http/routes.ts'
import { Routes } from '../http/routes.ts'
import { type Sent, sentOf } from '../http/sent.ts'
import type { LinkOwner, PrivateLinks } from '../private-links.ts'
import { type Receiving, receive } from './receive.ts'
import { provenance, readSubmission, type Submission } from './submission.ts'
import { makeFormToken, type Sender, senderOf } from './suspicion.ts'

const kilobyte = 1024

/** Text that a refused page repeats as it stands, characters; of more, each answer up to its field's limit. */
const mostRepeated = 256 * kilobyte

/** What is still read for a client that sends too often and names no page, so that the page of its form can say so. */
const namingCaps: Caps = { text: 256 * kilobyte, files: 256 * kilobyte, names: 200, levels: 3 }

/**
 * What a submission may be at most: answers at the limits of the longest form, in the widest writing (a character outside the basic plane
 * is 12 bytes, percent-encoded or as JSON's escapes), a resume of 5 MB, and what comes beside the answers.
 */
export function capsOf(forms: Forms): Caps {
  const characters = Object.values(forms).map(({ fields }: Form) =>
    Object.values(fields).reduce((sum, { limit = 0 }) => sum + limit, 0),
  )
  const files = 8 * kilobyte * kilobyte
  // a question may have no limit
  const text = Math.min(256 * kilobyte + 12 * Math.max(...characters), files)
  return { text, files, names: 200, levels: 3 }
}

/** A submission that was refused, to be drawn again with its answers, for a browser without script. */
export interface Refused {
  readonly form: Form
  readonly raw: Readonly<Record<string, unknown>>
  readonly faults: Faults
  readonly alert: string
  readonly idempotencyKey: string | undefined
  /** How the applicant came, as JSON text: the address of a refused post no longer tells it. */
  readonly origin: string | undefined
  /** The version of the form that was refused: the questions that the answers are to. */
  readonly formVersion: string
}

export interface Intake extends Receiving {
  readonly deadlines: Pick<Deadlines, 'begin' | 'judge'>
  readonly forms: Forms
  readonly formVersions: Pick<FormVersions, 'versionFor'>
  readonly count: CountSubmission
  readonly links: Pick<PrivateLinks, 'of' | 'token'>
  readonly publicUrl: string
  readonly keyedHash: KeyedHash
  /** Whether PUBLIC_URL is https. */
  readonly secure: boolean
  /** The version of the privacy notice that stands at the forms now: a day. */
  readonly notice: string
  /** The page of the form with what was refused in place; undefined when there is no such page. */
  drawRefused(refused: Refused): { readonly html: string; readonly headers: Readonly<Record<string, string>> } | undefined
}

/** Whether an answer is to be a page: a browser's own post says that it takes HTML, a script's does not. */
export const takesPage = (accept = ''): boolean => accept.includes('text/html') && !accept.includes('application/json')

const wantsPage = (context: Context): boolean => takesPage(context.req.header('accept'))

/** What limits count of a submission. @throws AppError 422 for a key that is none */
export const countable = ({ ip, ownPage }: Sender, header: HeaderOf): Countable => ({
  client: limitKey(ip),
  idempotencyKey: readKey(header('idempotency-key')),
  ownPage,
})

/** A submission, and how it came. @throws AppError for what is none */
export function readSent(parts: Pick<Intake, 'forms' | 'notice' | 'formVersions'>, sent: Sent, { fields, files }: Body) {
  const submission = readSubmission(parts.forms, fields, readKey(sent.header('idempotency-key')))
  return { submission, files, from: provenance(submission, sent.header, parts) }
}

/** The reply to a submission that is stored. */
export const submitReply = async ({ links }: Pick<Intake, 'links'>, application: LinkOwner): Promise<SubmitReply> => ({
  success: true,
  applicationId: application.id,
  privateLink: await links.of(application),
})

/** The answers of a refused submission as its page repeats them: without what is no field, and never much longer than a form can be. */
function repeated(form: Form, raw: Submission['raw']): Submission['raw'] {
  const own = Object.entries(form.fields).flatMap(([name, { limit = kilobyte }]) =>
    name in raw ? [[name, raw[name], limit] as const] : [],
  )
  const length = own.reduce((sum, [, value]) => sum + (typeof value === 'string' ? value.length : 0), 0)
  const cut = (value: unknown, limit: number): unknown =>
    typeof value === 'string' && length > mostRepeated ? [...value.slice(0, 2 * limit)].slice(0, limit).join('') : value
  return Object.fromEntries(own.map(([name, value, limit]) => [name, cut(value, limit)]))
}

/** The sentence of a refused page. */
const alertOf = ({ message, extras }: AppError): string =>
  extras.retryAfterS === undefined
    ? message
    : `${message} It can be sent again in ${extras.retryAfterS > 90 ? `${Math.ceil(extras.retryAfterS / 60)} minutes` : `${Math.ceil(extras.retryAfterS)} seconds`}. Your browser’s Back button leads to your answers.`

/** The page of the form with what was refused in place. @throws AppError `refusal` again where there is no such page */
function refusedPage(
  { drawRefused }: Intake,
  context: Context<Web>,
  { submission, from }: Pick<ReturnType<typeof readSent>, 'submission' | 'from'>,
  refusal: AppError,
): Response {
  context.set('refusal', refusal.code)
  const page = drawRefused({
    form: submission.form,
    raw: repeated(submission.form, submission.raw),
    faults: refusal.extras.details ?? {},
    alert: alertOf(refusal),
    idempotencyKey: submission.idempotencyKey,
    origin: from.origin === null ? undefined : JSON.stringify(from.origin),
    formVersion: from.formVersion,
  })
  if (page === undefined) throw refusal
  return context.html(page.html, announce(context, refusal), { ...page.headers })
}

/**
 * A submission over the limit, without its answers: its page repeats none of them. The form is that of the page that sent it; the body is read only where no page
 * is named. @throws AppError for what cannot be read
 */
async function unanswered(parts: Intake, request: Sent) {
  const from = request.header('referer') ?? ''
  const path = URL.canParse(from) ? new URL(from).pathname : undefined
  const form =
    Object.values(parts.forms).find((candidate: Form) => candidate.path === path) ??
    (await withBody(request, namingCaps, (body) => readSent(parts, request, body).submission.form))
  const submission: Submission = { form, raw: {}, idempotencyKey: undefined }
  return { submission, from: provenance(submission, request.header, parts) }
}

/** Stores a submission and answers it. */
async function store(
  parts: Intake,
  context: Context<Web>,
  sent: ReturnType<typeof readSent>,
  sender: Sender & { readonly speed: number },
): Promise<Response> {
  const { submission, files, from } = sent
  try {
    const application = await receive(parts, submission, files, { ...sender, ...from })
    if (wantsPage(context)) {
      const page = `${submission.form.path}/submitted`
      keepSubmitted(context, await parts.links.token(application), page, parts.secure)
      return context.redirect(`${page}?ref=${encodeURIComponent(application.id)}`, 303)
    }
    return context.json(await submitReply(parts, application), 201)
  } catch (error) {
    if (!wantsPage(context)) throw error
    if (error instanceof AppError) return refusedPage(parts, context, sent, error)
    context.get('log').error({ err: error, operation: 'submit' }, 'submission failed')
    return refusedPage(parts, context, sent, new AppError('FORM_SUBMISSION_FAILED', { cause: error }))
  }
}

/** The public intake: one pipeline behind both doors (contract, section 4). Anyone may post to it, from any origin: it carries no authority. */
export function intakeRoutes(parts: Intake): Routes {
  const caps = capsOf(parts.forms)

  const accept = async (context: Context<Web>): Promise<Response> => {
    context.header('Access-Control-Allow-Origin', '*')
    context.header('Cache-Control', 'no-store')
    const request = sentOf(context)
    const sender = senderOf(request.header, context.get('client'), parts.publicUrl)
    let speed: number
    try {
      // before a byte of the body is read: what is refused must not cost what a submission costs
      speed = await parts.count(countable(sender, request.header), parts.now())
    } catch (refusal) {
      if (!(refusal instanceof AppError) || refusal.code !== 'TOO_MANY_REQUESTS' || !wantsPage(context)) throw refusal
      const sent = await unanswered(parts, request).catch(() => {
        throw refusal
      })
      return refusedPage(parts, context, sent, refusal)
    }
    return withBody(request, caps, (body) => store(parts, context, readSent(parts, request, body), { ...sender, speed }))
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
    .get(paths.formToken, async (context) => {
      context.header('Cache-Control', 'no-store')
      const token = makeFormToken(parts.keyedHash, parts.now())
      return context.json({ success: true, token, begun: await parts.deadlines.begin() } satisfies FormTokenReply)
    })
    .options(paths.submit, preflight)
    .options(paths.sheet, preflight)
}
