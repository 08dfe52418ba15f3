import { fail, ok } from '../../shared/result.ts'
import type { Field, Option } from '../form.ts'
import type { Asked } from './text.ts'

/**
 * Any of a list. Over the wire: a list, repeated fields, or one text joined by a comma and a space (specification, section 7.7).
 * @throws Error, at load, for an option with a comma in it.
 */
export const multiselect = (
  label: string,
  choices: readonly Option[],
  { required = true, ...asked }: Asked = {},
): Field<readonly string[]> => {
  const torn = choices.find((option) => option.value.includes(','))
  if (torn !== undefined)
    throw new Error(`${label} offers “${torn.value}”: a list is sent joined by commas, so no option may have one`)
  return {
    kind: 'multiselect',
    label,
    required,
    options: choices,
    ...asked,
    blank: [],
    isBlank: (value) => value.length === 0,
    parse: (raw) => {
      const said = typeof raw === 'string' ? [raw] : (raw ?? [])
      if (!Array.isArray(said) || !said.every((one) => typeof one === 'string')) return fail(`${label} must be a list of options`)
      const chosen = said
        .flatMap((one) => one.split(','))
        .map((one) => one.trim())
        .filter((one) => one !== '')
      if (!chosen.every((one) => choices.some((option) => option.value === one)))
        return fail(`${label} must be among the options offered`)
      return ok([...new Set(chosen)])
    },
    format: (value) => value.map((one) => choices.find((option) => option.value === one)?.label ?? one).join(', '),
    wire: (value) => value.join(', '),
  }
}
