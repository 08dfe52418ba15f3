import { type Application, listStateOf } from '../../../../applications/application.ts'
import type { Origin } from '../../../../applications/origin.ts'
import { requestState } from '../../../../applications/requests.ts'
import { textsIn } from '../../search-text.ts'
import { fold, words } from './fold.ts'

/**
 * What an application can be asked for beside its words is in the index as words of its own, so that a search with filters reads only what has all of
 * them. Their first letter lies where no folded text has characters (see `signs` in fold.ts), so nobody types one.
 */
const marks = { form: '\ue100', status: '\ue101', email: '\ue102', has: '\ue103', source: '\ue104' } as const

/** One word, whatever `text` is: what would split it becomes a character that does not. */
const word = (kind: keyof typeof marks, text: string): string =>
  marks[kind] +
  text
    .slice(0, 300)
    .toWellFormed()
    .replace(/[\0-/:-@[-`{-\x7f]/g, (sign) => String.fromCharCode(0xe000 + sign.charCodeAt(0)))

const isAnswered = (value: unknown): boolean =>
  typeof value === 'string'
    ? value.trim() !== ''
    : Array.isArray(value)
      ? value.length > 0
      : value !== null && value !== undefined

const sourceQuestion = /hear|source|refer/i

/** How they say they heard of us: the answers that ask for it, and what travelled with the submission. */
const sources = (answers: Readonly<Record<string, unknown>>, origin: Origin | null): readonly string[] => [
  ...Object.entries(answers).flatMap(([name, value]) => (sourceQuestion.test(name) ? textsIn(value) : [])),
  ...[origin?.first, origin?.last]
    .flatMap((touch) => [touch?.source, touch?.medium, touch?.campaign, touch?.referrer])
    .filter((text) => text !== undefined),
]

const hasWords = new Map<string, string>()

/** The words for fields that are answered: the same few with every application. */
function hasWord(field: string): string {
  const cached = hasWords.get(field)
  if (cached !== undefined) return cached
  const made = word('has', field.toLowerCase())
  // A search may ask for any name.
  if (hasWords.size < 1_000) hasWords.set(field, made)
  return made
}

/** What can be asked for, each as the words that the index has for it. */
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

/** Everything that an application can be asked for beside its words, as one text for the index. */
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
