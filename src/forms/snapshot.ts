import { fieldOf } from './fields/of-kind.ts'
import type { Field, Form, FormSnapshot, QuestionSnapshot } from './form.ts'

/** The snapshot of a form. Equal definitions give equal JSON. */
export const snapshotOf = ({ title, sections, fields }: Form): FormSnapshot => ({
  title,
  sections: sections.map(({ title, readerTitle, intro, fields: names }) => ({
    title,
    readerTitle,
    intro,
    questions: names.flatMap((name) => {
      const field: Field | undefined = fields[name]
      if (field === undefined) return []
      const { kind, label, hint, required, shown, options } = field
      return [{ name, kind, label, hint, required, shown, options }]
    }),
  })),
})

/**
 * The version of a form: a hash of its snapshot, 16 hexadecimal digits.
 * @param sha256 hashes a text to hexadecimal digits
 */
export const versionOf = (form: Form, sha256: (text: string) => string): string =>
  sha256(JSON.stringify(snapshotOf(form))).slice(0, 16)

/** Makes the field of a question. It has no limits, because stored answers are already checked. */
const answeredField = ({ name: _, ...question }: QuestionSnapshot): Field =>
  fieldOf({ ...question, limit: Number.POSITIVE_INFINITY })

/** The form of a snapshot, for showing answers: with its title, sections and questions; everything else is from today's form. */
export const formOfSnapshot = (form: Form, { title, sections }: FormSnapshot): Form => ({
  ...form,
  title,
  sections: sections.map(({ questions, ...section }) => ({ ...section, fields: questions.map(({ name }) => name) })),
  fields: Object.fromEntries(
    sections.flatMap(({ questions }) => questions.map((question) => [question.name, answeredField(question)])),
  ),
})
