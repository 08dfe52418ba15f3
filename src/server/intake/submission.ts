import type { Forms } from '../../forms/definitions/all.ts'
import type { Form } from '../../forms/form.ts'
import { AppError } from '../../shared/errors.ts'
import { readFormType } from '../../shared/form-types.ts'
import { readKey } from '../http/idempotency-key.ts'

/** What a body says, whichever of the specification's shapes it has. */
export interface Said {
  readonly form: Form
  readonly raw: Readonly<Record<string, unknown>>
  readonly idempotencyKey: string | undefined
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Reads a body's form type (`formType`, `form_type` or `sheet`), its fields, at the top or inside `data`, and its key.
 * @throws AppError 422 for a form type that there is none of, or a key that is none.
 */
export function readSubmission(forms: Forms, fields: Readonly<Record<string, unknown>>, keyOfHeader: string | undefined): Said {
  const type = readFormType(fields.formType) ?? readFormType(fields.form_type) ?? readFormType(fields.sheet)
  if (type === undefined)
    throw new AppError('FORM_VALIDATION_FAILED', {
      status: 422,
      say: 'It is not clear which form this is.',
      details: { formType: 'Form type must be one of the forms of this site' },
    })
  const raw = isObject(fields.data) ? { ...fields, ...fields.data } : fields
  return { form: forms[type], raw, idempotencyKey: keyOfHeader ?? readKey(fields.idempotencyKey) }
}
