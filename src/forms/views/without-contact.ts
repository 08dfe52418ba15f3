import { type Answers, type Field, type Form, inOrder } from '../form.ts'
import { type DetailSection, detail } from './as-text.ts'

// Answers for readers who must not learn how to reach the applicant, and by choice not who it is.

const hiddenKinds: readonly Field['kind'][] = ['email', 'tel', 'url', 'file']

/** The fields that name a person: those of the applicant, and others such as `coFounderName`; not the company's. */
const namesPerson = ({ applicant }: Form, name: string): boolean =>
  applicant.name.includes(name) || (/name$/i.test(name) && name !== applicant.company && !/company|organi/i.test(name))

const isAddress = (word: string): boolean => word.includes('@') && /\w@\w/.test(word)

/** Whether a word is a web address. The last part decides: `Node.js` and `e.g.` are none. */
const isLink = (word: string): boolean =>
  word.includes('://') ||
  /^\W*www\./i.test(word) ||
  /\.(?:com|in|org|net|io|co|ai|app|dev|me|xyz|info|edu|tech|site|link|bio|gle|be|ly|example)(?:[/:?#]|\W*$)/i.test(word)

/** Whether a word is the name of an account, such as `@kolam`. */
const isAccount = (word: string): boolean => /^\W?@\w{2}/.test(word)

/** Digits with the signs between them that telephone numbers have. */
const number = /\+?\d[\d ().\u00a0-]{6,24}\d/g

const digits = (text: string): number => text.replace(/\D/g, '').length

/** Names as they are typed, with a capital, and in capitals. */
function nameWords(form: Form, answers: Answers): ReadonlySet<string> {
  const typed = inOrder(form)
    .filter(([name]) => namesPerson(form, name))
    .flatMap(([name]) => String(answers[name] ?? '').split(/[^\p{L}\p{M}]+/u))
    .filter((word) => [...word].length >= 3)
  return new Set(
    typed.flatMap((word) => [word, word.slice(0, 1).toUpperCase() + word.slice(1).toLowerCase(), word.toUpperCase()]),
  )
}

/** A text without e-mail addresses, web addresses, accounts, telephone numbers, and without `names`. */
const redacted = (text: string, names: ReadonlySet<string>): string =>
  text
    .split(/(\s+)/)
    .map((word) => {
      if (isAddress(word)) return '[e-mail address]'
      if (isLink(word)) return '[link]'
      if (isAccount(word)) return '[account]'
      return word
    })
    .join('')
    .replace(number, (digitRun) => (digits(digitRun) >= 10 || digitRun.startsWith('+') ? '[telephone number]' : digitRun))
    .replace(/[\p{L}\p{M}]+/gu, (word) => (names.has(word) ? '[name]' : word))

/** Whether an answer says who the applicant is: by its question, or because the form no longer has that. */
export function saysWho(form: Form, name: string): boolean {
  const field = form.fields[name]
  return field === undefined || hiddenKinds.includes(field.kind) || namesPerson(form, name) || name === form.applicant.company
}

/**
 * A function that returns a stored answer without what says who it is; undefined if all of it does. In the texts, names, the company as it is typed, and contact
 * are replaced by a word in brackets.
 * @param answers all answers, with the names
 */
export function anonymiser(form: Form, answers: Answers): (name: string, answer: unknown) => unknown {
  const names = nameWords(form, answers)
  const company = String(answers[form.applicant.company ?? ''] ?? '').trim()
  const withoutCompany = (text: string): string => ([...company].length < 3 ? text : text.replaceAll(company, '[company]'))
  return (name, answer) => {
    if (saysWho(form, name)) return undefined
    if (typeof answer !== 'string' || form.fields[name]?.options !== undefined) return answer
    return redacted(withoutCompany(answer), names)
  }
}

/** The answers without those that say who it is; see `anonymiser`. */
export function anonymousAnswers(form: Form, answers: Answers): Answers {
  const hide = anonymiser(form, answers)
  const shown = Object.entries(answers).map(([name, answer]) => [name, hide(name, answer)] as const)
  return Object.fromEntries(shown.filter(([, answer]) => answer !== undefined)) as Answers
}

/**
 * The answers as text without the questions for an e-mail address, a telephone number, a web address, a file and, unless `withNames`, a person's name. In
 * the other answers the same is replaced by a word in brackets. Answers to questions that the form no longer has are left out.
 */
export function withoutContact(form: Form, answers: Answers, withNames: boolean): readonly DetailSection[] {
  const names = withNames ? new Set<string>() : nameWords(form, answers)
  return detail(form, answers)
    .map((section) => ({
      ...section,
      items: section.items.flatMap((item) => {
        const field = form.fields[item.name]
        if (field === undefined || hiddenKinds.includes(field.kind)) return []
        if (namesPerson(form, item.name)) return withNames ? [item] : []
        return [{ ...item, text: field.options === undefined ? redacted(item.text, names) : item.text }]
      }),
    }))
    .filter(({ items }) => items.some(({ text }) => text !== ''))
}
