import { type FieldData, fieldOf } from '../forms/fields/of-kind.ts'
import type { Field, Form, Option } from '../forms/form.ts'
import { refusingRetired } from '../forms/offered.ts'
import type { Speech } from '../shared/translate.ts'

/** The path of a page in a language. */
export const pathIn = (code: string, path: string): string => `/${code}${path === '/' ? '' : path}`

/** A form in the language of `speech`, with the path of its page there. */
export const formIn = (form: Form, { code = '', translate }: Speech): Form => ({
  ...formWith(form, (english) => translate([english], [])),
  path: pathIn(code, form.path),
  // The browser's messages are in its own language.
  messages: 'ours',
})

/** A form with each of its texts replaced by what `text` makes of it. Names, values and rules stay, and so does what is stored. */
export function formWith(form: Form, text: (english: string) => string): Form {
  const { promise } = form.texts
  const later = text(promise)
  /** The promise is part of some texts, which have a placeholder in its place. */
  const promising = (english: string): string => text(english.replaceAll(promise, '{promise}')).replaceAll('{promise}', later)
  const labelled = (option: Option): Option => ({ ...option, label: text(option.label) })
  const fieldWith = (field: Field): Field =>
    fieldOf({
      ...field,
      label: text(field.label),
      ...(field.hint !== undefined && { hint: text(field.hint) }),
      ...(field.options !== undefined && { options: field.options.map(labelled) }),
      ...(field.input?.placeholder !== undefined && {
        input: { ...field.input, placeholder: text(field.input.placeholder) },
      }),
    } as FieldData)
  const { submit, submitting, success, again, next } = form.texts
  return refusingRetired({
    ...form,
    title: text(form.title),
    sections: form.sections.map((section) => ({
      ...section,
      title: text(section.title),
      ...(section.intro !== undefined && { intro: text(section.intro) }),
    })),
    fields: Object.fromEntries(Object.entries(form.fields).map(([name, field]) => [name, fieldWith(field)])),
    texts: {
      submit: text(submit),
      submitting: text(submitting),
      success: text(success),
      again: text(again),
      promise: later,
      next: next.map(promising),
    },
    onFailure: form.onFailure.kind === 'stay' ? { ...form.onFailure, alert: text(form.onFailure.alert) } : form.onFailure,
  })
}
