/**
 * What the two migrations numbered 0007 computed when they were released: copies, so that an old database is brought up to the same in years,
 * whatever becomes of the code that they were copied from.
 */
/**
 * Some texts are no text to a database: PostgreSQL refuses the character NUL, and both turn half a surrogate pair into another character.
 * Those few are kept as JSON behind a mark that ordinary text does not begin with; everything else is kept as it is.
 */
const mark = '\u0001json:'

/** What `keep` was given. */
export const kept = (stored: string): string => (stored.startsWith(mark) ? JSON.parse(stored.slice(mark.length)) : stored)

/** Every text in a value, however deep. */
const textsIn = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return [value]
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(textsIn)
  return []
}

/** The longest run of word characters that is one word: an index takes no longer ones, and nobody searches for them. */
const longestWord = 100
/** UTF-16 units of one application's text that are searched; more than all forms together can hold. */
const longestText = 250_000

const tooLong = new RegExp(`[^\\x00-/:-@\\[-\`{-\\x7f]{${longestWord}}`, 'gu')

/**
 * Text as the index holds it, and as queries are read: any case, marks on Latin letters and width variants folded together, runs of
 * spaces made one. Beyond ASCII only letters, digits and their marks remain, so that both engines split words at ASCII alone.
 */
const fold = (text: string): string =>
  text
    .slice(0, longestText)
    .toWellFormed()
    .normalize('NFKD')
    .replace(/[\u00ad\u200b-\u200d\ufeff]/g, '')
    .toUpperCase()
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, '')
    .replaceAll('ς', 'σ')
    .replace(/[‘’‛′]/g, "'")
    .replace(/[“”„″]/g, '"')
    .normalize('NFC')
    .replace(/[^\x21-\x7e\p{L}\p{N}\p{M}]+/gu, ' ')
    .replace(tooLong, '$& ')
    .slice(0, longestText)
    .toWellFormed()
    .trim()

/** The words of a folded text: runs of letters and digits, ASCII punctuation between them. */
const words = (folded: string): readonly string[] => folded.split(/[\0-/:-@[-`{-\x7f]+/).filter((word) => word !== '')

/**
 * The index is kept in volumes, as an encyclopaedia is: each holds the words of some thousands of applications that came one after the other, and a
 * search reads the newest volume first. So what most applications have is found without reading all that have it.
 */
const perVolume = 20_000

export const volumeOf = (seq: number): number => Math.floor(seq / perVolume)

/** Figures of a volume's number, and so the characters before every word. */
export const volumeFigures = 5

/** A word as the index has it: with its volume before it. */
const inVolume = (volume: number, word: string): string => `${volume}`.padStart(volumeFigures, '0') + word

/** What the index holds of one application. */
export interface Entry {
  readonly seq: number
  readonly volume: number
  readonly search_text: string
  readonly facets: string
}

/** The words that the index has for an application. */
export const entryWords = ({ volume, search_text, facets }: Entry): readonly string[] =>
  [...new Set(words(`${search_text} ${facets}`))].map((word) => inVolume(volume, word))

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

const isSaid = (value: unknown): boolean =>
  typeof value === 'string'
    ? value.trim() !== ''
    : Array.isArray(value)
      ? value.length > 0
      : value !== null && value !== undefined

const heard = /hear|source|refer/i

/** How they say they heard of us: the answers that ask for it, and what travelled with the submission. */
const sources = (answers: Readonly<Record<string, unknown>>, origin: Origin | null): readonly string[] => [
  ...Object.entries(answers).flatMap(([name, value]) => (heard.test(name) ? textsIn(value) : [])),
  ...[origin?.first, origin?.last]
    .flatMap((touch) => [touch?.source, touch?.medium, touch?.campaign, touch?.referrer])
    .filter((text) => text !== undefined),
]

/** What can be asked for, each as the words that the index has for it. */
const facet = {
  form: (formType: string): string => word('form', formType.toLowerCase()),
  status: (status: string): string => word('status', status),
  /** @param key see `emailKey` in row.ts */
  email: (key: string): string => word('email', key),
  has: (field: string): string => word('has', field.toLowerCase()),
  source: (text: string): readonly string[] => words(fold(text)).map((part) => word('source', part)),
}

type Touch = Readonly<Partial<Record<'source' | 'medium' | 'campaign' | 'referrer', string>>>

interface Origin {
  readonly first?: Touch
  readonly last?: Touch
}

interface Faceted {
  readonly formType: string
  readonly status: string
  readonly answers: Readonly<Record<string, unknown>>
  readonly notes: string
  readonly meetingAt: Date | null
  readonly origin: Origin | null
}

/** Everything that an application can be asked for beside its words, as one text for the index. */
export const facetsOf = ({ formType, status, answers, notes, meetingAt, origin }: Faceted, emailKey: string): string => {
  const said = Object.entries(answers).flatMap(([name, value]) => (isSaid(value) ? [name] : []))
  if (notes.trim() !== '') said.push('notes')
  if (meetingAt !== null) said.push('meeting')
  const all = [facet.form(formType), facet.status(status), facet.email(emailKey), ...said.map(facet.has)]
  return [...new Set([...all, ...sources(answers, origin).flatMap(facet.source)])].join(' ')
}

/** What two applications can share that says they may come from the same person or company. */
type PersonKind = 'email' | 'phone' | 'company' | 'domain' | 'name'

interface PersonKey {
  readonly kind: PersonKind
  /** Equal for what is the same, however it was written. */
  readonly key: string
}

/** Where anybody has an address or a page: it says nothing about who somebody is. */
const everybodys = new Set(
  `gmail.com googlemail.com yahoo.com yahoo.co.in yahoo.in ymail.com rocketmail.com outlook.com outlook.in hotmail.com hotmail.co.uk live.com live.in msn.com
  icloud.com me.com mac.com aol.com proton.me protonmail.com pm.me zoho.com zohomail.com zohomail.in rediffmail.com gmx.com gmx.net gmx.de mail.com
  yandex.com yandex.ru mail.ru fastmail.com hey.com tutanota.com qq.com 163.com linkedin.com github.com github.io instagram.com facebook.com
  twitter.com x.com youtube.com medium.com notion.so notion.site wixsite.com wordpress.com blogspot.com linktr.ee bit.ly
  google.com docs.google.com drive.google.com sites.google.com play.google.com apps.apple.com vercel.app netlify.app herokuapp.com web.app`.split(
    /\s+/,
  ),
)

const longest = 200

const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}+/gu, (marks) => marks.replace(/[\u0300-\u036f]/g, ''))
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()

/** Endings that some write and some leave out. */
const legal = /\b(private|pvt|limited|ltd|llp|inc|incorporated|corp|corporation|company|co|gmbh|opc|p)\b/g
const noCompany = new Set([
  '',
  'na',
  'n a',
  'none',
  'nil',
  'no',
  'self',
  'self employed',
  'freelance',
  'freelancer',
  'individual',
  'student',
  'startup',
  'test',
  'tbd',
  'stealth',
])

const companyKey = (text: string): string => plain(plain(text).replace(legal, ' '))

const digits = (text: string): string => text.replace(/\D+/g, '')

const hostOf = (text: string): string => {
  const address = /^[a-z]+:\/\//i.test(text) ? text : `https://${text}`
  return URL.canParse(address) ? new URL(address).hostname.toLowerCase().replace(/^www\./, '') : ''
}

/** Words in any order, initials left out: `R. Priya Raman` and `raman priya` are one. */
const nameKey = (text: string): string =>
  plain(text)
    .split(' ')
    .filter((word) => [...word].length > 1)
    .sort()
    .join(' ')

interface Person {
  readonly applicantName: string
  readonly applicantEmail: string
  readonly companyName: string
  readonly answers: Readonly<Record<string, unknown>>
}

/** By what an application is known again. */
function personKeys({ applicantName, applicantEmail, companyName, answers }: Person): readonly PersonKey[] {
  const said = (asked: RegExp): readonly string[] =>
    Object.entries(answers).flatMap(([name, value]) =>
      asked.test(name) && typeof value === 'string' && value.trim() !== '' ? [value.trim()] : [],
    )
  const email = applicantEmail.trim().toLowerCase()
  const hosts = [email.split('@').at(-1) ?? '', ...said(/website/i).map(hostOf)]
  const company = companyKey(companyName)
  const name = nameKey(applicantName)
  const keys: PersonKey[] = [
    { kind: 'email', key: email },
    ...said(/phone|mobile|whatsapp/i)
      .map(digits)
      .filter((number) => number.length >= 8)
      .map((number) => ({ kind: 'phone', key: number.slice(-10) }) as const),
    { kind: 'company', key: noCompany.has(company) ? '' : company },
    ...hosts.map((host) => ({ kind: 'domain', key: host.includes('.') && !everybodys.has(host) ? host : '' }) as const),
    { kind: 'name', key: name.includes(' ') ? name : '' },
  ]
  const seen = new Set<string>()
  return keys
    .map(({ kind, key }) => ({ kind, key: key.toWellFormed().replaceAll('\0', ' ').slice(0, longest).toWellFormed().trim() }))
    .filter(({ kind, key }) => key !== '' && !seen.has(`${kind} ${key}`) && seen.add(`${kind} ${key}`))
}

export const keysOf = (application: Person & { readonly id: string; readonly submittedAt: Date }) =>
  personKeys(application).map((key) => ({
    application_id: application.id,
    ...key,
    submitted_at: application.submittedAt.getTime(),
  }))
