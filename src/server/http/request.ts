import { isIP } from 'node:net'
import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { AppError } from '../../shared/errors.ts'

/** `::ffff:192.0.2.1` as `192.0.2.1`; anything that is no address as undefined. */
function plain(address: string | undefined): string | undefined {
  const bare = address
    ?.trim()
    .replace(/^::ffff:(?=\d+\.)/i, '')
    .replace(/^\[([^\]]+)\](:\d+)?$/, '$1')
    // some proxies name the port too
    .replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1')
  return bare !== undefined && isIP(bare) !== 0 ? bare : undefined
}

/**
 * The client's address: the socket's, or, behind `hops` proxies of ours, the one in `X-Forwarded-For` that the outermost of them
 * saw. What stands before it was written by the client and is not believed. `Unknown` when there is none.
 */
export function clientAddress(socket: string | undefined, forwarded: string | undefined, hops: number): string {
  if (hops > 0 && forwarded !== undefined) {
    const seen = forwarded.split(',')
    const address = plain(seen[Math.max(0, seen.length - hops)])
    if (address !== undefined) return address
  }
  return plain(socket) ?? 'Unknown'
}

/** What limits count by: an IPv4 address, or the /64 network of an IPv6 one, which one person has whole. */
export function limitKey(address: string): string {
  if (isIP(address) !== 6) return address
  const [head = '', tail] = address.split('::')
  const start = head === '' ? [] : head.split(':')
  const end = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - start.length - end.length)).fill('0')
  return `${[...start, ...zeros, ...end].slice(0, 4).join(':')}::/64`
}

/** Under https a browser takes a cookie of this name from our own host only, and over https only. */
export const cookieName = (name: string, secure: boolean): string => (secure ? `__Host-${name}` : name)

/** Cookies that no script can read and no other site sends; `secure`: the public address is https. */
export function keepCookie(context: Context, name: string, value: string, maxAgeS: number, secure: boolean): void {
  setCookie(context, cookieName(name, secure), value, { httpOnly: true, sameSite: 'Strict', secure, path: '/', maxAge: maxAgeS })
}

/** Under https a browser takes a cookie of this name over https only; one of `cookieName` could not be bound to a path. */
const linkCookieName = (name: string, secure: boolean): string => (secure ? `__Secure-${name}` : name)

/** A cookie with private links, for pages at `path` and below. It is sent too when a link in a letter leads there, as the strict ones are not. */
export function keepLinkCookie(
  context: Context,
  name: string,
  value: string,
  maxAgeS: number,
  secure: boolean,
  path: string,
): void {
  setCookie(context, linkCookieName(name, secure), value, { httpOnly: true, sameSite: 'Lax', secure, path, maxAge: maxAgeS })
}

/** The value of a cookie that `keepLinkCookie` set; empty when there is none. */
export const readLinkCookie = (context: Context, name: string, secure: boolean): string =>
  getCookie(context, linkCookieName(name, secure)) ?? ''

const submittedCookie = 'kolam_submitted'
const hourS = 60 * 60

/** Carries the token of a private link to the success page at `path`, for an hour: in the address it would be in logs and histories. */
export const keepSubmitted = (context: Context, token: string, path: string, secure: boolean): void =>
  keepLinkCookie(context, submittedCookie, token, hourS, secure, path)

/** The token that `keepSubmitted` carried to this page, if it is that of the application `id`. */
export function readSubmitted(context: Context, id: string, secure: boolean): string | undefined {
  const token = readLinkCookie(context, submittedCookie, secure)
  return token.startsWith(`${id}.`) ? token : undefined
}

/** The value of a cookie that `keepCookie` set; undefined when there is none, or an empty one. */
export const readCookie = (context: Context, name: string, secure: boolean): string | undefined =>
  getCookie(context, cookieName(name, secure)) || undefined

/**
 * What calls itself an idempotency key: one line of 1 to 255 ASCII characters. Undefined where there is none.
 * @throws AppError 422 for what is no key
 */
export function readKey(key: unknown): string | undefined {
  if (key === undefined || key === null || key === '') return undefined
  if (typeof key === 'string' && /^[\x20-\x7e]{1,255}$/.test(key)) return key
  throw new AppError('FORM_VALIDATION_FAILED', {
    message: 'The idempotency key must be 1 to 255 letters, digits or signs.',
    status: 422,
  })
}
