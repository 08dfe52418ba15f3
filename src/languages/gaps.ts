import { ofForms, ofPages } from 'virtual:sentences'
import { parse } from 'yaml'
import { letterTitles } from '../applications/outbox.ts'
import type { Files } from '../content/files.ts'
import type { Language } from '../content/languages.ts'
import type { Content } from '../content/load.ts'
import { promiseTexts } from '../content/promises.ts'
import { allForms } from '../forms/definitions/all.ts'
import type { FormEdits } from '../forms/edits.ts'
import { invalidEmail } from '../forms/fields/email.ts'
import type { Form } from '../forms/form.ts'
import { alerts } from '../shared/alerts.ts'
import { errors } from '../shared/errors.ts'
import { type FormType, formFile, formTypes } from '../shared/form-types.ts'
import { formWith } from './form.ts'
import { lacking, textsOfLetter } from './lacking.ts'
import { pageTexts } from './pages.ts'

/** Amounts in the currency, which placeholders put into texts. */
const amounts = ['about {sum} lakh', 'about {sum} crore', '{sum} lakh', '{sum} crore']

/** The English sentences of a form's script and of every page with a form. */
export const wordsOfForms: readonly string[] = [...ofForms, invalidEmail, ...Object.values(alerts)]

/** The templates of features, as far as it matters here. */
const ofFeatures = import.meta.glob<Readonly<Record<string, { readonly toOthers?: true }>>>('../features/*/templates.ts', {
  eager: true,
  import: 'templates',
})

/** Letters that no applicant gets. */
const notForApplicants: ReadonlySet<string> = new Set(
  [
    ...['passcode', 'new_browser'],
    ...Object.values(ofFeatures).flatMap((templates) => Object.keys(templates).filter((name) => templates[name]?.toOthers)),
  ].map((name) => `content/mail/${name}.yaml`),
)

/** The texts of the letters that applicants get. */
const textsOfLetters = (files: Files): readonly string[] =>
  Object.entries(files)
    .filter(([path]) => path.startsWith('content/mail/') && !notForApplicants.has(path))
    .flatMap(([, text]) => textsOfLetter(parse(text)))

function textsOf(form: Form): readonly string[] {
  const texts: string[] = []
  formWith(form, (english) => {
    texts.push(english)
    return english
  })
  return texts
}

/** What has to be said in a language before a form is served in it, in its parts. */
export interface Parts {
  /** The sentences of the program, the letters, and the privacy notice: they belong to every form. */
  readonly shared: readonly string[]
  readonly forms: Readonly<Record<FormType, readonly string[]>>
  /** The texts of the other pages, by path. */
  readonly pages: Readonly<Record<string, readonly string[]>>
}

/** The English texts of these files that a language has to say. */
export function partsOf(files: Files, content: Content): Parts {
  const { every, pages } = pageTexts(content)
  const edits = Object.fromEntries(
    formTypes.map((type) => [type, (content as Readonly<Record<string, unknown>>)[formFile(type)] as FormEdits]),
  )
  // The choices of cohorts are made of sentences.
  const forms = allForms({ cohorts: [] }, promiseTexts(content['promises.yaml']), edits)
  return {
    shared: [
      ...wordsOfForms,
      ...ofPages,
      ...Object.values(letterTitles),
      'Cohort {n}',
      ...amounts,
      ...(pages['/privacy'] ?? []),
      ...Object.values(errors).map(({ message }) => message),
      ...every,
      ...textsOfLetters(files),
    ],
    forms: Object.fromEntries(
      Object.entries(forms).map(([type, form]) => [type, [...textsOf(form), ...(pages[form.path] ?? [])]]),
    ) as unknown as Parts['forms'],
    pages,
  }
}

/** The forms that a language serves: those that it offers, as far as nothing is missing. */
export function servedForms(language: Language, { shared, forms }: Parts): readonly FormType[] {
  if (lacking(language, shared).length > 0) return []
  return language.forms.filter((type) => lacking(language, forms[type]).length === 0)
}
