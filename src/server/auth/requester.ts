import type { Context } from 'hono'
import { keepCookie, limitKey, readCookie } from '../http/request.ts'
import type { Web } from '../http/routes.ts'
import type { Requester, Sessions } from '../storage/auth-port.ts'
import { hashCredential } from './secrets.ts'

const deviceCookie = 'kolam_device'

/** The browser or program that asks for a code or tries one. */
export interface Device extends Requester {
  /** What its cookie holds; undefined when it sent none. */
  readonly credential: string | undefined
}

/** Who makes a request, and whether that browser signed in as the admin before. */
export async function deviceOf(context: Context<Web>, sessions: Sessions, adminEmail: string, now: Date): Promise<Device> {
  const credential = readCookie(context, deviceCookie)
  const browser = credential === undefined ? undefined : hashCredential(credential)
  const trusted = browser !== undefined && (await sessions.isTrusted(browser, adminEmail, now))
  return { credential, browser, client: limitKey(context.get('client')), trusted }
}

/** Gives a browser what it is recognised by, for `ms` milliseconds. */
export const keepDevice = (context: Context<Web>, credential: string, ms: number, secure: boolean): void =>
  keepCookie(context, deviceCookie, credential, ms / 1000, secure)

/** The key that its limits are counted by: a trusted browser has its own, so that nobody else can use them up. */
export const limitOwner = ({ trusted, browser, client }: Device): string => (trusted ? `browser:${browser}` : client)
