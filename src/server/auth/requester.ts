import type { Context } from 'hono'
import { readCookie, setStrictCookie } from '../http/request.ts'
import type { Web } from '../http/routes.ts'
import { limitKey } from '../networks.ts'
import type { Requester, Sessions } from '../records/access/port.ts'
import { hashCredential } from './secrets.ts'

const deviceCookie = 'kolam_device'

/** The browser or program that signs in. */
export interface Device extends Requester {
  /** The value of its cookie; undefined when it sent none. */
  readonly credential: string | undefined
  /** Whether this browser has signed in as the admin before. */
  readonly trusted: boolean
  /** From its user agent, such as `Firefox on Linux`. */
  readonly name: string
}

/** The first name whose pattern matches the text. */
const nameIn = (text: string, patterns: readonly (readonly [name: string, pattern: RegExp])[]): string | undefined =>
  patterns.find(([, pattern]) => pattern.test(text))?.[0]

/** A short name for a browser from its user agent, which any program can fake. */
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

/** The device that makes a request. */
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

/** Sets the cookie by which a browser is recognised, for `ms` milliseconds. */
export const setDeviceCookie = (context: Context<Web>, credential: string, ms: number, secure: boolean): void =>
  setStrictCookie(context, deviceCookie, credential, ms / 1000, secure)

/** The key under which a device's calls are counted. A trusted browser has its own key, so that nobody else can use up its limits. */
export const limitOwner = ({ owner, client }: Device): string => owner ?? client
