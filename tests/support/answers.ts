import { cohortValue } from '../../src/content/cohorts.ts'
import { promiseTexts } from '../../src/content/promises.ts'
import { allForms } from '../../src/forms/definitions/all.ts'
import { type Field, type Form, inOrder } from '../../src/forms/form.ts'
import type { FormType } from '../../src/shared/form-types.ts'
import { cohorts, promises } from './adapters.ts'

/** The forms of the tests, with the cohorts of content/ that are not closed. */
export const forms = allForms(
  {
    cohorts: cohorts
      .filter(({ status }) => status !== 'Closed')
      .map((cohort) => ({ value: cohortValue(cohort), label: cohort.label })),
  },
  promiseTexts(promises),
)

/** The bytes of a small, valid PDF. */
export const pdf = new TextEncoder().encode(
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
)

let counter = 0

/** A valid answer to `field`. Text is different in each call. */
function answer(name: string, field: Field): unknown {
  switch (field.kind) {
    case 'email':
      return `priya.${counter}@tamarind.example`
    case 'tel':
      return '+91 98400 12345'
    case 'url':
      return 'https://www.tamarind.example'
    case 'select':
    case 'radio':
      return field.options?.[0]?.value
    case 'multiselect':
      return field.options?.slice(0, 2).map((option) => option.value)
    case 'file':
      return undefined
    case 'text':
      return [...`${name} ${counter}: வணக்கம் 🙂 "quoted"`].slice(0, field.limit).join('')
    default:
      return `${name} ${counter}: வணக்கம் 🙂\nsecond line, "quoted"`
  }
}

/** Answers to every field of a form, optional ones too, different in each call. `with_` replaces single answers. */
export function answers(type: FormType, with_: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  counter += 1
  const form: Form = forms[type]
  const entries = inOrder(form).map(([name, field]) => [name, answer(name, field)] as const)
  const complete = Object.fromEntries(entries.filter(([, value]) => value !== undefined))
  if (type === 'EarlyCustomer') complete.customerType = 'enterprise'
  return { ...complete, ...with_ }
}

/** Answers as a multipart form. The internship gets a resume unless `resume` is null or another file. */
export function multipart(type: FormType, answers: Readonly<Record<string, unknown>>, resume?: File | null): FormData {
  const form = new FormData()
  form.append('formType', type)
  for (const [name, value] of Object.entries(answers))
    for (const item of Array.isArray(value) ? value : [value]) form.append(name, String(item))
  if (type === 'WorkForStartups' && resume !== null)
    form.append('resume', resume ?? new File([pdf], 'Priya R – CV.pdf', { type: 'application/pdf' }))
  return form
}

/** The form by which an applicant changes these answers, `at` a revision of them. The file stays unless there is a `resume`. */
export function changeForm(
  { id, type, at }: { readonly id: string; readonly type: FormType; readonly at: number },
  answers: Readonly<Record<string, unknown>>,
  resume: File | null = null,
): FormData {
  const { email: _email, resume: _resume, ...values } = answers
  const form = multipart(type, values, resume)
  form.delete('formType')
  form.append('of', id)
  form.append('at', String(at))
  return form
}

/** The body and headers of a complete submission: multipart for a form with a file, JSON for all others. */
export function submission(
  type: FormType,
  answers: Readonly<Record<string, unknown>>,
  headers: Readonly<Record<string, string>> = {},
): RequestInit {
  return type === 'WorkForStartups'
    ? { method: 'POST', body: multipart(type, answers), headers }
    : {
        method: 'POST',
        body: JSON.stringify({ formType: type, ...answers }),
        headers: { 'content-type': 'application/json', ...headers },
      }
}
