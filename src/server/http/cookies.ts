import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'

/** Cookies that no script can read and no other site sends; `Secure` when the public address is https. */
export function keepCookie(context: Context, name: string, value: string, maxAgeS: number, secure: boolean): void {
  setCookie(context, name, value, { httpOnly: true, sameSite: 'Strict', secure, path: '/', maxAge: maxAgeS })
}

export const readCookie = (context: Context, name: string): string | undefined => getCookie(context, name) || undefined
