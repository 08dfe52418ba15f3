import { createHash } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'

/** The policy for what is no page of ours: nothing may run, nothing may be loaded. */
const nothing = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

const hashed = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** The hashes of a page's inline scripts or styles. */
function inline(html: string, tag: 'script' | 'style'): string[] {
  const found = html.matchAll(new RegExp(`<${tag}(\\s[^>]*)?>([\\s\\S]*?)</${tag}>`, 'gi'))
  const own = [...found].filter(([, attributes = '']) => !/\ssrc\s*=/.test(attributes)).map(([, , text = '']) => text)
  return [...new Set(own.filter((text) => text !== '').map(hashed))]
}

/** A built page's content security policy: scripts and styles are ours, or inline as they stand in it. `frames`: the only ones it may hold. */
export function pagePolicy(html: string, frames: readonly string[]): string {
  return [
    "default-src 'none'",
    ['script-src', "'self'", ...inline(html, 'script')].join(' '),
    ['style-src', "'self'", ...inline(html, 'style')].join(' '),
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    `frame-src ${frames.length > 0 ? frames.join(' ') : "'none'"}`,
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** What the service worker may do: run our scripts, call us. */
export const workerPolicy =
  "default-src 'none'; script-src 'self'; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

/** Headers that every answer carries; a page brings its own content policy. `secure`: the public address is https. */
export const securityHeaders =
  (secure: boolean): MiddlewareHandler =>
  async (context, next) => {
    await next()
    const { headers } = context.res
    if (!headers.has('Content-Security-Policy')) headers.set('Content-Security-Policy', nothing)
    headers.set('X-Content-Type-Options', 'nosniff')
    headers.set('X-Frame-Options', 'DENY')
    headers.set('Referrer-Policy', 'strict-origin-when-cross-origin')
    headers.set('Cross-Origin-Opener-Policy', 'same-origin')
    if (!headers.has('Cross-Origin-Resource-Policy')) headers.set('Cross-Origin-Resource-Policy', 'same-origin')
    headers.set('Permissions-Policy', 'camera=(), microphone=(), geolocation=(), payment=(), usb=()')
    if (secure) headers.set('Strict-Transport-Security', 'max-age=63072000; includeSubDomains')
  }
