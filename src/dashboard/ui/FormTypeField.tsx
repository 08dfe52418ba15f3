import { type FormType, formTypes, readFormType } from '../../shared/form-types.ts'
import { formNames } from '../labels.ts'
import { Field } from './Field.tsx'
import { FilterSelect } from './FilterSelect.tsx'

export interface FormTypeFieldProps {
  /** None is all of them. */
  readonly value: FormType | undefined
  choose(type: FormType | undefined): void
  /** See FilterSelect. */
  done?(): void
}

/** Chooses a form, or all. */
export function FormTypeField({ value, choose, done = () => undefined }: FormTypeFieldProps) {
  return (
    <Field label="Form type">
      <FilterSelect
        name="form_type"
        value={value ?? ''}
        onChange={(event) => choose(readFormType(event.target.value))}
        done={done}
      >
        <option value="">All forms</option>
        {formTypes.map((type) => (
          <option key={type} value={type}>
            {formNames[type]}
          </option>
        ))}
      </FilterSelect>
    </Field>
  )
}
