import { fail, ok } from '../../shared/result.ts'
import { translate } from '../../shared/translate.ts'
import type { Field, Option } from '../form.ts'
import type { FieldSettings } from './text.ts'

/**
 * Any number of options. A request contains a list, repeated fields, or one text joined by a comma and a space (specification, section 7.7).
 * @throws Error, when the module is loaded, for an option with a comma.
 */
export const multiselect = (
  label: string,
  choices: readonly Option[],
  { required = true, ...settings }: FieldSettings = {},
): Field<readonly string[]> => {
  const withComma = choices.find((option) => option.value.includes(','))
  if (withComma !== undefined)
    throw new Error(`${label} offers “${withComma.value}”: a list is sent joined by commas, so no option may have one`)
  return {
    kind: 'multiselect',
    label,
    required,
    options: choices,
    ...settings,
    blank: [],
    isBlank: (value) => value.length === 0,
    parse: (raw) => {
      const values = typeof raw === 'string' ? [raw] : (raw ?? [])
      if (!Array.isArray(values) || !values.every((value) => typeof value === 'string'))
        return fail(translate`${label} must be a list of options`)
      const chosen = values
        .flatMap((value) => value.split(','))
        .map((value) => value.trim())
        .filter((value) => value !== '')
      if (!chosen.every((value) => choices.some((option) => option.value === value)))
        return fail(translate`${label} must be among the options offered`)
      return ok([...new Set(chosen)])
    },
    format: (value) => value.map((chosen) => choices.find((option) => option.value === chosen)?.label ?? chosen).join(', '),
    wire: (value) => value.join(', '),
  }
}
