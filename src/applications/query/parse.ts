import { cohortValue } from '../../content/cohorts.ts'
import { allForms } from '../../forms/definitions/all.ts'
import { isDay, startOfDay } from '../../shared/dates.ts'
import { readFormType } from '../../shared/form-types.ts'
import { isEmail, mailboxKey } from '../../shared/mailbox.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import { isListState, listStates } from '../application.ts'
import type { Order } from '../order.ts'
import { featureFilters, wordsAfter } from './feature-words.ts'
import type { ParsedQuery, ScoreBound } from './query.ts'

/** What `has:` accepts: the lower-case names of all form fields, and properties of the desk. `stopped`: the owner of the address stopped the letters; `asked`, `answered`: requests to the applicant. */
const fields = new Set([
  ...Object.values(allForms({ cohorts: [] })).flatMap((form) => Object.keys(form.fields).map((name) => name.toLowerCase())),
  'notes',
  'meeting',
  'stopped',
  'asked',
  'answered',
])

/** Whether `has:` accepts a word: a name above, or that of an own question. */
const isField = (word: string): boolean => fields.has(word) || /^own[a-z0-9]+$/.test(word)

/** The start of a day, such as `2026-01-31`; undefined for an invalid day. */
const startOf = (day: string): Date | undefined => (isDay(day) ? startOfDay(day) : undefined)

type Read = Result<ParsedQuery, string>

/** The words of `is:` that are neither a status nor about it, each with the filter that it sets. */
const marks: Readonly<Record<string, readonly ['isScored' | 'isRead' | 'isStarred' | 'isDecided', boolean]>> = {
  scored: ['isScored', true],
  unscored: ['isScored', false],
  read: ['isRead', true],
  unread: ['isRead', false],
  starred: ['isStarred', true],
  decided: ['isDecided', true],
}

/** What features add to `is:` and `has:`. */
const ofFeatures = { is: wordsAfter('is:'), has: wordsAfter('has:') } as const

/** Every word that `is:` accepts. */
const isWords = [...listStates, 'late', 'asked', 'answered', ...Object.keys(marks), ...ofFeatures.is]
const mustBe = `is: must be one of ${isWords.slice(0, -1).join(', ')} or ${isWords.at(-1)}.`

/** A bound of the total score: a number from 1 to 5 with at most one decimal, after a comparison or alone. */
const scoreBound = /^(<=|>=|<|>|=)?([1-4](?:\.\d)?|5(?:\.0)?)$/

/** What `sort:` accepts. */
const sortWords: Readonly<Record<string, Order>> = { newest: 'date', due: 'due', score: 'score' }

const isComparison = (sign: string): sign is ScoreBound['comparison'] => ['<', '<=', '=', '>=', '>'].includes(sign)

const withMark = (query: ParsedQuery, mark: string): Read => ok({ ...query, marks: [...new Set([...(query.marks ?? []), mark])] })

/** The filters by name. Each adds its value to the query. A fault is a sentence. */
const filterParsers: Readonly<Record<string, (value: string, query: ParsedQuery) => Read>> = {
  is: (value, query) => {
    const word = value.toLowerCase()
    if (word === 'asked' || word === 'answered') return ok({ ...query, has: [...(query.has ?? []), word] })
    if (ofFeatures.is.includes(word)) return withMark(query, `is:${word}`)
    const mark = Object.hasOwn(marks, word) ? marks[word] : undefined
    if (mark !== undefined) {
      const [name, value] = mark
      const opposite = word.startsWith('un') ? word.slice(2) : `un${word}`
      if (query[name] === !value) return fail(`No application is both ${opposite} and ${word}: remove one of them.`)
      return ok({ ...query, [name]: value })
    }
    const status = word === 'late' ? 'pending' : word
    if (!isListState(status)) return fail(mustBe)
    if (query.status !== undefined && query.status !== status)
      return fail(`No application is both ${query.status} and ${word}: remove one of them.`)
    return ok({ ...query, status, ...(word === 'late' && { late: true as const }) })
  },
  form: (value, query) => {
    const formType = readFormType(value)
    if (formType === undefined) return fail('form: needs the name of a form, such as form:accelerator or form:contact.')
    if (query.formType !== undefined && query.formType !== formType)
      return fail(`No application comes from two forms, ${query.formType} and ${formType}: remove one of them.`)
    return ok({ ...query, formType })
  },
  after: (value, query) => {
    const since = startOf(value)
    if (since === undefined) return fail('after: needs a date, such as after:2026-01-31.')
    return query.since === undefined ? ok({ ...query, since }) : fail('after: can be used once.')
  },
  before: (value, query) => {
    const until = startOf(value)
    if (until === undefined) return fail('before: needs a date, such as before:2026-01-31.')
    return query.until === undefined ? ok({ ...query, until }) : fail('before: can be used once.')
  },
  due: (value, query) => {
    const due = value.toLowerCase()
    if (due !== 'today' && due !== 'week') return fail('due: must be today or week.')
    if (query.status !== undefined && query.status !== 'pending')
      return fail(`No application that is ${query.status} is due: remove one of them.`)
    return query.due === undefined || query.due === due
      ? ok({ ...query, status: 'pending', due })
      : fail('due: can be used once.')
  },
  has: (value, query) => {
    const field = value.toLowerCase()
    if (ofFeatures.has.includes(field)) return withMark(query, `has:${field}`)
    if (!isField(field)) return fail('has: needs the name of a question, such as has:website, has:resume or has:notes.')
    return ok({ ...query, has: [...(query.has ?? []), field] })
  },
  source: (value, query) =>
    /[\p{L}\p{N}]/u.test(value)
      ? ok({ ...query, source: [query.source, value].filter(Boolean).join(' ') })
      : fail('source: needs where they heard of us, such as source:linkedin.'),
  score: (value, query) => {
    const [, comparison = '=', score] = scoreBound.exec(value) ?? []
    if (score === undefined || !isComparison(comparison))
      return fail('score: needs a number from 1 to 5, such as score:>=3.5, score:<3 or score:4.')
    return ok({ ...query, scores: [...(query.scores ?? []), { comparison, score: Number(score) }] })
  },
  sort: (value, query) => {
    const word = value.toLowerCase()
    const order = Object.hasOwn(sortWords, word) ? sortWords[word] : undefined
    if (order === undefined) return fail('sort: must be newest, due or score.')
    return query.order === undefined || query.order === order ? ok({ ...query, order }) : fail('sort: can be used once.')
  },
  cohort: (value, query) => {
    const cohort = cohortValue({ label: /^\d+$/.test(value) ? `Cohort ${value}` : value })
    if (!/[a-z0-9]/.test(cohort)) return fail('cohort: needs a cohort of the form, such as cohort:6 or cohort:next.')
    if (query.cohort !== undefined && query.cohort !== cohort) return fail('cohort: can be used once.')
    return ok({ ...query, cohort })
  },
  from: (value, query) => {
    const email = mailboxKey(value)
    if (!isEmail(email)) return fail('from: takes a complete address, such as from:name@example.in.')
    if (query.email !== undefined && query.email !== email) return fail('from: can be used once.')
    return ok({ ...query, email })
  },
}

const filterNames = [...Object.keys(filterParsers), ...Object.keys(featureFilters)].map((name) => `${name}:`).join(' ')

const filterParser = (name: string): ((value: string, query: ParsedQuery) => Read) | undefined => {
  const key = name.toLowerCase()
  const ofFeature = Object.hasOwn(featureFilters, key) ? featureFilters[key] : undefined
  if (ofFeature !== undefined)
    return (value, query) => (ofFeature.accepts(value) ? withMark(query, `${key}:${value}`) : fail(ofFeature.fault))
  return Object.hasOwn(filterParsers, key) ? filterParsers[key] : key === 'email' ? filterParsers.from : undefined
}

/** The start of an unknown filter: letters and a colon, but not a URL. */
const likeFilter = /^([a-z]+):[^/]/i

/** What a chunk such as `-word` or `-"two words"` excludes; undefined for another chunk, such as `-5`. */
const excludedIn = (chunk: string): string | undefined => {
  const [, word = ''] = /^-("[^"]*"|\p{L}.*)$/u.exec(chunk) ?? []
  return /[\p{L}\p{N}]/u.test(word) ? word.replaceAll('"', '').trim() : undefined
}

/** The fault of an unknown filter, with advice; undefined for a plain word. */
function unknownFilterFault(chunk: string): string | undefined {
  const inQuotes = `To search for the text itself, put it in quotation marks: "${chunk.replaceAll('"', '')}".`
  const excluded = excludedIn(chunk)
  if (excluded !== undefined)
    return likeFilter.test(excluded) && !chunk.includes('"')
      ? `A minus excludes words and phrases, no filters. ${inQuotes}`
      : undefined
  const name = likeFilter.exec(chunk)?.[1]
  return name === undefined ? undefined : `${name}: is not a search filter. The filters are ${filterNames}. ${inQuotes}`
}

/** The quotation marks of all languages. */
const quotes = /[“”„‟«»‹›]/g

/** The words of a query; a phrase in quotation marks is one. */
const chunks = (text: string): readonly string[] =>
  (text.match(/(?:[^\s"]+:|-)?"[^"]*"|\S+/g) ?? []).map((chunk) => {
    const start = chunk.indexOf('"')
    // French writes spaces inside its quotation marks.
    const phrase = start >= 0 && chunk.endsWith('"') ? chunk.slice(start + 1, -1).trim() : ''
    return phrase === '' ? chunk : `${chunk.slice(0, start)}"${phrase}"`
  })

/** Whether the index has a term for a part of a word: letters, digits, and punctuation of ASCII. */
const isSearchable = (chunk: string): boolean => /[\p{L}\p{N}!-/:-@[-`{-~]/u.test(chunk.normalize('NFKD'))

/**
 * Parses a query and adds it to the list's filters. Filters are `is:`, `form:`, `after:` and `before:` (days; the day of `after:` is included,
 * the day of `before:` is not), `due:`, `has:`, `source:`, `score:`, `sort:`, `cohort:`, `from:` or `email:`, anywhere between plain words. `due:` and `is:late` imply
 * pending. Text in quotation marks is a plain phrase. A word or phrase after a minus is excluded.
 * @returns a fault is a sentence for the user; an unknown filter is a fault, because it would match nothing
 */
export function parseQuery(typed: string, filters: ParsedQuery = {}): Read {
  let query: ParsedQuery = filters
  const plain: string[] = []
  const all = [...chunks(typed.replace(quotes, '"'))]
  for (let at = 0; at < all.length; at += 1) {
    const chunk = all[at] ?? ''
    let [, name = '', value = ''] = /^([a-z]+):(.*)$/is.exec(chunk) ?? []
    const next = all[at + 1]
    // A space after the colon, and a full stop at the end, come from a phone's keyboard.
    if (value === '' && next !== undefined && !next.includes(':') && filterParser(name) !== undefined) {
      value = next
      at += 1
    }
    value = value.replace(/[.,;]$/, '')
    const read = filterParser(name)
    if (read === undefined) {
      const fault = unknownFilterFault(chunk)
      if (fault !== undefined) return fail(fault)
      if (/\p{S}/u.test(chunk) && !isSearchable(chunk)) return fail(`${chunk} cannot be searched: search for words or numbers.`)
      const excluded = excludedIn(chunk)
      if (excluded === undefined) plain.push(chunk)
      else query = { ...query, excluded: [...(query.excluded ?? []), excluded] }
    } else {
      const more = read(value.replace(/^"|"$/g, '').trim(), query)
      if (!more.ok) return more
      query = more.value
    }
  }
  const search = plain.join(' ')
  return ok(search === '' ? query : { ...query, search })
}

/** The plain words of a query, without its filters. */
export const plainWords = (typed: string): string => {
  const read = parseQuery(typed)
  return read.ok ? (read.value.search ?? '') : typed
}

/** The search terms in plain words: single words, and phrases in quotation marks. */
export const phrases = (search: string): readonly string[] =>
  chunks(search)
    .map((chunk) => chunk.replaceAll('"', '').trim())
    .filter((text) => text !== '')
