import { z } from 'zod'
import { formFile, formTypes } from '../../shared/form-types.ts'

const line = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    // Braces of the facts and of the site, such as {site.name}, are replaced.
    .regex(/^(?:[^\p{Cc}{}]|\{\w+\.[^{}]*\})*$/u, 'one line of text without braces')

/** A text that may be empty: then there is none, although the form of the build has one. */
const note = z.string().trim().max(600)

const option = z.strictObject({
  /** [Choice] What visitors choose. */
  label: line(120),
  /** [Stored as] What is stored and exported, such as `2029`. Leave it empty for the label itself; it stays when the label changes later. */
  value: line(120).optional(),
  /** [Retired] Nobody can choose it any more. Earlier answers keep it. */
  retired: z.boolean().optional(),
})

const question = z.strictObject({
  /** [Question] The words above the answer. */
  label: line(120),
  /** [Help] A sentence that helps to answer; empty for none. */
  hint: note.optional(),
  /**
   * [Kind of answer | Short text | Long text | One of a list | One of some buttons | Several of a list | E-mail address | Telephone number | Address of a page | File]
   * What kind of answer it takes. A file is a PDF or a Word document of 5 MB at most.
   */
  kind: z.enum(['text', 'textarea', 'select', 'radio', 'multiselect', 'email', 'tel', 'url', 'file']).optional(),
  /** [Must be answered] Whether it must be answered. */
  required: z.boolean().optional(),
  /** [Asked when] Ask it only of those who gave this answer before. */
  shown: z
    .strictObject({
      /** [Question] The name of a question before it with choices of which one is chosen. */
      field: line(60),
      /** [Answer] What is stored of that choice. */
      is: line(120),
    })
    .meta({ format: 'condition' })
    .optional(),
  /** [Choices] The choices, in the order in which they are shown. One that is removed after it was published is kept as retired, for earlier answers. */
  options: z.array(option).max(60).optional(),
  /** [In place of the built choices] Whether these choices stand in place of those of the definition, which no answer has: then none of them is kept as retired. */
  anew: z.boolean().optional(),
  /** [Most characters] The most characters that an answer can have. */
  limit: z.int().min(1).max(20_000).optional(),
  /** [Not asked now] Do not ask it now. Earlier answers stay. */
  hidden: z.boolean().optional(),
  /** [Name in spreadsheets] The name in spreadsheets and exports, such as `ownDiet`: own, a capital letter or a digit, letters. Another name is another question. */
  name: z.string().min(1).max(60),
})

const section = z.strictObject({
  /** [Title] The heading of this part of the form. */
  title: line(120).optional(),
  /** [Introduction] A sentence under the heading; empty for none. */
  intro: note.optional(),
  /** The questions, in their order. */
  questions: z.array(question.partial({ label: true })).optional(),
})

/** content/forms: what differs from a form's definition in src/forms/definitions. `server/forms/edits.ts` has the rules that depend on the form. */
export const formEditsSchema = z.strictObject({
  /** [Parts] The parts of the form. */
  sections: z.array(section).optional(),
  /** [Title] What is sent, such as `Accelerator application`. The last word stays: letters and pages use it. */
  title: line(60).optional(),
  /** [Button that sends it] The button that sends the form. */
  submit: line(40).optional(),
  /** [That button while it sends] That button while it sends. */
  submitting: line(60).optional(),
  /** [Heading after it was sent] The heading after it was sent. */
  success: line(80).optional(),
  /** [Button that begins another one] The button that begins another one. */
  again: line(60).optional(),
  /** [What happens next] What happens next, in order. `{promise}` stands for the time within which we answer. */
  next: z
    .array(
      z
        .string()
        .trim()
        .min(1)
        .max(300)
        .regex(/^(?:[^\p{Cc}{}]|\{promise\}|\{\w+\.[^{}]*\})*$/u, 'a sentence with no braces but {promise}'),
    )
    .min(1)
    .max(6)
    .optional(),
})

export type FormEditsContent = z.output<typeof formEditsSchema>

/** The files of the forms with their schema. */
export const formEditsSchemas = Object.fromEntries(formTypes.map((type) => [formFile(type), formEditsSchema])) as Readonly<
  Record<`forms/${string}.yaml`, typeof formEditsSchema>
>
