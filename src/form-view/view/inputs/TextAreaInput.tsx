import { rawText } from '../../answers.ts'
import { type Asking, describedBy, FieldFrame } from '../FieldFrame.tsx'
import styles from '../form-field.module.css'
import { ids } from '../markup.ts'

/** Text of several lines. There is no `maxlength`: it would cut what is pasted, silently. */
export const TextAreaInput = (asking: Asking) => {
  const { name, field, raw, fault, required, hidden } = asking
  return (
    <FieldFrame asking={asking}>
      <textarea
        className={styles.input}
        id={ids.field(name)}
        name={name}
        rows={field.rows}
        inputMode={field.input?.inputMode}
        autoComplete={field.input?.autocomplete}
        placeholder={field.input?.placeholder}
        defaultValue={rawText(raw, name)}
        required={required}
        disabled={hidden}
        aria-describedby={describedBy(asking)}
        aria-invalid={fault === undefined ? undefined : true}
      />
    </FieldFrame>
  )
}
