import type { Application } from '../../../applications/application.ts'
import type { Origin } from '../../../applications/origin.ts'
import { type Person, type PersonKey, personKeys } from '../../../applications/person.ts'
import { type Requested, requestState } from '../../../applications/requests.ts'
import { textsIn } from '../search-text.ts'
import { fold, words } from './fold.ts'

/**
 * The filters `has:` and `source:`, and the person keys, are indexed as separate words, called facets; all other filters are columns. The first character of a
 * facet is of the private use area, which folded text does not contain (see fold.ts), so nobody can type one.
 */
const marks = { has: '\ue103', source: '\ue104', phone: '\ue105', company: '\ue106', domain: '\ue107', name: '\ue108' } as const

/** Makes one word of a text: characters that would split it are replaced. */
const word = (kind: keyof typeof marks, text: string): string =>
  marks[kind] +
  text
    .slice(0, 300)
    .toWellFormed()
    .replace(/[\0-/:-@[-`{-\x7f]/g, (sign) => String.fromCharCode(0xe000 + sign.charCodeAt(0)))

function isAnswered(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() !== ''
  return Array.isArray(value) ? value.length > 0 : value !== null && value !== undefined
}

const sourceQuestion = /hear|source|refer/i

const touchTexts = (touch: Origin['first']): readonly string[] =>
  [touch?.source, touch?.medium, touch?.campaign, touch?.referrer].filter((text) => text !== undefined)

/** Where the applicant heard of us: the answers to questions about it, and the origin of the submission. */
const sources = (answers: Readonly<Record<string, unknown>>, origin: Origin | null): readonly string[] => [
  ...Object.entries(answers).flatMap(([name, value]) => (sourceQuestion.test(name) ? textsIn(value) : [])),
  ...touchTexts(origin?.first),
  ...touchTexts(origin?.last),
]

const hasWords = new Map<string, string>()

/** The word for an answered field. It is cached, because applications have the same few fields. */
function hasWord(field: string): string {
  const cached = hasWords.get(field)
  if (cached !== undefined) return cached
  const text = word('has', field.toLowerCase())
  // A search may contain any name, so the cache has a limit.
  if (hasWords.size < 1_000) hasWords.set(field, text)
  return text
}

/** The indexed words of each facet. */
export const facet = {
  has: (field: string): string => hasWord(field),
  source: (text: string): readonly string[] => words(fold(text)).map((part) => word('source', part)),
  /** An address is a column. */
  person: ({ kind, key }: PersonKey): string | undefined => (kind === 'email' ? undefined : word(kind, key)),
}

type Faceted = Person & Requested & Pick<Application, 'notes' | 'meetingAt' | 'origin' | 'lettersStoppedAt'>

/** All facets of an application, as one text for the index. */
export const facetsOf = (application: Faceted): string => {
  const { answers, notes, meetingAt, origin } = application
  const answered = Object.entries(answers).flatMap(([name, value]) => (isAnswered(value) ? [name] : []))
  if (notes.trim() !== '') answered.push('notes')
  if (meetingAt !== null) answered.push('meeting')
  if (application.lettersStoppedAt !== null) answered.push('stopped')
  const requested = requestState(application)
  if (requested !== undefined) answered.push(requested)
  const persons = personKeys(application).flatMap((key) => facet.person(key) ?? [])
  return [...new Set([...answered.map(facet.has), ...sources(answers, origin).flatMap(facet.source), ...persons])].join(' ')
}
