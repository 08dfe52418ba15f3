import { site } from '../../../content/content.ts'
import { publicUrlPlaceholder } from '../../../shared/built-pages.ts'

/** A year after the build (RFC 9116 requires an expiry date). */
const expires = new Date(Date.now() + 365 * 24 * 60 * 60 * 1000)

const lines = [
  `Contact: mailto:${site.email}`,
  `Expires: ${expires.toISOString()}`,
  'Preferred-Languages: en',
  `Canonical: ${publicUrlPlaceholder}/.well-known/security.txt`,
  '',
]

export const GET = () => new Response(lines.join('\n'), { headers: { 'Content-Type': 'text/plain; charset=utf-8' } })
