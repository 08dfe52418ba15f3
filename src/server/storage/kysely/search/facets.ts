import { type Application, listStateOf } from '../../../../applications/application.ts'
import type { Origin } from '../../../../applications/origin.ts'
import { requestState } from '../../../../applications/requests.ts'
import { textsIn } from '../../search-text.ts'
import { fold, words } from './fold.ts'

/**
 * Filters are indexed as separate words, called facets, so that a search with filters reads only applications that match all of them. Their first
 * character is of the private use area, which folded text does not contain (see fold.ts), so nobody can type one.
 */
const marks = { form: '\ue100', status: '\ue101', email: '\ue102', has: '\ue103', source: '\ue104' } as const

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

/** The texts of one touch of an origin. */
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
  form: (formType: string): string => word('form', formType.toLowerCase()),
  status: (status: string): string => word('status', status),
  /** @param key see `emailKey` in row.ts */
  email: (key: string): string => word('email', key),
  has: (field: string): string => hasWord(field),
  source: (text: string): readonly string[] => words(fold(text)).map((part) => word('source', part)),
}

type Faceted = Pick<
  Application,
  'formType' | 'status' | 'answers' | 'notes' | 'meetingAt' | 'withdrawnAt' | 'origin' | 'lettersStoppedAt' | 'requests'
>

/** All facets of an application, as one text for the index. */
export const facetsOf = (application: Faceted, emailKey: string): string => {
  const { formType, answers, notes, meetingAt, origin } = application
  const answered = Object.entries(answers).flatMap(([name, value]) => (isAnswered(value) ? [name] : []))
  if (notes.trim() !== '') answered.push('notes')
  if (meetingAt !== null) answered.push('meeting')
  if (application.lettersStoppedAt !== null) answered.push('stopped')
  const requested = requestState(application)
  if (requested !== undefined) answered.push(requested)
  const all = [facet.form(formType), facet.status(listStateOf(application)), facet.email(emailKey), ...answered.map(facet.has)]
  return [...new Set([...all, ...sources(answers, origin).flatMap(facet.source)])].join(' ')
}
