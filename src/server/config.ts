import { existsSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { z } from 'zod'
import { day, hour, minute, second } from '../shared/dates.ts'
import type { Rate } from '../shared/durations.ts'
import { isEmail } from '../shared/mailbox.ts'

const units = { s: second, m: minute, h: hour, d: day } as const

const rate = z.string().transform((text, context): Rate => {
  const match = /^([1-9]\d{0,6})\/([1-9]\d{0,3})([smhd])$/.exec(text)
  if (match) return { count: Number(match[1]), periodMs: Number(match[2]) * units[match[3] as keyof typeof units] }
  context.addIssue('')
  return z.NEVER
})

const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .pipe(z.number().min(min).max(max))

// A PostgreSQL address without a host is a socket on this machine.
const address = (...protocols: string[]) =>
  z
    .string()
    .refine(
      (text) =>
        URL.canParse(text) &&
        protocols.includes(new URL(text).protocol) &&
        (new URL(text).hostname !== '' || protocols.includes('postgres:')),
    )

/** Whether an address with user and password is read as it was meant: a raw `#`, `/` or `?` in the password would end it there. */
function isEncoded(text: string): boolean {
  const { hash, username, password, pathname, search } = new URL(text)
  const isMeant = !pathname.includes('@') && (pathname !== '' || !search.includes('@'))
  return hash === '' && isMeant && !/%(?![\da-f]{2})/i.test(username + password)
}

/** An address that may have a user and a password. */
const account = (...protocols: string[]) => address(...protocols).refine((text) => !URL.canParse(text) || isEncoded(text))

/** The reason that an address with a password is most often refused. */
const encoding = (value: string): string | undefined =>
  // A `#` in the file .env ends a value without quotes: what is left has no @, and its port is no number.
  /^(smtps?|postgres|postgresql):\/\/(.*@|[^/:]+:(?!\d+\/?$))/.test(value) && !(URL.canParse(value) && isEncoded(value))
    ? 'Percent-encode these signs in user and password: # is %23, % is %25, / is %2F, ? is %3F, @ is %40, : is %3A'
    : undefined

/** An address whose pages begin at the root of a host, without a password, which would be in every page. */
const siteAddress = address('http:', 'https:').refine((text) => {
  if (!URL.canParse(text)) return true
  const { username, pathname, search, hash } = new URL(text)
  return username === '' && /^\/*$/.test(pathname + search + hash)
})

/** An https address, or an http address of this machine: personal data is sent there. */
const privateAddress = address('http:', 'https:').refine((text) => {
  if (!URL.canParse(text)) return false
  const { protocol, hostname } = new URL(text)
  return protocol === 'https:' || /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
})

const takesPrivate = 'an https:// address (http:// on this machine only)'

/** Whether an address is one that a browser shows for a Google spreadsheet, the editor of its script or a test of it. */
const isForEditors = (text: string): boolean => /^https?:\/\/(docs|script)\.google\.com\/(?!.*\/exec(\?|$))/i.test(text)

/** The values that `MAIL_FROM` accepts: an address, or a name with an address in angle brackets, on one line. */
const sender = z.string().refine((text) => {
  const bare = /^[^<>\r\n]*<([^<>\r\n]+)>$/.exec(text.trim())?.[1] ?? text.trim()
  return isEmail(bare)
})

/** Every setting: its schema, its default (`or`), the text for an invalid value (`takes`), whether its value is a secret, and a remedy for some values. */
export const settings = {
  PORT: { read: wholeNumber(0, 65_535), or: '3000', takes: 'a port number from 0 to 65535' },
  HOST: { read: z.string(), or: '', takes: 'a host name or an address to listen on' },
  PUBLIC_URL: {
    read: siteAddress,
    or: undefined,
    takes: 'an http:// or https:// address without a path: the pages begin at the root of their host',
  },
  DATA_DIR: { read: z.string().min(1), or: './data', takes: 'a folder' },
  DATABASE_URL: {
    read: account('postgres:', 'postgresql:'),
    or: undefined,
    takes: 'a postgres:// address, or nothing for SQLite',
    secret: true,
    remedy: encoding,
  },
  DATABASE_POOL: { read: wholeNumber(1, 200), or: '10', takes: 'a number of connections from 1 to 200' },
  ADMIN_EMAIL: { read: z.string().refine(isEmail), or: 'admin@example.com', takes: 'one e-mail address' },
  SMTP_URL: {
    read: account('smtp:', 'smtps:').refine((text) => !/^(smtp:.*:465|smtps:.*:(25|587))\/*$/.test(text)),
    or: undefined,
    takes: 'an smtp:// or smtps:// address; port 465 takes smtps://, and 25 and 587 smtp://',
    secret: true,
    remedy: encoding,
  },
  RESEND_API_KEY: { read: z.string().regex(/^[\x21-\x7e]+$/), or: undefined, takes: 'a key of the provider', secret: true },
  RESEND_URL: { read: privateAddress, or: 'https://api.resend.com', takes: takesPrivate },
  MAIL_EVENTS_SECRET: {
    read: z.string().regex(/^(whsec_)?[A-Za-z0-9+/]{16,}={0,2}$/),
    or: undefined,
    takes: 'the signing secret of the provider’s webhook, such as whsec_…',
    secret: true,
  },
  CAPTURE_MAIL: { read: z.enum(['yes', 'no']), or: 'no', takes: 'yes or no' },
  MAIL_FROM: { read: sender, or: 'Kolam <hello@kolam.example>', takes: 'a sender such as Kolam <hello@kolam.example>' },
  SHEET_URL: {
    read: privateAddress.refine((text) => !isForEditors(text)),
    or: undefined,
    takes: takesPrivate,
    secret: true,
    remedy: (value) =>
      isForEditors(value)
        ? 'This is the address of the sheet or of the script’s editor. The deployed script has another one, which ends with /exec (integrations/google-sheets)'
        : undefined,
  },
  SHEET_ROLE: { read: z.enum(['mirror', 'primary']), or: 'mirror', takes: 'mirror or primary' },
  DECISION_HOLD_S: { read: wholeNumber(0, 86_400), or: '10', takes: 'a number of seconds from 0 to 86400' },
  PITCH_BOOKING_URL: {
    read: address('http:', 'https:'),
    or: 'https://kolam.example/book',
    takes: 'an http:// or https:// address',
  },
  TRUST_PROXY: { read: wholeNumber(0, 10), or: '0', takes: 'a number of proxies from 0 to 10' },
  LIMIT_SUBMISSIONS: { read: rate, or: '30/1m', takes: 'a count and a period such as 30/1m (s, m, h or d)' },
  LIMIT_PASSCODES: { read: rate, or: '10/1h', takes: 'a count and a period such as 10/1h (s, m, h or d)' },
  SERVER_KEY: {
    read: z.string().regex(/^[\x21-\x7e]{32,}$/),
    or: undefined,
    takes: 'at least 32 letters, digits and signs without a space',
    secret: true,
  },
  METRICS_TOKEN: {
    read: z.string().regex(/^[\x21-\x7e]{16,}$/),
    or: undefined,
    takes: 'at least 16 letters, digits and signs without a space',
    secret: true,
  },
  SCAN_COMMAND: {
    read: z.string().regex(/^\/\S+(\s+\S+)*$/),
    or: undefined,
    takes: 'the absolute path of a program, with its arguments',
  },
  LOG_LEVEL: {
    read: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
    or: 'info',
    takes: 'fatal, error, warn, info, debug, trace or silent',
  },
} as const satisfies Record<
  string,
  {
    read: z.ZodType
    or: string | undefined
    takes: string
    secret?: true
    remedy?: (value: string) => string | undefined
  }
>

type Settings = typeof settings
type Name = keyof Settings

/** The effective settings, with the names of the environment variables. */
export type Config = {
  readonly [K in Name]: Settings[K]['or'] extends string
    ? z.output<Settings[K]['read']>
    : z.output<Settings[K]['read']> | undefined
} & { readonly PUBLIC_URL: string }

/** Invalid settings. The message has one line for each: its name, its value, and what it takes. */
export class ConfigFault extends Error {
  override readonly name = 'ConfigFault'
}

/** A value for a message, without secrets. */
const shown = (setting: { readonly secret?: true }, value: string): string =>
  setting.secret ? 'a value that is not shown' : JSON.stringify(value.length > 100 ? `${value.slice(0, 100)}…` : value)

/**
 * Reads the settings from an environment. An empty value counts as not set.
 * @throws ConfigFault with one line for each invalid setting
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const config: Record<string, unknown> = {}
  const faults: string[] = []
  for (const [name, setting] of Object.entries(settings) as [
    Name,
    Settings[Name] & { secret?: true; remedy?: typeof encoding },
  ][]) {
    const value = environment[name]?.trim() || setting.or
    if (value === undefined) continue
    const read = setting.read.safeParse(value)
    if (read.success) config[name] = read.data
    else
      faults.push(
        [`${name}: got ${shown(setting, value)}; it takes ${setting.takes}`, setting.remedy?.(value)].filter(Boolean).join('. '),
      )
  }
  if (config.SHEET_ROLE === 'primary' && config.SHEET_URL === undefined && faults.length === 0)
    faults.push('SHEET_ROLE: got "primary" without SHEET_URL; it takes mirror, or primary with SHEET_URL set')
  if (faults.length > 0) throw new ConfigFault(faults.join('\n'))
  config.PUBLIC_URL = new URL((config.PUBLIC_URL as string | undefined) ?? `http://localhost:${config.PORT}`).origin
  return config as unknown as Config
}

/** Host names that do not exist on the internet: reserved ones for examples and tests, and this machine. */
export const reserved = /^(.*\.)?(example|test|invalid|localhost|example\.(com|net|org))$|^127(\.\d+){3}$|^\[::1\]$/

/** The fault of a site that visitors reach without TLS; undefined when they do not, or only on this machine. */
export function plainFault({ PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>): string | undefined {
  const { protocol, hostname } = new URL(PUBLIC_URL)
  if (protocol === 'https:' || reserved.test(hostname)) return undefined
  return `${PUBLIC_URL} is not https: passcodes, and what visitors send, can be read on the way. Put a proxy with a certificate in front (docs/operations.md), and set PUBLIC_URL to its https:// address.`
}

/** Whether strangers reach a site. */
export const isPublic = ({ PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>): boolean =>
  PUBLIC_URL.startsWith('https:') && !reserved.test(new URL(PUBLIC_URL).hostname)

/**
 * The fault of a public site without a mail provider; undefined when it has one, or when CAPTURE_MAIL allows mail in files. Without a provider, anyone with
 * access to the log or the folder can read passcodes, and applicants get no letters (docs/decisions/0071).
 */
export function captureFault(config: Config): string | undefined {
  if (!isPublic(config) || config.SMTP_URL !== undefined || config.RESEND_API_KEY !== undefined || config.CAPTURE_MAIL === 'yes')
    return undefined
  return `Mail is not sent, although ${config.PUBLIC_URL} is public: letters are written to files, and passcodes to the log. Set SMTP_URL or RESEND_API_KEY, or CAPTURE_MAIL=yes for a trial.`
}

/** The text of the `.env` file in the working folder; empty when there is no file. */
const environmentText = (): string => (existsSync('.env') ? readFileSync('.env', 'utf8') : '')

/** The variables of the `.env` file. */
export const environmentFile = (): Record<string, string | undefined> => parseEnv(environmentText())

/** The settings whose line in the `.env` file is read otherwise than it was meant: `NAME: value` as nothing, and a value without quotes up to a `#` in it. */
export const misreadLines = (): readonly { readonly name: string; readonly sign: string }[] =>
  [...environmentText().matchAll(/^[ \t]*(?:export[ \t]+)?([A-Z_]+)[ \t]*(?:(:)(?!.*=)|=(?:[^\n#"'`]*[^\s#"'`])?(#))/gm)]
    .map(([, name = '', colon, hash = '']) => ({ name, sign: colon ?? hash }))
    .filter(({ name }) => name in settings)

/** The `.env` file, overridden by the environment of this process. */
export const processEnvironment = (): Record<string, string | undefined> => ({ ...environmentFile(), ...process.env })

/**
 * The command that runs a program of this installation: of an archive, its launcher (`bin/kolam backup FILE`); of a clone, npm (`npm run backup -- FILE`).
 * @param args the arguments to show after it
 */
export function programCommand(program: string, args = ''): string {
  const launcher = process.env.KOLAM_LAUNCHER
  const command = launcher === undefined ? `npm run ${program}${args && ' --'}` : `${launcher} ${program}`
  return args ? `${command} ${args}` : command
}
