import { type Origin, readOrigin, touchOf } from '../../applications/origin.ts'
import type { Forms } from '../../forms/definitions/all.ts'
import type { Form } from '../../forms/form.ts'
import { AppError } from '../../shared/errors.ts'
import { readFormType } from '../../shared/form-types.ts'
import { isObject } from '../../shared/json.ts'
import type { Excuse } from '../deadlines.ts'
import type { FormVersions } from '../form-versions.ts'
import type { HeaderOf } from '../http/guards.ts'
import { readKey } from '../http/request.ts'

/** What a body says, whichever of the specification's shapes it has. */
export interface Submission {
  readonly form: Form
  readonly raw: Readonly<Record<string, unknown>>
  readonly idempotencyKey: string | undefined
}

/**
 * Reads a body's form type (`formType`, `form_type` or `sheet`), its fields, at the top or inside `data`, and its key.
 * @throws AppError 422 for a form type that there is none of, or a key that is none.
 */
export function readSubmission(
  forms: Forms,
  fields: Readonly<Record<string, unknown>>,
  keyOfHeader: string | undefined,
): Submission {
  const type = readFormType(fields.formType) ?? readFormType(fields.form_type) ?? readFormType(fields.sheet)
  if (type === undefined)
    throw new AppError('FORM_VALIDATION_FAILED', {
      status: 422,
      message: 'It is not clear which form this is.',
      details: { formType: 'Form type must be one of the forms of this site' },
    })
  const raw = isObject(fields.data) ? { ...fields, ...fields.data } : fields
  return { form: forms[type], raw, idempotencyKey: keyOfHeader ?? readKey(fields.idempotencyKey) }
}

/** What comes with a submission besides its answers: how the applicant came, and which privacy notice and which questions stood at the form. */
export interface Provenance {
  readonly origin: Origin | null
  readonly notice: string
  /** The version of the form (`FormVersions`). */
  readonly formVersion: string
  readonly excuse: Excuse
}

/** A version that has stood on a page: a day, and none after the one that stands there now. */
const noticeOf = (value: unknown, current: string): string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && value <= current ? value : current

/**
 * Reads all three; none is ever a reason to refuse. What a browser without script cannot tell is taken from the address of the form's page, which
 * it names in its post (`referer`): the last arrival. `notice`: the version that stands now.
 */
export function provenance(
  { form, raw }: Pick<Submission, 'form' | 'raw'>,
  header: HeaderOf,
  { notice, formVersions }: { readonly notice: string; readonly formVersions: Pick<FormVersions, 'versionFor'> },
): Provenance {
  return {
    origin: readOrigin(raw.origin) ?? ofPage(header),
    notice: noticeOf(raw.notice, notice),
    formVersion: formVersions.versionFor(form.type, raw.formVersion),
    excuse: { begun: raw.begun, late: raw.late ?? lateOfPage(header) },
  }
}

/** The late link by which the form's page was opened: its address is in the post of every browser, with a script or without. */
function lateOfPage(header: HeaderOf): string | undefined {
  const from = header('referer') ?? ''
  if (!URL.canParse(from) || new URL(from).host !== header('host')) return undefined
  return new URL(from).searchParams.get('late') ?? undefined
}

function ofPage(header: HeaderOf): Origin | null {
  const from = header('referer') ?? ''
  if (!URL.canParse(from) || new URL(from).host !== header('host')) return null
  const last = touchOf(from)
  return last === null || last.page?.startsWith('/api/') ? null : { last }
}
