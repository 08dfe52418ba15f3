import { AppError } from '../../../shared/errors.ts'
import type { FormType } from '../../../shared/form-types.ts'
import type { Template, TemplateBlock, TemplateName } from './read-wording.ts'

/** A reason that a rejection may give. */
export interface Reason {
  readonly id: string
  /** What the reviewer sees. */
  readonly name: string
  /** What the applicant sees. */
  readonly text: string
  /** The forms whose letters may give it. */
  readonly forms: readonly FormType[]
}

/** The content of `content/mail`, as JSON can hold it. */
export interface WordingTexts {
  /** By name, such as `rejection`, or by name and form, such as `rejection.Contact`. */
  readonly templates: Readonly<Record<string, Template>>
  readonly reasons: readonly Reason[]
  /** The last blocks of every letter about an application. */
  readonly ending: readonly TemplateBlock[]
}

/** The texts of all messages. */
export interface Wording extends Pick<WordingTexts, 'ending'> {
  /** The template of a letter for a form: `rejection.Contact.yaml` if it exists, otherwise `rejection.yaml`. @throws AppError EMAIL_TEMPLATE_NOT_FOUND */
  template(name: TemplateName, form?: FormType): Template
  /** The reasons that a rejection of this form can give. */
  reasons(form: FormType): readonly Reason[]
}

/** The wording of the given texts, which need not be complete. */
export const wordingOf = ({ templates, reasons, ending }: WordingTexts): Wording => ({
  ending,
  reasons: (form) => reasons.filter(({ forms }) => forms.includes(form)),
  template(name, form) {
    const template = (form && templates[`${name}.${form}`]) ?? templates[name]
    if (template === undefined) throw new AppError('EMAIL_TEMPLATE_NOT_FOUND', { log: { template: name } })
    return template
  },
})

/** A placeholder in a text: `{applicantName}`. */
export const placeholder = /\{([^{}]*)\}/g

/** Fills in the placeholders of a text. Placeholders in the inserted values stay as they are. */
export const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(placeholder, (match, name: string) => (Object.hasOwn(values, name) ? (values[name] ?? '') : match))
