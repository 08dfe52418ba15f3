import { createElement, type ReactNode } from 'react'
import type { Inline } from '../../../content/inline.ts'
import type { Block } from '../../../content/markup.ts'

/** A post's body, drawn: headings with their ids, paragraphs, lists, bold, italic, links. It never changes, so nothing needs a key. */
export function PostBody({ blocks }: { blocks: readonly Block[] }) {
  const [opening = [], ...parts] = partsOf(blocks)
  return element('div', {}, [...opening.map(drawnBlock), ...parts.map((part) => element('section', {}, part.map(drawnBlock)))])
}

/** What stands before the first heading, and then each heading with what follows it. */
function partsOf(blocks: readonly Block[]): readonly (readonly Block[])[] {
  const parts: Block[][] = [[]]
  for (const block of blocks)
    if (block.kind === 'heading' && block.level === 2) parts.push([block])
    else parts.at(-1)?.push(block)
  return parts
}

/** An element with its children as arguments of their own: what is written down once in this order needs no keys. */
const element = (name: string, props: object, children: readonly ReactNode[]): ReactNode =>
  createElement(name, props, ...children)

const drawnBlock = (block: Block): ReactNode => {
  if (block.kind === 'paragraph') return element('p', {}, block.children.map(drawn))
  if (block.kind === 'heading') return element(`h${block.level}`, { id: block.id }, block.children.map(drawn))
  return element(
    block.ordered ? 'ol' : 'ul',
    {},
    block.items.map((item) => element('li', {}, item.map(drawn))),
  )
}

const tags = { bold: 'strong', italic: 'em', link: 'a' } as const

const drawn = (inline: Inline): ReactNode =>
  inline.kind === 'text'
    ? inline.text
    : element(tags[inline.kind], inline.kind === 'link' ? { href: inline.to } : {}, inline.children.map(drawn))
