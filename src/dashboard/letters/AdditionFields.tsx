import type { ReasonRecord } from '../../api/letter-responses.ts'
import type { Addition } from '../../applications/outbox.ts'
import { Field } from '../ui/Field.tsx'

/** The values of the fields: the typed sentence, and the id of a reason; empty for none. */
export interface AdditionText {
  readonly sentence: string
  readonly reason: string
}

export const noAddition: AdditionText = { sentence: '', reason: '' }

/** The values of the fields as an API call sends them; a sentence of spaces counts as none. */
export const additionOf = ({ sentence, reason }: AdditionText): Addition => ({
  ...(reason !== '' && { reason }),
  ...(sentence.trim() !== '' && { sentence: sentence.trim() }),
})

interface AdditionFieldsProps {
  /** Empty for a letter that gives no reason. */
  readonly reasons: readonly ReasonRecord[]
  readonly value: AdditionText
  change(value: AdditionText): void
}

/** The reason of a rejection, and a sentence of the reviewer's own. */
export function AdditionFields({ reasons, value, change }: AdditionFieldsProps) {
  return (
    <div className="stack gap-2">
      {reasons.length > 0 && (
        <Field label="Reason">
          <select name="reason" value={value.reason} onChange={(event) => change({ ...value, reason: event.target.value })}>
            <option value="">None given</option>
            {reasons.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </Field>
      )}
      <Field label="Add a sentence">
        <textarea
          name="sentence"
          rows={2}
          maxLength={2_000}
          value={value.sentence}
          onChange={(event) => change({ ...value, sentence: event.target.value })}
        />
      </Field>
    </div>
  )
}
