import { createHash } from 'node:crypto'
import type { Site } from '../content/schema/site.ts'
import { inColours } from '../shared/colours.ts'

const hashOf = (style: string): string => createHash('sha256').update(style).digest('base64')

/** A name in a page within a quoted text of nginx or Caddy, for which quotes, braces and dollar signs have a meaning. */
const written = (name: string): string => name.replace(/[^\w .-]/gu, (sign) => `&#${sign.codePointAt(0)};`)

/**
 * The delivered configuration of a proxy, with the pages that it answers itself under the name, in the colours that are set, and with the drawings of a site.
 * Undefined for another text.
 */
export function proxyPages(configuration: string, { name, drawings }: Pick<Site, 'name' | 'drawings'>): string | undefined {
  const [start, end] = [configuration.indexOf('<style>') + '<style>'.length, configuration.indexOf('</style>')]
  if (end < start || start < '<style>'.length) return undefined
  const style = configuration.slice(start, end)
  // Caddy writes \{ for a brace.
  const plain = style.replaceAll('\\{', '{')
  const hidden = { kolam: '', dots: '.line{display:none}', none: 'svg{display:none}' }[drawings ?? 'kolam']
  const next = inColours(`<style>${plain}</style>`).slice('<style>'.length, -'</style>'.length) + hidden
  return configuration
    .replaceAll(style, () => (style === plain ? next : next.replaceAll('{', '\\{')))
    .replaceAll(hashOf(plain), () => hashOf(next))
    .replaceAll('</title>', () => ` &#183; ${written(name)}</title>`)
}
