import type { Application } from '../../applications/application.ts'
import { url } from '../../content/schema/values.ts'
import type { Form } from '../../forms/form.ts'
import { firstSentence, storedText } from '../../forms/views/as-text.ts'
import type { FormType } from '../../shared/form-types.ts'
import { translate } from '../../shared/translate.ts'
import { type CardTexts, cardLimits } from './api.ts'

/** What a founder said of the card. `ended`: given, and taken back. */
export interface Card {
  readonly consent: 'given' | 'withheld' | 'ended'
  readonly texts: CardTexts
  readonly at: Date
  /** The names in the drafts that the desk made for the site: one that was corrected since may still be published. */
  readonly draftedAs: readonly string[]
  readonly draftedAt: Date | null
}

/** A sentence of a card, with the answers that it was made from. */
export interface Sentence {
  readonly part: keyof CardTexts
  readonly text: string
  readonly from: readonly { readonly question: string; readonly answer: string }[]
}

/** The questions that each part of a card is made from, by form. */
const sources: Partial<Readonly<Record<FormType, Readonly<Record<keyof CardTexts, readonly string[]>>>>> = {
  Accelerator: {
    name: ['companyName'],
    description: ['businessDescription'],
    line: ['businessDescription'],
    founders: ['founderName', 'coFounderName'],
    website: ['website'],
    category: ['industry'],
    stage: ['currentStage'],
  },
  StartupStudio: {
    name: ['companyName'],
    description: ['solution'],
    line: ['solution'],
    founders: ['founderName'],
    website: ['website'],
    category: ['industry'],
    stage: ['stage'],
  },
}

/** Whether a text is an address that the list of companies can have. */
export const isAddress = (text: string): boolean => url.safeParse(text).success

const twoSentences = (text: string): string => {
  const first = firstSentence(text)
  return `${first} ${firstSentence(text.slice(text.indexOf(first) + first.length).trim())}`.trim()
}

const madeFrom: Partial<Record<keyof CardTexts, (answers: readonly string[]) => string>> = {
  description: ([text = '']) => twoSentences(text),
  line: ([text = '']) => firstSentence(text),
  founders: (names) => names.join(translate` and `),
  website: ([address = '']) => (isAddress(address) ? address : ''),
}

/** The sentences of a card as the answers give them. `form`: its labels are shown. */
export function sentencesOf(form: Form, { formType, answers, applicantName }: Application): readonly Sentence[] {
  return Object.entries(sources[formType] ?? {}).map(([name, questions]): Sentence => {
    const part = name as keyof CardTexts
    const from = questions.flatMap((question) => {
      const field = form.fields[question]
      const answer = field && storedText(field, answers[question] ?? field.blank, 'format').trim()
      return field === undefined || !answer ? [] : [{ question: field.label, answer }]
    })
    const text = madeFrom[part]?.(from.map(({ answer }) => answer)) ?? from[0]?.answer ?? ''
    const cut = [...text.replace(/\s+/g, ' ').trim()].slice(0, cardLimits[part]).join('')
    return { part, from, text: cut === '' && part === 'name' ? applicantName : cut }
  })
}

/** The texts of a card: as the founder corrected them, or as the answers give them. */
export const textsOf = (sentences: readonly Sentence[], card: Card | undefined): CardTexts =>
  card?.texts ?? (Object.fromEntries(sentences.map(({ part, text }) => [part, text])) as unknown as CardTexts)

/** Whether two names are those of one company. */
export const isSameName = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase()
