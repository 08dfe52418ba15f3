import type { Condition, Form, Section } from '../../forms/form.ts'

/** The name of a condition in the markup. */
export const conditionName = ({ field, is }: Condition): string => `${field} ${is}`

/** The condition of all questions of a section; undefined if one has another or none. */
export function conditionOf(form: Form, section: Section): Condition | undefined {
  const conditions = section.fields.map((name) => form.fields[name]?.shown)
  const [first] = conditions
  return first && conditions.every((each) => each !== undefined && conditionName(each) === conditionName(first))
    ? first
    : undefined
}

/** A string in a style sheet, whatever its text is. */
const quoted = (text: string): string => `"${text.replace(/[^\w-]/gu, (sign) => `\\${sign.codePointAt(0)?.toString(16)} `)}"`

/** The style sheet of a form's page: while a script may come, what is not asked is hidden from the first paint. Empty for a form without conditions. */
export function conditionSheet(form: Form): string {
  const conditions = new Map(
    Object.values(form.fields).flatMap(({ shown }) => (shown === undefined ? [] : [[conditionName(shown), shown] as const])),
  )
  if (conditions.size === 0) return ''
  const rules = [...conditions].map(([name, { field, is }]) => {
    const answer = `[name=${quoted(field)}]`
    const choice = `[value=${quoted(is)}]:checked`
    return `form:not(:has(${answer}${choice},${answer} ${choice})) [data-if=${quoted(name)}]`
  })
  return `@media (scripting:enabled){${rules.join()}{display:none}@supports selector(:has(a)){[data-only]{display:none}}}`
}
