import { type Origin, readOrigin, touchOf } from '../../applications/origin.ts'
import type { Forms } from '../../forms/form.ts'
import { formIn } from '../../languages/form.ts'
import { AppError } from '../../shared/errors.ts'
import { hasPage } from '../../shared/existing-pages.ts'
import { type FormType, readFormType } from '../../shared/form-types.ts'
import { isObject } from '../../shared/json.ts'
import type { Speech } from '../../shared/translate.ts'
import { translate } from '../../shared/translate.ts'
import type { FormVersions, JudgedVersion } from '../forms/versions.ts'
import type { HeaderOf } from '../http/guards.ts'
import { readKey } from '../http/request.ts'
import { answerIn } from '../http/speaking.ts'
import type { Provenance, Submission } from './port.ts'

/** A language in which forms can be filled in. */
export interface FormLanguage {
  readonly code: string
  readonly speech: Speech
  /** How it speaks about each form. */
  readonly speeches: Readonly<Record<FormType, Speech>>
  readonly forms: Forms
}

/**
 * Reads the form type (`formType`, `form_type` or `sheet`), the fields, at the top level or inside `data`, and the idempotency key of a body.
 * @throws AppError 422 for an unknown form type or an invalid key
 */
export function readSubmission(
  forms: Forms,
  languages: readonly FormLanguage[],
  fields: Readonly<Record<string, unknown>>,
  keyOfHeader: string | undefined,
  isServed: (path: string) => boolean,
): Submission {
  const type = readFormType(fields.formType) ?? readFormType(fields.form_type) ?? readFormType(fields.sheet)
  if (type === undefined || !hasPage(forms[type].path))
    throw new AppError('FORM_VALIDATION_FAILED', {
      status: 422,
      message: translate`It is not clear which form this is.`,
      details: { formType: translate`Form type must be one of the forms of this site` },
    })
  const raw = isObject(fields.data) ? { ...fields, ...fields.data } : fields
  const language = languages.find(({ code, forms: own }) => code === raw.language && isServed(own[type].path))
  answerIn(language?.speeches[type])
  return {
    form: language?.forms[type] ?? forms[type],
    language: language?.code,
    raw,
    idempotencyKey: keyOfHeader ?? readKey(fields.idempotencyKey),
  }
}

/** The version of the notice that a body gives, a day; the current one when the body's is invalid or later than that. */
const noticeOf = (value: unknown, current: string): string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && value <= current ? value : current

/**
 * Reads the provenance; an invalid part is never a reason to refuse. A browser without script does not send its origin, so the address of the form's
 * page (`referer`) takes its place, as the last touch. `notice`: the current version.
 */
export function provenance(
  { form, raw, language }: Pick<Submission, 'form' | 'raw' | 'language'>,
  header: HeaderOf,
  {
    notice,
    formVersions,
    languages,
  }: {
    readonly notice: string
    readonly formVersions: Pick<FormVersions, 'judged'>
    readonly languages: readonly FormLanguage[]
  },
): Provenance {
  return {
    origin: readOrigin(raw.origin) ?? originOfPage(header),
    notice: noticeOf(raw.notice, notice),
    judged: judgedIn(formVersions.judged(form.type, raw), language, languages),
    excuse: { begun: raw.begun, late: raw.late ?? lateLinkOfPage(header) },
  }
}

/** A form in the language in which it was filled in, so that its faults are too. */
function judgedIn(judged: JudgedVersion, code: string | undefined, languages: readonly FormLanguage[]): JudgedVersion {
  const language = languages.find((candidate) => candidate.code === code)
  return language === undefined ? judged : { ...judged, form: formIn(judged.form, language.speech) }
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
