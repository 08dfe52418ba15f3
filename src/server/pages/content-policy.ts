import { hash } from 'node:crypto'

const hashed = (text: string): string => `'sha256-${hash('sha256', text, 'base64')}'`

/** The hashes of a page's inline scripts or styles. */
function inline(html: string, tag: 'script' | 'style'): string[] {
  const matches = html.matchAll(new RegExp(`<${tag}(\\s[^>]*)?>([\\s\\S]*?)</${tag}>`, 'gi'))
  const own = [...matches].filter(([, attributes = '']) => !/\ssrc\s*=/.test(attributes)).map(([, , text = '']) => text)
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
