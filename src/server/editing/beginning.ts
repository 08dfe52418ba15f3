import { amountText, currencyName } from '../../content/amounts.ts'
import { languageFile } from '../../content/languages.ts'
import { allForms } from '../../forms/definitions/all.ts'
import type { FormEdits } from '../../forms/edits.ts'
import type { Form } from '../../forms/form.ts'
import { AppError } from '../../shared/errors.ts'
import { type FormType, formFile } from '../../shared/form-types.ts'
import { type Documents, numberOf, type Question, type Value } from './beginning-questions.ts'
import { type Desk, draftFiles, existing, textWithValue } from './editor.ts'
import { faultsIn } from './faults.ts'
import { readValue } from './values.ts'
import { hasExamples, pagesOfExamples, withoutExamples } from './without-examples.ts'

// Who we are, asked once: by `npm run init`, and at the desk. What the answers change is a text by path, as the editor stores it.

const sitePath = 'content/site.yaml'
const factsPath = 'content/facts.yaml'
const promisesPath = 'content/promises.yaml'
const contactPath = 'content/pages/contact.yaml'

/**
 * The edits of a form whose choices and hints name rupees, regions of India or its telephone code; undefined for one without.
 * @param hasAnswers whether some may have the choices that are replaced
 */
function formEdits(form: Form, { site, facts }: Documents, hasAnswers: boolean): FormEdits | undefined {
  const money = { currency: String(site.currency), language: String(site.language) }
  const address = site.address as Record<string, string>
  // A lakh of rupees stands for a thousand dollars, and a crore for a hundred thousand.
  const amount = (count: string, unit = 'lakh'): string => {
    const exact = Number(count) * (unit === 'crore' ? 1e5 : 1e3) * Number(facts.perDollar)
    return amountText(Number(exact.toPrecision(1)), money)
  }
  const relabelled = (label: string): string =>
    label
      .replace(/₹(\d+)(?:-(\d+))? (lakh|crore)(?:-(\d+) (crore))?/, (_, from, to, unit, last, lastUnit) =>
        [amount(from, unit), to && amount(to, unit), last && amount(last, lastUnit)].filter(Boolean).join('-'),
      )
      .replace('Tamil Nadu', address.region ?? '')
      .replace('South India', `${address.country} and its neighbours`)
      .replace('India and South-East Asia', 'Several continents')
      .replace('All of India', `All of ${address.country}`)
  const [code] = /^\+\d{1,3}(?=[ (-])/.exec(String((site.phone as Value).display)) ?? []
  const hintOf = (hint: string | undefined): string | undefined => {
    if (hint?.includes('₹')) return `In ${currencyName(money)} or dollars: “${amount('400')}”, “$500K”.`
    return hint?.includes('+91') ? (code === undefined ? 'With the country code.' : hint.replace('+91', code)) : undefined
  }
  let changed = false
  const sections = form.sections.map((section) => ({
    questions: section.fields.map((name) => {
      const { hint, options } =
        (form.fields as Record<string, { hint?: string; options?: readonly { label: string; value: string }[] }>)[name] ?? {}
      const own = options?.some(({ label }) => relabelled(label) !== label)
      const otherHint = hintOf(hint)
      changed ||= own === true || otherHint !== undefined
      return {
        name,
        ...(otherHint !== undefined && { hint: otherHint }),
        ...(own && !hasAnswers && { anew: true }),
        ...(own && {
          options: options?.map(({ label, value }) =>
            relabelled(label) === label ? { label, value } : { label: relabelled(label) },
          ),
        }),
      }
    }),
  }))
  return changed ? { sections } : undefined
}

/** A document as it is edited. @throws AppError where it cannot be read */
function read(desk: Desk, path: string): Value {
  const value = readValue(path, draftFiles(desk)[path] ?? '', existing(desk, path).schema)
  if (!value.ok) throw new AppError('FORM_VALIDATION_FAILED', { message: `${path}: ${value.fault}` })
  return value.value as Value
}

const languageFiles = (desk: Desk): readonly string[] =>
  Object.keys(draftFiles(desk)).filter((path) => languageFile(path) !== undefined)

/** What the questions are about, before an answer. */
export function documentsOf(desk: Desk): Documents {
  const site = read(desk, sitePath)
  return {
    ...{ site, facts: read(desk, factsPath), registered: numberOf(site), before: String(site.name) },
    examples: { has: hasExamples(draftFiles(desk)), stay: true },
    languages: { has: languageFiles(desk).length > 0, stay: true },
  }
}

const ownTexts = (desk: Desk, { site, facts }: Documents): Record<string, string> => ({
  [sitePath]: textWithValue(desk, sitePath, site),
  [factsPath]: textWithValue(desk, factsPath, facts),
})

/** The documents after an answer, and what is wrong with it, as sentences. */
export function answered(
  desk: Desk,
  documents: Documents,
  { fields, set }: Question,
  answer: string,
): { readonly next: Documents; readonly faults: readonly string[] } {
  const next = structuredClone(documents)
  set(answer.trim(), next)
  const faults = faultsIn({ ...draftFiles(desk), ...ownTexts(desk, next) }, sitePath, desk.pictures)
    .filter(({ field }) => fields.some((name) => `${field.join('.')}.`.startsWith(`${name}.`)))
    .map(({ message }) => message)
  return { next, faults }
}

/**
 * The texts that the answers change, by path; empty for a document that goes.
 * @param hasAnswers whether a form has applications, whose choices stay
 */
export function textsOf(
  desk: Desk,
  answers: Documents,
  hasAnswers: (type: FormType) => boolean,
): Readonly<Record<string, string>> {
  const documents = structuredClone(answers)
  // Profiles of the site that ships are nobody's.
  if (documents.site.name !== documents.before) Object.assign(documents.site, { social: [], mark: documents.site.name })
  if (!documents.examples.stay) {
    const { without = [] } = documents.site as { without?: readonly string[] }
    documents.site.without = [...new Set([...without, ...pagesOfExamples])]
  }
  const texts = ownTexts(desk, documents)
  if (!documents.examples.stay)
    for (const [path, value] of Object.entries(withoutExamples(draftFiles(desk), (other) => read(desk, other))))
      texts[path] = value === null ? '' : textWithValue(desk, path, value)
  // Days on which nobody works are of a country.
  const { address } = read(desk, sitePath) as { address: Value }
  if ((documents.site.address as Value).country !== address.country)
    texts[promisesPath] = textWithValue(desk, promisesPath, { ...read(desk, promisesPath), holidays: {} })
  // The way to the office is of an address.
  const { visit, ...contact } = read(desk, contactPath)
  if (visit !== undefined && JSON.stringify(documents.site.address) !== JSON.stringify(address))
    texts[contactPath] = textWithValue(desk, contactPath, contact)
  if (!documents.languages.stay) for (const path of languageFiles(desk)) texts[path] = ''
  if (documents.site.currency !== 'INR')
    for (const form of Object.values(allForms({ cohorts: [] }))) {
      const edit = formEdits(form, documents, hasAnswers(form.type))
      const path = `content/${formFile(form.type)}`
      // Without answers, no choice of before is kept for them.
      if (edit !== undefined) texts[path] = textWithValue(desk, path, edit, hasAnswers(form.type) ? desk.live : {})
    }
  return texts
}
