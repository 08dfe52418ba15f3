import { optionalPages } from '../../shared/existing-pages.ts'

/** The documents that the answers change, as the editor reads them. */
export type Value = Record<string, unknown>
export interface Documents {
  site: Value
  facts: Value
  /** Under which the company is registered. A kind can be answered before its number. */
  registered: { kind: string; number: string }
}

interface Question {
  readonly words: string
  /** The fields of site.yaml that it sets: a fault at one of them is told, and the question is asked again. */
  readonly fields: readonly string[]
  /** The answer as it is now; undefined for none. */
  now(documents: Documents): unknown
  set(answer: string, documents: Documents): void
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

/** The questions. */
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
  ofNumber('The kind of its number, such as CIN, or -', 'kind'),
  ofNumber('The number under which it is registered, or -', 'number'),
  plain('One line that says what you are', 'tagline'),
  ofAddress('The address: house and street', 'street'),
  ofAddress('The part of the city', 'area'),
  ofAddress('The city', 'city'),
  ofAddress('The state or county', 'region'),
  ofAddress('The postal code', 'postcode'),
  ofAddress('The country', 'country'),
  plain('The time zone, such as Europe/Lisbon', 'zone'),
  {
    words: 'The currency and what a dollar costs in it, such as EUR 0.9',
    fields: ['currency'],
    now: ({ site, facts }) => `${site.currency} ${facts.perDollar}`,
    set(answer, { site, facts }) {
      const [currency = '', perDollar = ''] = answer.split(/\s+/)
      site.currency = currency
      if (Number(perDollar) > 0) facts.perDollar = Number(perDollar)
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
  {
    words: 'The ground and the accent colour, such as #5a1f17 #c2361d',
    fields: ['colours'],
    now: ({ site }) => Object.values((site.colours ?? {}) as Value).join(' '),
    set(answer, { site }) {
      const [ground = '', accent = ''] = answer.toLowerCase().split(/[\s,]+/)
      site.colours = { ground, accent }
    },
  },
  {
    words: `The programmes, forms and pages that you do not have, with commas between, or -: ${optionalPages.join(', ')}`,
    fields: ['without'],
    now: ({ site }) => (site.without as readonly string[] | undefined)?.join(', '),
    set: (answer, { site }) => put(site, 'without', answer === '-' ? '-' : answer.split(',').map((page) => page.trim())),
  },
]
