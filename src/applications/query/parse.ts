import { allForms } from '../../forms/definitions/all.ts'
import { isEmail } from '../../forms/fields/email.ts'
import { indianMidnight, isDay } from '../../shared/dates.ts'
import { type FormType, readFormType } from '../../shared/form-types.ts'
import { mailboxKey } from '../../shared/mailbox.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import { isListState, type ListState, listStates } from '../application.ts'
import type { DueFilter } from '../due.ts'

/** The filters of a list, with those of the query typed into the search box. */
export interface ParsedQuery extends DueFilter {
  readonly formType?: FormType
  /** If it is undefined, all but the withdrawn applications. */
  readonly status?: ListState
  readonly email?: string
  /** The plain words of the query. */
  readonly search?: string
  /** Submitted at this moment or later. */
  readonly since?: Date
  /** Submitted before this moment. */
  readonly until?: Date
  /** Lower-case names of fields that must have an answer. */
  readonly has?: readonly string[]
  /** Words in the answer to how they heard of the programme. */
  readonly source?: string
}

/** What `has:` accepts: the lower-case names of all form fields, and properties of the desk. `stopped`: the owner of the address stopped the letters; `asked`, `answered`: requests to the applicant. */
const fields = new Set([
  ...Object.values(allForms({ cohorts: [] })).flatMap((form) => Object.keys(form.fields).map((name) => name.toLowerCase())),
  'notes',
  'meeting',
  'stopped',
  'asked',
  'answered',
])

/** The start of a day in India, such as `2026-01-31`; undefined for an invalid day. */
const startOf = (day: string): Date | undefined => (isDay(day) ? indianMidnight(day) : undefined)

type Read = Result<ParsedQuery, string>

/** The filters by name. Each adds its value to the query. A fault is a sentence. */
const filterParsers: Readonly<Record<string, (value: string, query: ParsedQuery) => Read>> = {
  is: (value, query) => {
    const word = value.toLowerCase()
    if (word === 'asked' || word === 'answered') return ok({ ...query, has: [...(query.has ?? []), word] })
    const status = word === 'late' ? 'pending' : word
    if (!isListState(status)) return fail(`is: must be one of ${listStates.join(', ')}, late, asked or answered.`)
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
    if (!fields.has(field)) return fail('has: needs the name of a question, such as has:website, has:resume or has:notes.')
    return ok({ ...query, has: [...(query.has ?? []), field] })
  },
  source: (value, query) =>
    /[\p{L}\p{N}]/u.test(value)
      ? ok({ ...query, source: [query.source, value].filter(Boolean).join(' ') })
      : fail('source: needs where they heard of us, such as source:linkedin.'),
  from: (value, query) => {
    const email = mailboxKey(value)
    if (!isEmail(email)) return fail('from: takes a complete address, such as from:name@example.in.')
    if (query.email !== undefined && query.email !== email) return fail('from: can be used once.')
    return ok({ ...query, email })
  },
}

const filterNames = Object.keys(filterParsers)
  .map((name) => `${name}:`)
  .join(' ')

const filterParser = (name: string) => {
  const key = name.toLowerCase()
  return Object.hasOwn(filterParsers, key) ? filterParsers[key] : key === 'email' ? filterParsers.from : undefined
}

/** The start of an unknown filter: letters and a colon, but not a URL. */
const likeFilter = /^([a-z]+):[^/]/i

/** The fault of an unknown filter, with advice; undefined for a plain word. */
function unknownFilterFault(chunk: string): string | undefined {
  const inQuotes = `To search for the text itself, put it in quotation marks: "${chunk.replaceAll('"', '')}".`
  if (/^-["\p{L}]/u.test(chunk)) return `A minus cannot exclude words. ${inQuotes}`
  const name = likeFilter.exec(chunk)?.[1]
  return name === undefined ? undefined : `${name}: is not a search filter. The filters are ${filterNames}. ${inQuotes}`
}

/** The words of a query; a phrase in quotation marks is one. */
const chunks = (text: string): readonly string[] => text.match(/(?:[^\s"]+:|-)?"[^"]*"|\S+/g) ?? []

/** Whether the index has a term for a part of a word: letters, digits, and punctuation of ASCII. */
const isSearchable = (chunk: string): boolean => /[\p{L}\p{N}!-/:-@[-`{-~]/u.test(chunk.normalize('NFKD'))

/**
 * Parses a query and adds it to the list's filters. Filters are `is:`, `form:`, `after:` and `before:` (days in India; the day of `after:` is included,
 * the day of `before:` is not), `due:`, `has:`, `source:`, `from:` or `email:`, anywhere between plain words. `due:` and `is:late` imply pending. Text in
 * quotation marks is a plain phrase.
 * @returns a fault is a sentence for the user; an unknown filter is a fault, because it would match nothing
 */
export function parseQuery(typed: string, filters: ParsedQuery = {}): Read {
  let query: ParsedQuery = filters
  const plain: string[] = []
  const all = [...chunks(typed)]
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
      plain.push(chunk)
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
