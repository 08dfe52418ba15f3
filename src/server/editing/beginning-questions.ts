import { optionalPages } from '../../shared/existing-pages.ts'
import { pagesOfExamples } from './without-examples.ts'

/** The documents that the answers change, as the editor reads them. */
export type Value = Record<string, unknown>
export interface Documents {
  site: Value
  facts: Value
  /** The name before. */
  before: string
  /** Under which the company is registered. A kind can be answered before its number. */
  registered: { kind: string; number: string }
  /** Whether the site has invented people, companies, posts and figures, and whether they stay. */
  examples: { has: boolean; stay: boolean }
  /** Whether forms can be filled in in other languages, and whether that stays. */
  languages: { has: boolean; stay: boolean }
}

/** A question about who we are. */
export interface Question {
  readonly words: string
  /** The fields of site.yaml that it sets, as `colours.ground`: a fault in one of them is told, and the question is asked again. */
  readonly fields: readonly string[]
  /** The answer as it is now; undefined for none. */
  now(documents: Documents): unknown
  set(answer: string, documents: Documents): void
  readonly isYesNo?: true
  /** Whether it is asked, after the answers before it; always by default. */
  isAsked?(documents: Documents): boolean
}

/** Sets a key; `-` removes it. */
const put = (value: Value, key: string, answer: unknown): void => {
  if (answer === '-' || answer === undefined) delete value[key]
  else value[key] = answer
}

/** A question whose answer is a value of site.yaml. */
const plain = (words: string, field: string): Question => ({
  words,
  fields: [field],
  now: ({ site }) => site[field],
  set: (answer, { site }) => put(site, field, answer),
})

/** A question for a part of the address. In another place there is no map yet, and in another country amounts are written in another way. */
const ofAddress = (words: string, part: string): Question => ({
  words,
  fields: ['address'],
  now: ({ site }) => (site.address as Value)[part],
  set(answer, { site }) {
    const address = site.address as Value
    if (address[part] === answer) return
    address[part] = answer
    delete site.office
    if (part === 'country') site.language = 'en'
  },
})

/** The kind and the number of `CIN U00000TN2025PTC000000`. */
export function numberOf(site: Value): Documents['registered'] {
  const words = String((site.company as Value | undefined)?.number ?? '').split(' ')
  return { kind: words.slice(0, -1).join(' '), number: words.at(-1) ?? '' }
}

const ofNumber = (words: string, part: 'kind' | 'number'): Question => ({
  words,
  fields: ['company'],
  isAsked: ({ site }) => site.company !== undefined,
  now: ({ registered }) => registered[part] || undefined,
  set(answer, { site, registered }) {
    registered[part] = answer === '-' ? '' : answer
    const { kind, number } = registered
    put(site.company as Value, 'number', number === '' ? undefined : [kind, number].filter(Boolean).join(' '))
  },
})

const isYes = (answer: string): boolean => /^y(es)?$/i.test(answer)
const yesOrNo = (is: boolean): string => (is ? 'yes' : 'no')

const ofColours = (words: string, part: 'ground' | 'accent' | 'mark'): Question => ({
  words,
  fields: [`colours.${part}`],
  now: ({ site }) => (site.colours as Value)[part],
  set: (answer, { site }) => put(site.colours as Value, part, answer.toLowerCase()),
})

/** Whether the site has a page. Those of the invented people, companies and posts go with them. */
const ofPage = (page: (typeof optionalPages)[number]): Question => {
  const without = ({ site }: Documents): readonly string[] => (site.without as readonly string[] | undefined) ?? []
  const words = page.replaceAll('-', ' ')
  return {
    words: `A page “${words.charAt(0).toUpperCase()}${words.slice(1)}”, with its form if it has one`,
    isYesNo: true,
    fields: ['without'],
    isAsked: ({ examples }) => examples.stay || !pagesOfExamples.some((name) => name === page),
    now: (documents) => yesOrNo(!without(documents).includes(page)),
    set(answer, documents) {
      const remaining = without(documents).filter((name) => name !== page)
      const next = isYes(answer) ? remaining : [...remaining, page]
      put(documents.site, 'without', next.length === 0 ? '-' : next)
    },
  }
}

export const questions: readonly Question[] = [
  plain('The name', 'name'),
  plain('The name in another script, or -', 'nativeName'),
  {
    words: 'The name of the company behind it, or -',
    fields: ['company'],
    now: ({ site }) => (site.company as Value | undefined)?.name,
    // Another company has another number.
    set(name, documents) {
      put(documents.site, 'company', name === '-' ? '-' : { name })
      documents.registered = numberOf(documents.site)
    },
  },
  ofNumber('The kind of its number, such as Company No., or -', 'kind'),
  ofNumber('The number under which it is registered, or -', 'number'),
  plain('One line that says what you are', 'tagline'),
  ofAddress('The address: house and street', 'street'),
  ofAddress('The part of the city', 'area'),
  ofAddress('The city', 'city'),
  ofAddress('The state or county', 'region'),
  ofAddress('The postal code', 'postcode'),
  ofAddress('The country', 'country'),
  plain('The time zone, such as Europe/Lisbon', 'zone'),
  plain('The currency, such as EUR', 'currency'),
  {
    words: 'What a dollar costs in it, such as 0.9',
    fields: [],
    now: ({ facts }) => facts.perDollar,
    set(answer, { facts }) {
      if (Number(answer) > 0) facts.perDollar = Number(answer)
    },
  },
  {
    words: 'The e-mail address',
    fields: ['email', 'partnerEmail'],
    now: ({ site }) => site.email,
    set: (email, { site }) => Object.assign(site, { email, partnerEmail: email }),
  },
  plain('Who signs your emails to applicants, or - for your team', 'signature'),
  {
    words: 'The telephone number, with + and the code of the country',
    fields: ['phone'],
    now: ({ site }) => (site.phone as Value).display,
    set: (display, { site }) => put(site, 'phone', { display, dial: display.replace(/[^+\d]/g, '') }),
  },
  ofColours('The dark colour of bands and headings, such as #123a5c', 'ground'),
  ofColours('The colour of links and buttons, such as #0b6e4f', 'accent'),
  ofColours('The bright colour of dots and of the name on the dark, or -', 'mark'),
  {
    words: 'Keep the invented people, companies, posts and figures',
    isYesNo: true,
    fields: [],
    isAsked: ({ examples }) => examples.has,
    now: ({ examples }) => yesOrNo(examples.stay),
    set: (answer, { examples }) => Object.assign(examples, { stay: isYes(answer) }),
  },
  {
    words: 'Keep the forms in other languages than English',
    isYesNo: true,
    fields: [],
    isAsked: ({ languages }) => languages.has,
    now: ({ languages }) => yesOrNo(languages.stay),
    set: (answer, { languages }) => Object.assign(languages, { stay: isYes(answer) }),
  },
  ...optionalPages.map(ofPage),
]
