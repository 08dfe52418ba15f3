import { Button } from '../../../dashboard/ui/Button.tsx'
import { copyText } from '../../../dashboard/ui/copy-text.ts'
import { Field } from '../../../dashboard/ui/Field.tsx'

/** A secret that is shown once, with a button that copies it. */
export const Secret = ({ label, value }: { readonly label: string; readonly value: string }) => (
  <div className="fields">
    <Field label={label}>
      <input readOnly value={value} onFocus={(event) => event.target.select()} />
    </Field>
    <Button onClick={() => copyText(value)}>Copy</Button>
  </div>
)
