import type { Reason } from '../../../applications/moves.ts'
import { AppError } from '../../../shared/errors.ts'
import type { FormType } from '../../../shared/form-types.ts'
import type { Template, WordingTexts } from './read-wording.ts'

/** The texts of all messages. */
export interface Wording extends Pick<WordingTexts, 'ending'> {
  /** The template of a letter for a form: `rejection.Contact.yaml` if it exists, otherwise `rejection.yaml`. @throws AppError EMAIL_TEMPLATE_NOT_FOUND */
  template(name: string, form?: FormType): Template
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
