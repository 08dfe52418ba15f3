import { kolam } from '../../ui/kolam/kolam.ts'
import { markSeed } from '../../ui/wordmark/Wordmark.tsx'

/** Our mark on its ground: favicon and icons. `room` is the part of the edge that stays free on each side, from 0 to 1. */
export function markPicture(room = 0.14): string {
  const { dots, path } = kolam(markSeed, 3, 'square')
  const reach = 5.8 / (1 - 2 * room)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${-reach} ${-reach} ${2 * reach} ${2 * reach}"><rect x="${-reach}" y="${-reach}" width="${2 * reach}" height="${2 * reach}" rx="${room > 0.2 ? 0 : reach * 0.16}" fill="#5a1f17"/><g fill="none" stroke-linecap="round"><path d="${path}" stroke="#fbf8f1" stroke-width=".62"/><path d="${dots.map(({ x, y }) => `M${x} ${y}h.01`).join('')}" stroke="#e9a20b" stroke-width="1.1"/></g></svg>`
}
