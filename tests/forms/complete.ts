import type { Field, Form } from '../../src/forms/form.ts'
import { inOrder } from '../../src/forms/form.ts'

const cohorts = ['Cohort 6', 'Cohort 7']

/** The cohorts of the forms, in tests. */
export const choices = { cohorts: cohorts.map((label) => ({ value: label, label })) }

/** A valid answer to a field, as a request contains it. */
export function answerTo(field: Field, name: string): unknown {
  if (field.kind === 'file') return { name: 'resume.pdf', size: 20_480, type: 'application/pdf' }
  if (field.kind === 'email') return 'kavya@example.in'
  const first = field.options?.[0]?.value
  if (field.kind === 'multiselect') return [first]
  return first ?? `An answer to ${name}`.slice(0, field.limit)
}

/** Answers to every field of a form, fields that depend on another answer included. */
export function complete(form: Form): Record<string, unknown> {
  const answers: Record<string, unknown> = {}
  for (const [name, field] of inOrder(form)) answers[name] = answerTo(field, name)
  for (const [, field] of inOrder(form))
    for (const condition of [field.shown, field.required])
      if (typeof condition === 'object') answers[condition.field] = condition.is
  return answers
}
