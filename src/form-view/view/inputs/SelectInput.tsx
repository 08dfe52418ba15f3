import { rawText } from '../../answers.ts'
import { type Asking, describedBy, FieldFrame } from '../FieldFrame.tsx'
import styles from '../form-field.module.css'
import { ids } from '../markup.ts'

/** One of a list. Nothing is chosen beforehand. */
export const SelectInput = (asking: Asking) => {
  const { name, field, raw, fault, required, hidden } = asking
  return (
    <FieldFrame asking={asking}>
      <select
        className={styles.input}
        id={ids.field(name)}
        name={name}
        defaultValue={rawText(raw, name)}
        required={required}
        disabled={hidden}
        aria-describedby={describedBy(asking)}
        aria-invalid={fault === undefined ? undefined : true}
      >
        <option value="">Choose one</option>
        {field.options?.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </FieldFrame>
  )
}
