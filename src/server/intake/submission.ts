import { type Origin, readOrigin, touchOf } from '../../applications/origin.ts'
import type { Forms } from '../../forms/definitions/all.ts'
import type { Form } from '../../forms/form.ts'
import { AppError } from '../../shared/errors.ts'
import { hasPage } from '../../shared/existing-pages.ts'
import { readFormType } from '../../shared/form-types.ts'
import { isObject } from '../../shared/json.ts'
import type { Excuse } from '../deadlines/deadlines.ts'
import type { FormVersions, JudgedVersion } from '../forms/versions.ts'
import type { HeaderOf } from '../http/guards.ts'
import { readKey } from '../http/request.ts'

/** A submission, read from any of the specification's body formats. */
export interface Submission {
  readonly form: Form
  readonly raw: Readonly<Record<string, unknown>>
  readonly idempotencyKey: string | undefined
}

/**
 * Reads the form type (`formType`, `form_type` or `sheet`), the fields, at the top level or inside `data`, and the idempotency key of a body.
 * @throws AppError 422 for an unknown form type or an invalid key
 */
export function readSubmission(
  forms: Forms,
  fields: Readonly<Record<string, unknown>>,
  keyOfHeader: string | undefined,
): Submission {
  const type = readFormType(fields.formType) ?? readFormType(fields.form_type) ?? readFormType(fields.sheet)
  if (type === undefined || !hasPage(forms[type].path))
    throw new AppError('FORM_VALIDATION_FAILED', {
      status: 422,
      message: 'It is not clear which form this is.',
      details: { formType: 'Form type must be one of the forms of this site' },
    })
  const raw = isObject(fields.data) ? { ...fields, ...fields.data } : fields
  return { form: forms[type], raw, idempotencyKey: keyOfHeader ?? readKey(fields.idempotencyKey) }
}

/** What a submission has besides its answers: the origin, and the versions of the privacy notice and of the form that the applicant saw. */
export interface Provenance {
  readonly origin: Origin | null
  readonly notice: string
  /** The form by which the answers are checked, and the version that the applicant saw (`FormVersions`). */
  readonly judged: JudgedVersion
  readonly excuse: Excuse
}

/** The version of the notice that a body gives, a day; the current one when the body's is invalid or later than that. */
const noticeOf = (value: unknown, current: string): string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && value <= current ? value : current

/**
 * Reads the provenance; an invalid part is never a reason to refuse. A browser without script does not send its origin, so the address of the form's
 * page (`referer`) takes its place, as the last touch. `notice`: the current version.
 */
export function provenance(
  { form, raw }: Pick<Submission, 'form' | 'raw'>,
  header: HeaderOf,
  { notice, formVersions }: { readonly notice: string; readonly formVersions: Pick<FormVersions, 'judged'> },
): Provenance {
  return {
    origin: readOrigin(raw.origin) ?? originOfPage(header),
    notice: noticeOf(raw.notice, notice),
    judged: formVersions.judged(form.type, raw),
    excuse: { begun: raw.begun, late: raw.late ?? lateLinkOfPage(header) },
  }
}

/** The late link with which the form's page was opened: every browser sends the page's address with its post. */
function lateLinkOfPage(header: HeaderOf): string | undefined {
  const from = header('referer') ?? ''
  if (!URL.canParse(from) || new URL(from).host !== header('host')) return undefined
  return new URL(from).searchParams.get('late') ?? undefined
}

function originOfPage(header: HeaderOf): Origin | null {
  const from = header('referer') ?? ''
  if (!URL.canParse(from) || new URL(from).host !== header('host')) return null
  const last = touchOf(from)
  return last === null || last.page?.startsWith('/api/') ? null : { last }
}
