import { defaultRubrics } from '../../applications/default-rubrics.ts'
import { type Rubric, readRubric } from '../../applications/rubric.ts'
import { AppError } from '../../shared/errors.ts'
import { type FormType, formTypes } from '../../shared/form-types.ts'
import type { Settings } from '../storage/port.ts'

/** A rubric as it is kept; revision 0: it is still ours. */
export interface KeptRubric {
  readonly criteria: Rubric
  readonly revision: number
}

const key = (formType: FormType): string => `rubric:${formType}`

/** The rubric of a form: the admin's, or else the one that it came with. */
export async function rubricOf(settings: Settings, formType: FormType): Promise<KeptRubric> {
  const kept = await settings.get(key(formType))
  if (kept === undefined) return { criteria: defaultRubrics[formType], revision: 0 }
  const read = readRubric(kept.value)
  return { criteria: read.ok ? read.value : defaultRubrics[formType], revision: kept.revision }
}

export async function allRubrics(settings: Settings): Promise<Readonly<Record<FormType, KeptRubric>>> {
  const pairs = await Promise.all(formTypes.map(async (type) => [type, await rubricOf(settings, type)] as const))
  return Object.fromEntries(pairs) as Record<FormType, KeptRubric>
}

/**
 * Keeps a form's rubric over the revision that was read.
 * @throws AppError FORM_VALIDATION_FAILED with details by place; 409 when it was changed meanwhile
 */
export async function putRubric(
  settings: Settings,
  formType: FormType,
  { criteria, revision }: Readonly<Record<string, unknown>>,
): Promise<KeptRubric> {
  const read = readRubric(criteria)
  if (!read.ok) throw new AppError('FORM_VALIDATION_FAILED', { details: read.fault })
  if (!Number.isSafeInteger(revision) || Number(revision) < 0)
    throw new AppError('FORM_VALIDATION_FAILED', { details: { revision: 'Say which revision was read' } })
  if ((await settings.put(key(formType), read.value, Number(revision))) === 'stale')
    throw new AppError('CONFLICT', { say: 'The rubric was changed in another window meanwhile.' })
  return { criteria: read.value, revision: Number(revision) + 1 }
}
