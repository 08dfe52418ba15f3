import { rawText } from '../../answers.ts'
import { type Asking, describedBy, FieldFrame } from '../FieldFrame.tsx'
import styles from '../form-field.module.css'
import { ids } from '../markup.ts'

/** One line: text, email, tel, url. */
export const LineInput = (asking: Asking) => {
  const { name, field, raw, fault, required, hidden } = asking
  return (
    <FieldFrame asking={asking}>
      <input
        className={styles.input}
        id={ids.field(name)}
        name={name}
        type={lineType(field)}
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

/**
 * The input's type. Browsers refuse `www.example.in` in `type=url`, so an address is text with the address keyboard, unless the
 * definition asks for the strict type; what is written there is completed before it is checked (complete-url.ts).
 */
const lineType = ({ kind, input }: Asking['field']): string => (kind === 'url' ? (input?.type ?? 'text') : kind)
