import { type Inline, parseInline, plain } from './inline.ts'

/** A part of a text. Headings have an id, different from all others in the text, that links can lead to. */
export type Block =
  | { readonly kind: 'heading'; readonly level: 2 | 3; readonly id: string; readonly children: readonly Inline[] }
  | { readonly kind: 'paragraph'; readonly children: readonly Inline[] }
  | { readonly kind: 'list'; readonly ordered: boolean; readonly items: readonly (readonly Inline[])[] }

const heading = /^(#{1,6})(?:\s+(.*))?$/
const bullet = /^\s*[-*+]\s+(.*)$/
const numbered = /^\s*\d{1,4}[.)]\s+(.*)$/

/**
 * Reads simple markup: `##` and `###` headings, `-` and `1.` lists, paragraphs, and in them `**bold**`, `*italic*` and links to our
 * own pages. Takes any text: a sign that pairs with nothing is left out, a link elsewhere keeps only its words, HTML is text.
 */
export function parseMarkup(source: string): readonly Block[] {
  const blocks: Block[] = []
  const ids = new Set<string>()
  let paragraph: string[] = []
  let list: { ordered: boolean; items: string[] } | undefined

  const flush = (): void => {
    if (paragraph.length > 0) add({ kind: 'paragraph', children: parseInline(paragraph.join(' ')) })
    if (list) add({ kind: 'list', ordered: list.ordered, items: list.items.map(parseInline).filter(saysSomething) })
    paragraph = []
    list = undefined
  }
  const add = (block: Block): void => {
    if (block.kind === 'list' ? block.items.length > 0 : saysSomething(block.children)) blocks.push(block)
  }

  for (const line of source.split(/\r\n|\r|\n/)) {
    const headed = heading.exec(line)
    const listed = bullet.exec(line) ?? numbered.exec(line)
    if (line.trim() === '') flush()
    else if (headed) {
      flush()
      const children = parseInline((headed[2] ?? '').replace(/(?:^|\s+)#+\s*$/, ''))
      add({ kind: 'heading', level: (headed[1] ?? '').length <= 2 ? 2 : 3, id: unusedId(plain(children), ids), children })
    } else if (listed) {
      const ordered = numbered.test(line)
      if (list?.ordered !== ordered) flush()
      list ??= { ordered, items: [] }
      list.items.push(listed[1] ?? '')
    } else if (list) list.items.push(`${list.items.pop()} ${line.trim()}`)
    else paragraph.push(line.trim())
  }
  flush()
  return blocks
}

/** What a text says, without any markup: a line for each heading, paragraph and list entry. */
export function toText(blocks: readonly Block[]): string {
  return blocks.flatMap((block) => (block.kind === 'list' ? block.items.map(plain) : [plain(block.children)])).join('\n')
}

/** The number of words in a text: runs of signs between spaces that hold a letter or a digit. */
export const wordCount = (text: string): number => text.split(/\s+/).filter((run) => /[\p{L}\p{N}]/u.test(run)).length

/** Whole minutes that reading takes, at 200 words a minute; at least 1. */
export const readMinutes = (words: number): number => Math.max(1, Math.round(words / 200))

const saysSomething = (children: readonly Inline[]): boolean => plain(children).trim() !== ''

function unusedId(text: string, ids: Set<string>): string {
  const stem =
    text
      .toLowerCase()
      .replace(/[’']/g, '')
      .match(/[a-z0-9]+/g)
      ?.join('-') ?? 'part'
  let id = stem
  for (let next = 2; ids.has(id); next++) id = `${stem}-${next}`
  ids.add(id)
  return id
}
