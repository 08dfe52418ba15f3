import type { Context } from 'hono'
import { switchField } from '../../api/form-paths.ts'
import type { FormTokenResponse, SubmitResponse } from '../../api/intake-responses.ts'
import { paths } from '../../api/paths.ts'
import type { RefusalView } from '../../form-view/refusal/view.ts'
import { isFileField } from '../../forms/fields/file.ts'
import type { Faults, Field, Form, Forms } from '../../forms/form.ts'
import { AppError } from '../../shared/errors.ts'
import { spoken, translate } from '../../shared/translate.ts'
import type { KeyedHash } from '../crypto/hashes.ts'
import type { Deadlines } from '../deadlines/port.ts'
import type { FormVersions } from '../forms/versions.ts'
import { type Body, type Caps, withBody } from '../http/body.ts'
import { retryAfter, setRetryAfter, statusOf } from '../http/error-response.ts'
import type { HeaderOf } from '../http/guards.ts'
import type { Countable, SubmissionLimit } from '../http/limits.ts'
import { readKey, setSubmitted } from '../http/request.ts'
import type { Web } from '../http/routes.ts'
import { Routes } from '../http/routes.ts'
import { answerIn, speaking } from '../http/speaking.ts'
import type { LinkOwner, PrivateLinks } from '../links/port.ts'
import { limitKey } from '../networks.ts'
import type { Sender, Submission } from './port.ts'
import { type Receiving, receive } from './receive.ts'
import { type FormLanguage, provenance, readSubmission } from './submission.ts'
import { makeFormToken, senderOf } from './suspicion.ts'

const kilobyte = 1024

/** A refused page repeats answers of this total length unchanged, characters. If they are longer, each is cut at its field's limit. */
const maxRepeatedLength = 256 * kilobyte

/** The most bytes of a form's files, and characters of its answers. It is cached, because it is asked for at each submission; a publish replaces forms. */
function sizesOf(form: Form) {
  const sum = (size: (field: Field) => number): number => Object.values(form.fields).reduce((all, field) => all + size(field), 0)
  // A question may have no limit.
  const sizes = sizesByForm.get(form) ?? {
    files: sum((field) => (isFileField(field) ? field.maxSize : 0)),
    text: sum(({ limit = 0 }) => limit),
  }
  sizesByForm.set(form, sizes)
  return sizes
}
const sizesByForm = new WeakMap<Form, { readonly files: number; readonly text: number }>()

/**
 * The limits of a submission: the answers of the longest form in their longest encoding (a character outside the basic plane takes 12 bytes, percent-encoded
 * or as JSON escapes), its files, and some space for other values.
 */
export function capsOf(forms: Forms): Caps {
  const all = Object.values(forms).map(sizesOf)
  const files = 3 * kilobyte * kilobyte + Math.max(...all.map((sizes) => sizes.files))
  const text = Math.min(256 * kilobyte + 12 * Math.max(...all.map((sizes) => sizes.text)), files)
  return { text, files, names: 200, levels: 3 }
}

/** A refused submission, to be rendered again with its answers, for a browser without script. */
export interface Refused {
  readonly form: Form
  readonly raw: Readonly<Record<string, unknown>>
  readonly faults: Faults
  readonly alert: string
  /** Whether the answers are valid, but could not be stored. */
  readonly failed: boolean
  readonly idempotencyKey: string | undefined
  /** As JSON text. It must be repeated in the form, because the address of the refused page does not contain it. */
  readonly origin: string | undefined
  /** The form version that the answers belong to. */
  readonly formVersion: string
}

/** A page rendered for one request. */
interface Drawn {
  readonly html: string
  readonly headers: Readonly<Record<string, string>>
}

export interface Intake extends Receiving {
  readonly deadlines: Pick<Deadlines, 'begin' | 'judge'>
  readonly forms: Forms
  /** The languages other than English, and whether a page is served, which says whether a form is offered in one. */
  readonly languages: readonly FormLanguage[]
  isServed(path: string): boolean
  /** Counts a form that is begun on a page, by who says to be `agent`. */
  begun(page: string | undefined, agent: string | undefined): void
  readonly formVersions: Pick<FormVersions, 'judged'>
  readonly limit: SubmissionLimit
  readonly links: Pick<PrivateLinks, 'ofSender'>
  readonly publicUrl: string
  readonly keyedHash: KeyedHash
  /** Whether PUBLIC_URL is https. */
  readonly secure: boolean
  /** The current version of the privacy notice: a day. */
  notice(): string
}

/** What the routes need besides: the posts of browsers without script get pages. */
export interface IntakePages extends Intake {
  /** Renders the page of the form with the refused answers; undefined when there is no such page. */
  drawRefused(refused: Refused): Drawn | undefined
  /** Renders the page for a post that was refused before its answers were read; undefined when there is no such page. */
  drawRefusal(view: RefusalView): Drawn | undefined
}

/** Whether the `Accept` header asks for a page as the response: that of a form post does, that of a script does not. */
const wantsPage = ({ req }: Context): boolean => {
  const accept = req.header('accept') ?? ''
  return accept.includes('text/html') && !accept.includes('application/json')
}

/** The values of a submission that the rate limit counts. @throws AppError 422 when the idempotency key is invalid */
const countable = ({ ip, ownPage }: Sender, header: HeaderOf): Countable => ({
  client: limitKey(ip),
  idempotencyKey: readKey(header('idempotency-key')),
  ownPage,
})

/** Runs `work` for a counted submission. If it is invalid, it counts among the invalid ones. @throws AppError that of `work`, or TOO_MANY_REQUESTS */
async function countingInvalid<Result>(
  { limit, now }: Pick<Intake, 'limit' | 'now'>,
  counted: Countable & { readonly speed: number },
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof AppError && error.code === 'FORM_VALIDATION_FAILED') await limit.countInvalid(counted, now())
    throw error
  }
}

/** Reads a submission and its provenance. @throws AppError 422, see `readSubmission` */
function readSent(
  parts: Pick<Intake, 'forms' | 'notice' | 'formVersions' | 'languages' | 'isServed'>,
  header: HeaderOf,
  { fields, files }: Body,
) {
  const submission = readSubmission(parts.forms, parts.languages, fields, readKey(header('idempotency-key')), parts.isServed)
  return { submission, files, from: provenance(submission, header, { ...parts, notice: parts.notice() }) }
}

/** The response to a submission that is stored. */
const submitResponse = async ({ links }: Pick<Intake, 'links'>, application: LinkOwner): Promise<SubmitResponse> => ({
  success: true,
  applicationId: application.id,
  privateLink: (await links.ofSender(application)).url,
})

/** The answers that the page of a refused submission repeats: only those of fields, and not much longer than a form allows. */
function answersToRepeat(form: Form, raw: Submission['raw']): Submission['raw'] {
  const own = Object.entries(form.fields).flatMap(([name, { limit = kilobyte }]) =>
    name in raw ? [[name, raw[name], limit] as const] : [],
  )
  const length = own.reduce((sum, [, value]) => sum + (typeof value === 'string' ? value.length : 0), 0)
  const cut = (value: unknown, limit: number): unknown =>
    typeof value === 'string' && length > maxRepeatedLength ? [...value.slice(0, 2 * limit)].slice(0, limit).join('') : value
  return Object.fromEntries(own.map(([name, value, limit]) => [name, cut(value, limit)]))
}

/** A refusal in the language of the request; its details are already. */
const inSpokenWords = (refusal: AppError): AppError =>
  spoken() === undefined
    ? refusal
    : new AppError(refusal.code, { ...refusal.extras, status: statusOf(refusal), message: translate(refusal.message) })

/** What the page of a form shows again of a post. */
const shownAgain = ({ submission, from }: Pick<ReturnType<typeof readSent>, 'submission' | 'from'>) => ({
  form: submission.form,
  raw: answersToRepeat(submission.form, submission.raw),
  idempotencyKey: submission.idempotencyKey,
  origin: from.origin === null ? undefined : JSON.stringify(from.origin),
  formVersion: from.judged.version,
})

/** The page of the form with the refused answers. @throws AppError `refusal` itself when there is no such page */
function refusedPage(
  { drawRefused }: Pick<IntakePages, 'drawRefused'>,
  context: Context<Web>,
  sent: Parameters<typeof shownAgain>[0],
  refusal: AppError,
): Response {
  context.set('refusal', refusal.code)
  const page = drawRefused({
    ...shownAgain(sent),
    faults: refusal.extras.details ?? {},
    alert: translate(refusal.message),
    failed: statusOf(refusal) >= 500,
  })
  if (page === undefined) throw refusal
  return context.html(page.html, setRetryAfter(context, refusal), { ...page.headers })
}

/**
 * The page for a post that was refused before its answers were read; the `Referer` header names the form's page.
 * @throws AppError `refusal` itself when there is no such page
 */
function unreadPage({ drawRefusal, forms, languages }: IntakePages, context: Context<Web>, refusal: AppError): Response {
  context.set('refusal', refusal.code)
  const from = context.req.header('referer') ?? ''
  const path = URL.canParse(from) ? new URL(from).pathname : undefined
  const language = languages.find(({ code }) => path?.startsWith(`/${code}/`))
  const form = Object.values(language?.forms ?? forms).find((candidate: Form) => candidate.path === path)
  answerIn(form === undefined ? language?.speech : language?.speeches[form.type])
  const wait = retryAfter(refusal)
  const page = drawRefusal({
    message: translate(refusal.message),
    ...(wait !== undefined && { waitS: Number(wait) }),
    isOverLimit: refusal.code === 'TOO_MANY_REQUESTS',
    ...(form !== undefined && { formPath: `${form.path}#${form.anchor}` }),
  })
  if (page === undefined) throw refusal
  return context.html(page.html, setRetryAfter(context, refusal), { ...page.headers })
}

/** The answers of a page in the form of another language; nothing is stored. @throws AppError RECORD_NOT_FOUND when there is no such page */
function switchedPage(parts: IntakePages, context: Context<Web>, header: HeaderOf, { fields, files }: Body): Response {
  const { submission, from } = readSent(parts, header, { fields: { ...fields, language: fields[switchField] }, files })
  const alert =
    files.size > 0 ? translate`Your answers are here. Please choose the file again.` : translate`Your answers are here.`
  const page = parts.drawRefused({ ...shownAgain({ submission, from }), faults: {}, alert, failed: false })
  if (page === undefined) throw new AppError('RECORD_NOT_FOUND')
  return context.html(page.html, 200, { ...page.headers })
}

/** Stores a submission and responds to it. */
async function store(
  parts: IntakePages,
  context: Context<Web>,
  sent: ReturnType<typeof readSent>,
  sender: Sender & { readonly speed: number },
  counted: Countable & { readonly speed: number },
): Promise<Response> {
  const { submission, files, from } = sent
  try {
    const stored = () => receive(parts, submission, files, { ...sender, ...from })
    // Its refusal becomes a page here.
    const application = await (wantsPage(context) ? countingInvalid(parts, counted, stored) : stored())
    if (wantsPage(context)) {
      const page = `${submission.form.path}/submitted`
      setSubmitted(context, (await parts.links.ofSender(application)).token, page, parts.secure)
      return context.redirect(`${page}?ref=${encodeURIComponent(application.id)}`, 303)
    }
    return context.json(await submitResponse(parts, application), 201)
  } catch (error) {
    if (!wantsPage(context)) throw error
    if (error instanceof AppError) return refusedPage(parts, context, sent, error)
    context.get('log').error({ err: error, operation: 'submit' }, 'submission failed')
    return refusedPage(parts, context, sent, new AppError('FORM_SUBMISSION_FAILED', { cause: error }))
  }
}

/** The public intake: one pipeline for both calls (contract, section 4). Anyone may post from any origin, because the calls use no credentials. */
export function intakeRoutes(parts: IntakePages): Routes {
  const accept = (context: Context<Web>): Promise<Response> => speaking(undefined, () => answer(context))
  const answer = async (context: Context<Web>): Promise<Response> => {
    context.header('Access-Control-Allow-Origin', '*')
    context.header('Cache-Control', 'no-store')
    const header: HeaderOf = (name) => context.req.header(name)
    const sender = senderOf(header, context.get('client'), parts.publicUrl)
    try {
      // Checked before the body is read: a refusal must cost less than a submission.
      const submission = countable(sender, header)
      const counted = { ...submission, speed: await parts.limit.count(submission, parts.now()) }
      return await countingInvalid(parts, counted, () =>
        withBody(context, capsOf(parts.forms), async (body) =>
          wantsPage(context) && body.fields[switchField] !== undefined
            ? switchedPage(parts, context, header, body)
            : store(parts, context, readSent(parts, header, body), { ...sender, speed: counted.speed }, counted),
        ),
      )
    } catch (refusal) {
      if (!(refusal instanceof AppError)) throw refusal
      if (!wantsPage(context)) throw inSpokenWords(refusal)
      return unreadPage(parts, context, refusal)
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
    .get(paths.formToken, async (context) => {
      context.header('Cache-Control', 'no-store')
      parts.begun(context.req.header('referer'), context.req.header('user-agent'))
      const token = makeFormToken(parts.keyedHash, parts.now())
      return context.json({ success: true, token, begun: await parts.deadlines.begin() } satisfies FormTokenResponse)
    })
    .options(paths.submit, preflight)
    .options(paths.sheet, preflight)
}
