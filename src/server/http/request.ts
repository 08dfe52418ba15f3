import { isIP } from 'node:net'
import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { AppError } from '../../shared/errors.ts'

/** An IP address without brackets, port and IPv4 prefix (`::ffff:192.0.2.1` as `192.0.2.1`); undefined for anything else. */
function plain(address: string | undefined): string | undefined {
  const bare = address
    ?.trim()
    .replace(/^::ffff:(?=\d+\.)/i, '')
    .replace(/^\[([^\]]+)\](:\d+)?$/, '$1')
    // Some proxies add the port.
    .replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1')
  return bare === undefined || isIP(bare) === 0 ? undefined : (mapped(bare) ?? bare)
}

/** The IPv4 address that an IPv6 address names in any spelling, such as `::ffff:c000:201` for 192.0.2.1; undefined if it names none. */
function mapped(address: string): string | undefined {
  if (isIP(address) !== 6 || !URL.canParse(`http://[${address}]`)) return undefined
  const { hostname } = new URL(`http://[${address}]`)
  const parts = /^\[::ffff:([\da-f]{1,4}):([\da-f]{1,4})\]$/
    .exec(hostname)
    ?.slice(1)
    .map((part) => Number.parseInt(part, 16))
  return parts?.flatMap((part) => [part >> 8, part & 255]).join('.')
}

/**
 * The client's address: that of the socket or, behind `hops` trusted proxies, the entry of `X-Forwarded-For` that the outermost of them added.
 * The client may have written the earlier entries itself, so they are ignored. `Unknown` when there is no address.
 */
export function clientAddress(socket: string | undefined, forwarded: string | undefined, hops: number): string {
  if (hops > 0 && forwarded !== undefined) {
    const seen = forwarded.split(',')
    const address = plain(seen[Math.max(0, seen.length - hops)])
    if (address !== undefined) return address
  }
  return plain(socket) ?? 'Unknown'
}

/** Under https, the `__Host-` prefix makes browsers accept the cookie from our own host over https only. */
export const cookieName = (name: string, secure: boolean): string => (secure ? `__Host-${name}` : name)

/**
 * Sets a cookie that scripts cannot read, and that browsers do not send with requests from other sites.
 * @param secure whether the public address is https
 */
export function setStrictCookie(context: Context, name: string, value: string, maxAgeS: number, secure: boolean): void {
  setCookie(context, cookieName(name, secure), value, { httpOnly: true, sameSite: 'Strict', secure, path: '/', maxAge: maxAgeS })
}

/** Under https, the `__Secure-` prefix makes browsers accept the cookie over https only. `__Host-` would not allow a path. */
const linkCookieName = (name: string, secure: boolean): string => (secure ? `__Secure-${name}` : name)

/** Sets a cookie with private links for pages at `path` and below. Browsers also send it when a link in a letter opens such a page. */
export function setLinkCookie(
  context: Context,
  name: string,
  value: string,
  maxAgeS: number,
  secure: boolean,
  path: string,
): void {
  setCookie(context, linkCookieName(name, secure), value, { httpOnly: true, sameSite: 'Lax', secure, path, maxAge: maxAgeS })
}

/** The value of a cookie that `setLinkCookie` set; empty when there is none. */
export const readLinkCookie = (context: Context, name: string, secure: boolean): string =>
  getCookie(context, linkCookieName(name, secure)) ?? ''

/** The query of a request's address, with its question mark; empty when there is none. A `Host` that is no host makes `URL` throw. */
export const searchOf = ({ req: { url } }: Context): string => (url.includes('?') ? url.slice(url.indexOf('?')) : '')

const submittedCookie = 'kolam_submitted'
const hourS = 60 * 60

/** Gives the success page at `path` the token of a private link, for an hour. In the address, the token would end up in logs and histories. */
export const setSubmitted = (context: Context, token: string, path: string, secure: boolean): void =>
  setLinkCookie(context, submittedCookie, token, hourS, secure, path)

/** The token that `setSubmitted` stored for this page, if it belongs to the application `id`. */
export function readSubmitted(context: Context, id: string, secure: boolean): string | undefined {
  const token = readLinkCookie(context, submittedCookie, secure)
  return token.startsWith(`${id}.`) ? token : undefined
}

/** The value of a cookie that `setStrictCookie` set; undefined when there is none, or an empty one. */
export const readCookie = (context: Context, name: string, secure: boolean): string | undefined =>
  getCookie(context, cookieName(name, secure)) || undefined

/**
 * Reads an idempotency key: 1 to 255 printable ASCII characters. Undefined when there is none.
 * @throws AppError 422 when the key is invalid
 */
export function readKey(key: unknown): string | undefined {
  if (key === undefined || key === null || key === '') return undefined
  if (typeof key === 'string' && /^[\x20-\x7e]{1,255}$/.test(key)) return key
  throw new AppError('FORM_VALIDATION_FAILED', {
    message: 'The idempotency key must be 1 to 255 letters, digits or signs.',
    status: 422,
  })
}
