import { randomBytes } from 'node:crypto'
import { loginTokenPlaceholder, paths } from '../../api/paths.ts'
import { after, minute } from '../../shared/dates.ts'
import type { KeyedHash } from '../keyed-hash.ts'
import type { Replies } from '../storage/auth-port.ts'
import { sameHash } from './secrets.ts'

/** How long a sign-in link is valid. */
export const linkLife = 10 * minute

const signature = (keyedHash: KeyedHash, email: string, expires: string, nonce: string): string =>
  keyedHash('login link', email.toLowerCase(), expires, nonce)

/** The path and query of a new sign-in link: whoever has the server's key can make one, and nothing is stored. */
export function loginLink(keyedHash: KeyedHash, email: string, now: Date): string {
  const expires = String(after(now, linkLife).getTime())
  const nonce = randomBytes(16).toString('base64url')
  return `${paths.loginLink}?token=${expires}.${nonce}.${signature(keyedHash, email, expires, nonce)}`
}

export interface UsingLinks {
  readonly adminEmail: string
  readonly keyedHash: KeyedHash
  readonly replies: Replies
  now(): Date
}

/** Uses a link's token up. @returns whether it was ours, for this admin, in time, and not used before */
export async function useLoginToken({ adminEmail, keyedHash, replies, now }: UsingLinks, token: unknown): Promise<boolean> {
  const [, expires, nonce, signed] =
    /^(\d{1,15})\.([\w-]{22})\.([0-9a-f]{64})$/.exec(typeof token === 'string' ? token : '') ?? []
  if (expires === undefined || nonce === undefined || signed === undefined) return false
  if (!sameHash(signature(keyedHash, adminEmail, expires, nonce), signed) || Number(expires) <= now().getTime()) return false
  return replies.claim(`login link:${nonce}`, 'used', now(), new Date(Number(expires)))
}

const attribute = (text: string): string => text.replace(/[^\w.-]/g, '')

/** The built page with its button for a token: opening the link uses nothing up, so that a program that follows links cannot. */
export const pageWithToken = (page: string, token: string): string => page.replace(loginTokenPlaceholder, attribute(token))

/** The built page with a sentence in place of its button. */
export const pageRefused = (page: string): string =>
  page.replace(
    /<form\b[\s\S]*?<\/form>/,
    '<p role="alert">This link was used before, or its ten minutes are over. Make another one: <code>npm run login-link</code></p>',
  )
