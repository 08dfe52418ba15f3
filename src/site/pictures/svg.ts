import { site } from '../../content/content.ts'
import { kolam } from '../../ui/kolam/kolam.ts'
import { drawnName } from '../../ui/wordmark/Wordmark.tsx'
import { grounds } from '../grounds.ts'
import type { PublicRoute } from '../routes.ts'
import { drawable, textToPath, wrapLines } from './text-to-path.ts'

/** The path of the Open Graph picture of the page at `path`. */
export const ogPath = (path: string): string => `/og/${path === '/' ? 'home' : path.slice(1).replaceAll('/', '-')}.png`

/** The icons of browsers and devices. A maskable one may be cut to any shape, and has a wider margin. The first two are asked for without a link. */
export const icons = [
  { file: 'favicon.ico', width: 32, margin: 0.14 },
  { file: 'apple-touch-icon.png', width: 180, margin: 0.21 },
  { file: 'icon-180.png', width: 180, margin: 0.21 },
  { file: 'icon-192.png', width: 192, margin: 0.14 },
  { file: 'icon-512.png', width: 512, margin: 0.14 },
  { file: 'icon-maskable.png', width: 512, margin: 0.24 },
] as const

/** The name in another script beside our name, where there is a drawing of it. */
const nativeDrawing = (fill: string): string =>
  site.nativeName === drawnName.text
    ? `<svg x="205" y="527" width="180" height="44" viewBox="${drawnName.viewBox}" preserveAspectRatio="xMinYMid meet"><path d="${drawnName.path}" fill="${fill}"/></svg>`
    : ''

/**
 * The Open Graph picture of a page, 1200 by 630, as SVG without fonts: its largest words on its background, our name, and the kolam. Words with a
 * character that the font lacks stay away, and our name is in their place.
 */
export function ogPicture(
  { line: written, kolam: drawing, ground }: Pick<PublicRoute, 'line' | 'kolam' | 'ground'>,
  siteName = site.name,
): string {
  const tones = grounds[ground]
  const name = drawable(siteName)
  const line = drawable(written) ?? name
  const { dots, path, viewBox } = kolam(drawing.seed, drawing.size, drawing.shape)
  const { drawings = 'kolam' } = site
  const width = drawings === 'none' ? 1050 : 600
  const rowsAt = (size: number): readonly string[] => (line === undefined ? [] : wrapLines(line, size, width))
  const size = [76, 66, 56, 48].find((candidate) => rowsAt(candidate).length <= 4) ?? 42
  const rows = rowsAt(size)
  const top = 315 - ((rows.length - 1) * size * 1.12) / 2 - 20
  const words = rows.map((row, at) => textToPath(row, 72, top + at * size * 1.12, size)).join('')
  const figure = `<svg x="684" y="75" width="480" height="480" viewBox="${viewBox}" overflow="visible" fill="none" stroke-linecap="round" stroke-linejoin="round">
${drawings === 'dots' ? '' : `<path d="${path}" stroke="${tones.line}" stroke-width=".32"/>`}
<path d="${dots.map(({ x, y }) => `M${x} ${y}h.01`).join('')}" stroke="${tones.dots}" stroke-width=".72"/>
</svg>`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 630" width="1200" height="630">
<rect width="1200" height="630" fill="${tones.ground}"/>
${drawings === 'none' ? '' : figure}
<path d="${words}" fill="${tones.words}"/>
<path d="${name === undefined ? '' : textToPath(name, 72, 560, 34)}" fill="${tones.name}"/>
${nativeDrawing(tones.name)}
</svg>`
}

/** Our mark on a background, for the favicon and icons. `margin` is the free share of the width on each side, from 0 to 0.5. */
export function markPicture(margin = 0.14): string {
  const { dots, path } = kolam(site.mark, 3, 'square')
  const reach = 5.8 / (1 - 2 * margin)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${-reach} ${-reach} ${2 * reach} ${2 * reach}"><rect x="${-reach}" y="${-reach}" width="${2 * reach}" height="${2 * reach}" rx="${margin > 0.2 ? 0 : reach * 0.16}" fill="#5a1f17"/><g fill="none" stroke-linecap="round"><path d="${path}" stroke="#fbf8f1" stroke-width=".62"/><path d="${dots.map(({ x, y }) => `M${x} ${y}h.01`).join('')}" stroke="#e9a20b" stroke-width="1.1"/></g></svg>`
}
