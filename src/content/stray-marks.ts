import type { Inline } from './inline.ts'
import { parseMarkup } from './markup.ts'

/**
 * The lines, counted from 1, at which a part of a text begins in which a `*` or `**` pairs with nothing. The page leaves such a mark
 * out; whoever wrote it meant something by it.
 */
export function strayMarks(source: string): readonly number[] {
  const found: number[] = []
  const lines = source.split(/\r\n|\r|\n/)
  for (let at = 0; at < lines.length; ) {
    const empty = lines.findIndex((line, other) => other >= at && line.trim() === '')
    const end = empty === -1 ? lines.length : empty
    const part = lines.slice(at, end).map((line) => line.replace(/^\s*\*\s/, '- '))
    if (stars(part.join('\n')) !== drawnStars(part.join('\n'))) found.push(at + 1)
    at = end + 1
  }
  return found
}

const stars = (text: string): number => text.split('*').length - 1

const drawnStars = (part: string): number =>
  parseMarkup(part)
    .flatMap((block) => (block.kind === 'list' ? block.items.flat() : block.children))
    .reduce((sum, child) => sum + marksOf(child), 0)

/** How many stars were written for what is drawn: two pairs for bold, one for italic, and those that stand as themselves. */
function marksOf(child: Inline): number {
  if (child.kind === 'text') return stars(child.text)
  const own = { bold: 4, italic: 2, link: 0 }[child.kind]
  return child.children.reduce((sum, inner) => sum + marksOf(inner), own)
}
