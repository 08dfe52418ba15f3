import { fail, ok } from '../../shared/result.ts'
import { translate } from '../../shared/translate.ts'
import type { Field, Option } from '../form.ts'
import type { FieldSettings } from './text.ts'

/** Options from `value: label`, in the given order. */
export const options = (labels: Readonly<Record<string, string>>): readonly Option[] =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))

/** Options whose value is also their label. Answers are stored with the dash that ranges had; they are shown with that of the pages. */
export const named = (...values: readonly string[]): readonly Option[] =>
  values.map((value) => ({ value, label: value.replaceAll('–', '-') }))

const choose =
  (kind: 'select' | 'radio') =>
  (label: string, choices: readonly Option[], { required = true, ...settings }: FieldSettings = {}): Field<string> => ({
    kind,
    label,
    required,
    options: choices,
    ...settings,
    blank: '',
    isBlank: (value) => value === '',
    parse: (raw) => {
      if (raw === undefined || raw === null || raw === '') return ok('')
      const text = typeof raw === 'number' ? String(raw) : raw
      if (typeof text === 'string' && choices.some((option) => option.value === text)) return ok(text)
      return fail(translate`${label} must be one of the options offered`)
    },
    format: (value) => choices.find((option) => option.value === value)?.label ?? value,
    wire: (value) => value,
  })

/** One option from a drop-down list. Other answers are refused. */
export const select = choose('select')

/** One of a few options, which are all visible. */
export const radio = choose('radio')
