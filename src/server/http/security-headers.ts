import type { MiddlewareHandler } from 'hono'

/** Headers by name, in lower case. */
export type Headers = Readonly<Record<string, string>>

/**
 * Headers of every response. A response without its own content policy may run and load nothing.
 * @param secure whether the public address is https
 */
export const securityHeaders = (secure: boolean): Headers => ({
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  'referrer-policy': 'strict-origin-when-cross-origin',
  ...(secure && { 'strict-transport-security': 'max-age=63072000; includeSubDomains' }),
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
})

/** Adds `headers` to every response, unless it sets them itself. */
export const addHeaders = (headers: Headers): MiddlewareHandler => {
  const entries = Object.entries(headers)
  return async (context, next) => {
    await next()
    for (const [name, value] of entries) if (!context.res.headers.has(name)) context.res.headers.set(name, value)
  }
}
