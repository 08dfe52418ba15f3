import { fail, ok } from '../../shared/result.ts'
import type { Field, Option } from '../form.ts'
import type { Asked } from './text.ts'

/** Options from `value: label`, in the order in which they are written. */
export const options = (labels: Readonly<Record<string, string>>): readonly Option[] =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))

/** Options whose value is what people read. */
export const named = (...labels: readonly string[]): readonly Option[] => labels.map((label) => ({ value: label, label }))

const choose =
  (kind: 'select' | 'radio') =>
  (label: string, choices: readonly Option[], { required = true, ...asked }: Asked = {}): Field<string> => ({
    kind,
    label,
    required,
    options: choices,
    ...asked,
    blank: '',
    isBlank: (value) => value === '',
    parse: (raw) => {
      if (raw === undefined || raw === null || raw === '') return ok('')
      const said = typeof raw === 'number' ? String(raw) : raw
      if (typeof said === 'string' && choices.some((option) => option.value === said)) return ok(said)
      return fail(`${label} must be one of the options offered`)
    },
    format: (value) => choices.find((option) => option.value === value)?.label ?? value,
    wire: (value) => value,
  })

/** One of a list, from a drop-down. An answer outside the list is refused. */
export const select = choose('select')

/** One of a few, all in view. */
export const radio = choose('radio')
