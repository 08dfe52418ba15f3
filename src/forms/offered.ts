import { fail } from '../shared/result.ts'
import { translate } from '../shared/translate.ts'
import { fieldOf } from './fields/of-kind.ts'
import type { Field, Form } from './form.ts'

/** The values that an answer chooses. */
export const chosenIn = (answer: unknown): readonly unknown[] => [answer].flat()

function refusing(field: Field, isKept: (value: string) => boolean): Field {
  const retired = field.options?.filter((option) => option.retired && !isKept(option.value)) ?? []
  if (retired.length === 0) return field
  const parse: Field['parse'] = (raw) => {
    const read = field.parse(raw)
    const chosen = read.ok ? retired.find(({ value }) => chosenIn(read.value).includes(value)) : undefined
    return chosen === undefined
      ? read
      : fail(translate`${field.label}: “${chosen.label}” is no longer offered. Choose another answer.`)
  }
  return { ...field, parse }
}

/** A form for answers that are given now: it refuses retired options, except those that the sender may keep. Stored answers are read without it. */
export function refusingRetired<F extends Form>(form: F, isKept: (name: string, value: string) => boolean = () => false): F {
  const fields = Object.entries(form.fields).map(
    ([name, field]) => [name, refusing(field, (value) => isKept(name, value))] as const,
  )
  return fields.some(([name, field]) => field !== form.fields[name]) ? { ...form, fields: Object.fromEntries(fields) } : form
}

/** The longest answer to a question that is not asked any more. */
const maxLength = 20_000

/** Today's form for answers from a page of an earlier version: also with the options and the questions that the page offered. */
export function withOffers(today: Form, earlier: Form): Form {
  const fields: Record<string, Field> = { ...today.fields }
  const added: string[] = []
  for (const [name, field] of Object.entries(earlier.fields)) {
    const now = today.fields[name]
    const offered = field.options?.filter(({ retired }) => !retired) ?? []
    if (now === undefined) {
      fields[name] = fieldOf({ ...field, required: false, limit: maxLength })
      added.push(name)
    } else if (now.options !== undefined && now.kind === field.kind) {
      const more = now.options.filter(({ value }) => !offered.some((option) => option.value === value))
      fields[name] = fieldOf({ ...now, options: [...offered, ...more] })
    }
  }
  return { ...today, fields, sections: [...today.sections, { title: '', fields: added }] }
}
