import { labelOf } from '../../../api/site-content.ts'
import styles from './site.module.css'
import { Faults, type FieldProps, Hint } from './ValueField.tsx'

/** A choice of several: a tick for each that can be in the list. */
export function Ticks({
  schema,
  value,
  field,
  label,
  required,
  faults,
  options,
  write,
}: FieldProps & { readonly options: readonly string[] }) {
  const ticked = Array.isArray(value) ? (value as readonly string[]) : []
  const put = (option: string, isIn: boolean): void => {
    const next = options.filter((each) => (each === option ? isIn : ticked.includes(each)))
    write(field, next.length === 0 && !required ? undefined : next)
  }
  return (
    <fieldset className={`stack gap-1 ${styles.group}`} data-fields={JSON.stringify(field)}>
      <legend>{label}</legend>
      <Hint schema={schema} />
      <Faults faults={faults.filter((fault) => field.every((part, at) => part === fault.field[at]))} />
      {options.map((option, at) => (
        <label key={option} className="row gap-2 middle">
          <input
            type="checkbox"
            data-field={JSON.stringify([...field, option])}
            checked={ticked.includes(option)}
            onChange={({ target }) => put(option, target.checked)}
          />
          {schema.names?.[at] ?? labelOf(option)}
        </label>
      ))}
    </fieldset>
  )
}
