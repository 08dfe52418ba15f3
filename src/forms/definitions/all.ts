import type { FormType } from '../../shared/form-types.ts'
import type { Form } from '../form.ts'
import { accelerator } from './accelerator.ts'
import type { Choices } from './choices.ts'

export type Forms = Readonly<Record<FormType, Form>>

/** Every form there is, by type. */
export const allForms = (choices: Choices): Forms =>
  ({
    Accelerator: accelerator(choices),
  }) as Forms
