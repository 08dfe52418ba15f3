import type { Core } from '../../content/read-core.ts'
import { type Config, type misreadLines, settings } from '../../server/config.ts'
import type { Unaccepted } from '../../server/pages/site.ts'
import { countText } from '../terminal.ts'
import { type Finding, warning } from './finding.ts'

const names = Object.keys(settings)

/** The edit distance of two names: insertions, deletions and substitutions. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= b.length; j += 1)
      next[j] = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1))
    row = next
  }
  return row[b.length] ?? 0
}

/** The setting that a name probably misspells. Short settings are not compared, because too many names are similar to them. */
const similarSetting = (name: string): string | undefined =>
  names.find((candidate) => candidate.length > 6 && distance(name.toUpperCase(), candidate) <= 2)

/**
 * A finding for each name that is probably a misspelt setting.
 * @param environment the names in the environment, most of which belong to other programs
 * @param file the names in `.env`, which are all meant for Kolam
 * @param misread the settings that are not read there as they were meant, by the sign that is the reason
 */
export const checkNames = (
  environment: readonly string[],
  file: readonly string[],
  misread: ReturnType<typeof misreadLines>,
): readonly Finding[] => [
  ...misread.map(({ name, sign }) =>
    warning(
      'Settings',
      sign === ':'
        ? `The line ${name}: … of .env is ignored. Write ${name}=…`
        : `The line ${name}=… of .env is read up to its #. Put the value in quotes.`,
    ),
  ),
  ...[...new Set([...file, ...environment.filter((name) => similarSetting(name) !== undefined)])]
    .filter((name) => !names.includes(name))
    .map((name) => {
      const setting = similarSetting(name)
      return warning(
        'Settings',
        `${name} is not a setting${setting === undefined ? '.' : `; did you mean ${setting}?`} Its value is ignored.`,
      )
    }),
]

/** What it means that rows of the record of deletions were sealed with another key. */
export const unmatchedText = (rows: number): string =>
  `The record of deletions has ${countText(rows, 'row')} of another server key: an import would not recognise these people, and all letters that they stopped could be sent. Put the former key on a line of its own at the end of DATA_DIR/server-key.`

/** Findings about the key of the server. @param unmatched rows of the record of deletions that it does not match */
export const checkServerKey = (
  { DATABASE_URL, SERVER_KEY }: Pick<Config, 'DATABASE_URL' | 'SERVER_KEY'>,
  unmatched: number,
): readonly Finding[] => [
  ...(unmatched === 0 ? [] : [warning('Server key', unmatchedText(unmatched))]),
  ...(DATABASE_URL === undefined || SERVER_KEY !== undefined
    ? []
    : [
        warning(
          'Server key',
          'It is in the database, and so in every copy of PostgreSQL. Set SERVER_KEY, the same on all nodes.',
        ),
      ]),
]

/** The effects of placeholders on a public installation. */
const effects = {
  ADMIN_EMAIL: 'passcodes reach nobody, so nobody can sign in',
  MAIL_FROM: 'mail has a sender that is not yours, and is refused or treated as spam',
  PITCH_BOOKING_URL: 'the link in letters that invite to a conversation leads nowhere',
} as const

/** Whether a text is a placeholder: a name reserved for examples, or a telephone number of zeros. */
const isPlaceholder = (text: string): boolean => /\bexample(\.com)?\b/i.test(text) || /0{5}/.test(text.replaceAll(/\D/g, ''))

/** What the visitors read in files with placeholders, and the remedy. */
const remedies = {
  'content/team.yaml': 'still has the invented people that ship with it. Replace them with your team.',
  'content/mentors.yaml': 'still has the invented mentors that ship with it. Replace them, or remove them.',
  'content/portfolio.yaml': 'still has the invented companies that ship with it. Replace them, or remove them.',
  'content/facts.yaml':
    'is not confirmed: the deal and the figures are placeholders. Correct them with counsel, then set confirmed: true.',
  'content/pages/the-last-call.yaml':
    'has a helpline that nobody can call from where the site is: its number is missing, or its country is not that of content/site.yaml. The page has no button for it. Write the numbers of your country, and its name.',
} as const

/** Where a document is at the desk. An archive has no files of content/. */
const deskOf = (config: Pick<Config, 'PUBLIC_URL'>, path: string): string => `${config.PUBLIC_URL}/app/site#${path}`

/** A finding for each text that an earlier version published and this one refuses. */
export const checkAccepted = (config: Pick<Config, 'PUBLIC_URL'>, refused: Unaccepted['refused']): readonly Finding[] =>
  refused.map(({ path, sentence, isPlain }) =>
    warning(
      'Content',
      `${sentence}. An earlier version published this. Visitors see the document ${isPlain ? 'without its markup' : 'as it ships with Kolam'} until it is corrected and published, at ${deskOf(config, path)}.`,
    ),
  )

/**
 * A finding for each placeholder of a public installation; an installation is public when PUBLIC_URL is https.
 * @param live what is published
 */
export function checkPlaceholders(
  config: Config,
  live: Pick<Core, 'site' | 'privacyPerson' | 'placeholders'>,
): readonly Finding[] {
  if (!config.PUBLIC_URL.startsWith('https:')) return []
  const contact = { email: live.site.email, phone: live.site.phone.display }
  const person = live.privacyPerson.name
  const defaulted = Object.keys(effects) as (keyof typeof effects)[]
  return [
    ...defaulted
      .filter((name) => config[name] === settings[name].or)
      .map((name) => warning('Settings', `${name} is still the placeholder ${config[name]}: ${effects[name]}. Set it.`)),
    ...Object.entries(contact)
      .filter(([, text]) => isPlaceholder(text))
      .map(([key, text]) =>
        warning(
          'Content',
          `content/site.yaml still has the placeholder ${text} (${key}). Replace it with yours at ${deskOf(config, 'content/site.yaml')}.`,
        ),
      ),
    ...(isPlaceholder(person)
      ? [
          warning(
            'Content',
            `content/pages/privacy.yaml still names the placeholder ${person}. Name the person who reads requests and complaints, at ${deskOf(config, 'content/pages/privacy.yaml')}.`,
          ),
        ]
      : []),
    ...Object.entries(remedies)
      .filter(([path]) => live.placeholders.includes(path))
      .map(([path, text]) => warning('Content', `${path} ${text} It is at ${deskOf(config, path)}.`)),
  ]
}
