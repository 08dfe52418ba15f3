import type { Context } from 'hono'
import type { KeyedHash } from '../hashes.ts'
import { keepCookie, limitKey, readCookie } from '../http/request.ts'
import type { Web } from '../http/routes.ts'
import type { Requester, Sessions } from '../storage/auth-port.ts'
import { proofOwner } from './mailbox-proof.ts'
import { hashCredential } from './secrets.ts'

const deviceCookie = 'kolam_device'

/** The browser or program that asks for a code or tries one. */
export interface Device extends Requester {
  /** What its cookie holds; undefined when it sent none. */
  readonly credential: string | undefined
  /** Whether that browser signed in as the admin before. */
  readonly trusted: boolean
  /** What it calls itself, such as `Firefox on Linux`. */
  readonly name: string
}

/** The first of the names whose pattern a text has. */
const nameIn = (text: string, patterns: readonly (readonly [name: string, pattern: RegExp])[]): string | undefined =>
  patterns.find(([, pattern]) => pattern.test(text))?.[0]

/** A browser's own words about itself, in short; what it says is a courtesy, not a fact. */
function browserName(userAgent = ''): string {
  const browser = nameIn(userAgent, [
    ['Edge', /Edg/],
    ['Opera', /OPR\//],
    ['Samsung Internet', /SamsungBrowser/],
    ['Firefox', /Firefox|FxiOS/],
    ['Chrome', /Chrom(e|ium)|CriOS/],
    ['Safari', /Safari/],
  ])
  const system = nameIn(userAgent, [
    ['iPhone', /iPhone/],
    ['iPad', /iPad/],
    ['Android', /Android/],
    ['Windows', /Windows/],
    ['Mac', /Macintosh|Mac OS/],
    ['ChromeOS', /CrOS/],
    ['Linux', /Linux/],
  ])
  if (browser === undefined) return 'Another program'
  return system === undefined ? browser : `${browser} on ${system}`
}

/** Who makes a request, and whether that browser signed in as the admin before. */
export async function deviceOf(
  context: Context<Web>,
  { sessions, adminEmail, secure, now }: { sessions: Sessions; adminEmail: string; secure: boolean; now(): Date },
): Promise<Device> {
  const credential = readCookie(context, deviceCookie, secure)
  const browser = credential === undefined ? undefined : hashCredential(credential)
  const trusted = browser !== undefined && (await sessions.isTrusted(browser, adminEmail, now()))
  const name = browserName(context.req.header('user-agent'))
  const owner = trusted ? `browser:${browser}` : undefined
  return { credential, browser, client: limitKey(context.get('client')), owner, trusted, name }
}

/** Gives a browser what it is recognised by, for `ms` milliseconds. */
export const keepDevice = (context: Context<Web>, credential: string, ms: number, secure: boolean): void =>
  keepCookie(context, deviceCookie, credential, ms / 1000, secure)

/** The owner of the budget that a request for a code is paid from; undefined: it is a stranger's. */
export const budgetOf = (keyedHash: KeyedHash, email: string, { owner }: Device, proof: unknown, now: Date): string | undefined =>
  owner ?? proofOwner(keyedHash, email, proof, now)

/** The key that a device's limits are counted by: a trusted browser has its own, so that nobody else can use them up. */
export const limitOwner = ({ owner, client }: Device): string => owner ?? client
