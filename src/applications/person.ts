import { asciiDigits } from '../shared/ascii-digits.ts'
import { cleanCode } from '../shared/clean.ts'
import { day } from '../shared/dates.ts'
import { mailboxKey } from '../shared/mailbox.ts'
import type { Application } from './application.ts'

/** The kinds of keys by which two applications may come from the same person or company. */
export const personKinds = ['email', 'phone', 'company', 'domain', 'name'] as const
export type PersonKind = (typeof personKinds)[number]

/** The kinds that identify a person. Companies, domains and names can belong to several people. */
export const strongKinds = ['email', 'phone'] as const satisfies readonly PersonKind[]
export type StrongKind = (typeof strongKinds)[number]

/** A normalised value by which a person is recognised, such as an address. */
export interface PersonKey {
  readonly kind: PersonKind
  /** Equal for different spellings of the same value. */
  readonly key: string
}

/** Hosts at which anybody can have an address or a page, so that they identify nobody. */
const sharedHosts = new Set(
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

/** The legal form in a company's name, which some people omit. */
const legalForm = /\b(private|pvt|limited|ltd|llp|inc|incorporated|corp|corporation|company|co|gmbh|opc|p)\b/g
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

const companyKey = (text: string): string => plain(plain(text).replace(legalForm, ' '))

/** The key of a telephone number: its last ten digits, without the country code. Empty if it is too short. */
function phoneKey(text: string): string {
  const digits = asciiDigits(text).replace(/\D+/g, '')
  return digits.length >= 8 ? digits.slice(-10) : ''
}

/** The keys of an answer with one telephone number, or with several that a sign parts: `98400 12345 / 98400 54321`. */
function phoneKeys(answer: string): readonly string[] {
  const keys = answer.split(/[/,;|]/).map(phoneKey)
  return keys.includes('') ? [phoneKey(answer)] : keys
}

/** The strong key of a typed address or telephone number; undefined for other texts. */
export function strongKeyOf(text: string): (PersonKey & { readonly kind: StrongKind }) | undefined {
  const typed = cleanCode(text)
  if (typed.includes('@')) return { kind: 'email', key: mailboxKey(typed).slice(0, longest) }
  const key = /^[\p{Nd}\s()+./-]+$/u.test(typed) ? phoneKey(typed) : ''
  return key === '' ? undefined : { kind: 'phone', key }
}

const hostOf = (text: string): string => {
  const address = /^[a-z]+:\/\//i.test(text) ? text : `https://${text}`
  return URL.canParse(address) ? new URL(address).hostname.toLowerCase().replace(/^www\./, '') : ''
}

/** The key of a name: its words, sorted, without initials. `R. Priya Raman` and `raman priya` have the same key. */
const nameKey = (text: string): string =>
  plain(text)
    .split(' ')
    .filter((word) => [...word].length > 1)
    .sort()
    .join(' ')

export type Person = Pick<Application, 'applicantName' | 'applicantEmail' | 'companyName' | 'answers'>

/** The person keys of an application. */
export function personKeys({ applicantName, applicantEmail, companyName, answers }: Person): readonly PersonKey[] {
  const answersTo = (pattern: RegExp): readonly string[] =>
    Object.entries(answers).flatMap(([name, value]) =>
      pattern.test(name) && typeof value === 'string' && value.trim() !== '' ? [value.trim()] : [],
    )
  const email = mailboxKey(applicantEmail)
  const hosts = [email.split('@').at(-1) ?? '', ...answersTo(/website/i).map(hostOf)]
  const company = companyKey(companyName)
  const name = nameKey(applicantName)
  const keys: PersonKey[] = [
    { kind: 'email', key: email },
    ...answersTo(/phone|mobile|whatsapp/i)
      .flatMap(phoneKeys)
      .map((key) => ({ kind: 'phone', key }) as const),
    { kind: 'company', key: noCompany.has(company) ? '' : company },
    ...hosts.map((host) => ({ kind: 'domain', key: host.includes('.') && !sharedHosts.has(host) ? host : '' }) as const),
    { kind: 'name', key: name.includes(' ') ? name : '' },
  ]
  const seen = new Set<string>()
  return keys
    .map(({ kind, key }) => ({ kind, key: key.toWellFormed().replaceAll('\0', ' ').slice(0, longest).toWellFormed().trim() }))
    .filter(({ kind, key }) => key !== '' && !seen.has(`${kind} ${key}`) && seen.add(`${kind} ${key}`))
}

/** A company or domain that more people share identifies nobody: a university, an incubator, a large employer. */
const maxPeople = 3

/** An application that shares person keys with another. */
interface PersonMatch<A extends Person = Person> {
  readonly application: A
  readonly shared: readonly PersonKind[]
}

/** Identifies a person by name, which stays when the address changes, or else by address. */
const identity = ({ applicantName, applicantEmail }: Person): string => nameKey(applicantName) || mailboxKey(applicantEmail)

/**
 * The matches of `own` that identify a person. A company or domain that more than three people share, including `own`, does not count. Matches that
 * share nothing else are left out.
 */
export function meaningfulMatches<A extends Person>(own: Person, matches: readonly PersonMatch<A>[]): readonly PersonMatch<A>[] {
  const keysOf = matches.map(({ application }) => new Set(personKeys(application).map(({ kind, key }) => `${kind} ${key}`)))
  const common = new Map<PersonKind, string[]>()
  for (const { kind, key } of personKeys(own)) {
    if (kind !== 'company' && kind !== 'domain') continue
    const people = new Set([identity(own)])
    matches.forEach(({ application, shared }, n) => {
      const isOwn = shared.some((kind) => kind === 'email' || kind === 'phone' || kind === 'name')
      if (!isOwn && keysOf[n]?.has(`${kind} ${key}`)) people.add(identity(application))
    })
    if (people.size <= maxPeople) common.set(kind, [...(common.get(kind) ?? []), `${kind} ${key}`])
  }
  return matches.flatMap(({ application, shared }, n) => {
    const remaining = shared.filter(
      (kind) => (kind !== 'company' && kind !== 'domain') || common.get(kind)?.some((key) => keysOf[n]?.has(key)),
    )
    return remaining.length === 0 ? [] : [{ application, shared: remaining }]
  })
}

/** The same form sent twice within this time is likely a duplicate. */
const duplicateWindowMs = 90 * day

/**
 * Whether two applications that share `shared` are likely duplicates; a hint for the reviewer. If they share only an address, it may be one person
 * with two ideas; if only a domain, two colleagues; if only a name, two persons.
 */
export const isLikelyDuplicate = (
  a: Pick<Application, 'formType' | 'submittedAt'>,
  b: Pick<Application, 'formType' | 'submittedAt'>,
  shared: readonly PersonKind[],
): boolean =>
  a.formType === b.formType &&
  Math.abs(a.submittedAt.getTime() - b.submittedAt.getTime()) <= duplicateWindowMs &&
  (shared.some((kind) => kind === 'phone' || kind === 'company') || (shared.includes('email') && shared.includes('name')))
