import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { securityHeaders } from '../../src/server/http/security-headers.ts'
import { root } from './server.ts'

/** The headers of responses of a proxy itself: those of the server, and in the content policy the style of the pages in its configuration, by hash. */
export function proxyHeaders(configuration: string): Readonly<Record<string, string>> {
  const style = /<style>(.*)<\/style>/.exec(readFileSync(join(root, configuration), 'utf8'))?.[1] ?? ''
  // In Caddy's file braces are escaped, because it replaces what is between them.
  const hash = createHash('sha256').update(style.replaceAll('\\{', '{')).digest('base64')
  const headers = securityHeaders(true)
  return {
    ...headers,
    'content-security-policy': `${headers['content-security-policy']}`.replace(';', `; style-src 'sha256-${hash}';`),
    'cache-control': 'no-store',
  }
}
