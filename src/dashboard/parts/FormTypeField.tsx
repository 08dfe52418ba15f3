import { type FormType, formTypes, readFormType } from '../../shared/form-types.ts'
import { formNames } from '../data/form-names.ts'
import { Field } from './Field.tsx'

export interface FormTypeFieldProps {
  /** None is all of them. */
  readonly value: FormType | undefined
  choose(type: FormType | undefined): void
}

/** Chooses a form, or all. */
export function FormTypeField({ value, choose }: FormTypeFieldProps) {
  return (
    <Field label="Form type">
      <select name="form_type" value={value ?? ''} onChange={(event) => choose(readFormType(event.target.value))}>
        <option value="">All forms</option>
        {formTypes.map((type) => (
          <option key={type} value={type}>
            {formNames[type]}
          </option>
        ))}
      </select>
    </Field>
  )
}
