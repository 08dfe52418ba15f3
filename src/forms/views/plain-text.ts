import type { Answers, Form } from '../form.ts'
import { detail } from './detail.ts'

/** A submission as plain text, for a mail: sections, questions, answers. */
export const plainText = (form: Form, answers: Answers): string =>
  detail(form, answers)
    .map(({ title, items }) => {
      const said = items.filter((item) => item.text !== '').map((item) => `${item.label}\n${item.text}`)
      return said.length === 0 ? '' : `${title.toUpperCase()}\n\n${said.join('\n\n')}`
    })
    .filter((section) => section !== '')
    .join('\n\n\n')
