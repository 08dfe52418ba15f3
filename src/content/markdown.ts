import type { Nodes } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { isLinkable } from './addresses.ts'
import { unusedId } from './heading-ids.ts'
import { hasStar, marksIn, tableName } from './marks-in-text.ts'
import { pictureFaults } from './picture-faults.ts'
import { tableRows } from './tables.ts'

/** A part of a paragraph: plain text, or marked text. */
export type Inline =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'bold' | 'italic'; readonly children: readonly Inline[] }
  | { readonly kind: 'link'; readonly to: string; readonly children: readonly Inline[] }

/** A block of a text. Headings have an id, which is unique in the text, for links. */
export type Block =
  | { readonly kind: 'heading'; readonly level: 2 | 3; readonly id: string; readonly children: readonly Inline[] }
  | { readonly kind: 'paragraph'; readonly children: readonly Inline[] }
  /** `start` is the number of the first entry, if it is not 1. */
  | { readonly kind: 'list'; readonly ordered: boolean; readonly start?: number; readonly items: readonly (readonly Inline[])[] }
  | { readonly kind: 'quotation'; readonly paragraphs: readonly (readonly Inline[])[] }
  /** `file` is in content/pictures; `alt` describes what it shows. */
  | { readonly kind: 'picture'; readonly file: string; readonly alt: string }
  /** The first row has the names of the columns. All rows have as many cells. */
  | { readonly kind: 'table'; readonly rows: readonly (readonly (readonly Inline[])[])[] }

/** A fault in a text: its line, counted from 1, and a message. */
interface MarkdownFault {
  readonly line: number
  readonly message: string
}

/**
 * Reads what posts use: `##` and `###` headings, `-` and `1.` lists, quotations with `>`, pictures, simple tables and paragraphs, with
 * `**bold**`, `*italic*` and links to our own pages or to complete https URLs. Everything else is a fault: what Markdown would take away, because the
 * words of a block are compared with those that readers see, and a sign that looks like a mark, unless it is escaped. What is nearly a table is one fault.
 */
export function readMarkdown(source: string): { readonly blocks: readonly Block[]; readonly faults: readonly MarkdownFault[] } {
  const nodes = childrenOf(fromMarkdown(source))
  const allFaults = nodes.flatMap((node) => {
    const table = tableIn(node, source)
    if (table !== undefined)
      return table.flatMap((row) => row.flatMap(({ nodes: parts, text }) => parts.flatMap((part) => refusals(part, text))))
    const refused = refusals(node, source)
    const faults = [
      ...refused.filter(
        ({ message }, at) => message !== refusalOf(tableName) || at === refused.findIndex((other) => other.message === message),
      ),
      ...(hasStrayStar(node, source)
        ? [{ line: lineOf(node), message: 'the text that begins here has a * or ** without a partner' }]
        : []),
    ]
    return faults.length > 0 ? faults : differenceOf(node, source)
  })
  return { blocks: placedBlocks(nodes, source).map(({ block }) => block), faults: allFaults }
}

const wordsIn = (text: string): readonly string[] => text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []

/** What is written in a node: the text of its texts, and the source between them, without the addresses of links and pictures. */
function writtenIn(node: Nodes, source: string): string {
  if (node.type === 'text') return node.value
  if (isMarked(node))
    return childrenOf(node)
      .map((child) => writtenIn(child, source))
      .join('')
  const end = node.position?.end.offset ?? 0
  // The signs of list entries are no words; their numbers are compared apart.
  let at = (node.type === 'listItem' ? node.children[0] : node)?.position?.start.offset ?? end
  let written = ''
  for (const child of childrenOf(node)) {
    written += source.slice(at, child.position?.start.offset) + writtenIn(child, source)
    at = child.position?.end.offset ?? at
  }
  const after = source.slice(at, end)
  return written + (node.type === 'image' ? after.replace(/\]\(\s*(<[^>]*>|\S*)/, ' ') : after)
}

/** Marks that may begin and end within a word. A link's title is a fault. */
const isMarked = ({ type }: Nodes): boolean => type === 'strong' || type === 'emphasis' || type === 'link'

/** What readers see of a block. */
const shownIn = (block: Block): string => (block.kind === 'picture' ? block.alt : toText([block]))

/** A fault at the first entry of a list with another number than readers would see. All may have the same number. */
function numberFaults(node: Extract<Nodes, { type: 'list' }>, source: string): readonly MarkdownFault[] {
  const numbers = node.children.map((item) => Number(/^\d+/.exec(rawOf(item, source))?.[0]))
  const [first = 1] = numbers
  const at = numbers.findIndex((number, index) => number !== first + index)
  const entry = node.children[at]
  if (!node.ordered || entry === undefined || numbers.every((number) => number === first)) return []
  return [
    {
      line: lineOf(entry),
      message: `readers would see ${first + at} in place of ${numbers[at]}: number the entries without gaps`,
    },
  ]
}

/** A fault where readers would not see the words that are written. */
function differenceOf(node: Nodes, source: string): readonly MarkdownFault[] {
  const shown = wordsIn(blockOf(node, new Set(), source).map(shownIn).join('\n'))
  const written = wordsIn(writtenIn(node, source))
  const at = written.findIndex((word, index) => word !== shown[index])
  if (at < 0) return []
  const words = (list: readonly string[]): string => JSON.stringify(list.slice(Math.max(at - 1, 0), at + 2).join(' '))
  return [
    {
      line: lineOf(node),
      message: `readers would see ${words(shown)} where ${words(written)} is written in the text that begins here`,
    },
  ]
}

/** A block of a text, and where it begins and ends. */
interface PlacedBlock {
  readonly block: Block
  readonly start: number
  readonly end: number
}

/** The blocks of a text. */
export const readBlocks = (source: string): readonly PlacedBlock[] => placedBlocks(childrenOf(fromMarkdown(source)), source)

function placedBlocks(nodes: readonly Nodes[], source: string): readonly PlacedBlock[] {
  const ids = new Set<string>()
  return nodes.flatMap((node) => {
    const { start, end } = node.position ?? {}
    return blockOf(node, ids, source).map((block) => ({ block, start: start?.offset ?? 0, end: end?.offset ?? 0 }))
  })
}

/** The plain text, without markup: one line for each heading, paragraph and list entry. */
export const toText = (blocks: readonly Block[]): string => blocks.flatMap((block) => runsOf(block).map(plain)).join('\n')

/** The runs of text in a block: one for a heading or paragraph, one for each entry of a list or cell of a table. */
export function runsOf(block: Block): readonly (readonly Inline[])[] {
  if (block.kind === 'list') return block.items
  if (block.kind === 'quotation') return block.paragraphs
  if (block.kind === 'table') return block.rows.flat()
  return block.kind === 'picture' ? [] : [block.children]
}

const plain = (children: readonly Inline[]): string =>
  children.map((child) => (child.kind === 'text' ? child.text : plain(child.children))).join('')

/** The cells of a table with what is in each, and the text by which its places count: the cell at its line. Undefined for another node. */
const tableIn = (node: Nodes, source: string) =>
  (node.type === 'paragraph' ? tableRows(rawOf(node, source)) : undefined)?.map(({ line, cells }) =>
    cells.map((cell) => {
      const text = '\n'.repeat(lineOf(node) - 1 + line) + cell
      return { nodes: childrenOf(fromMarkdown(text)), text }
    }),
  )

function blockOf(node: Nodes, ids: Set<string>, source: string): readonly Block[] {
  const table = tableIn(node, source)
  if (table !== undefined)
    return [{ kind: 'table', rows: table.map((row) => row.map(({ nodes }) => inlines(nodes.flatMap(childrenOf)))) }]

  if (node.type === 'list') {
    const items = node.children.map((item) => inlines(item.children.flatMap(childrenOf))).filter(isNotBlank)
    const { start } = node
    const first = typeof start === 'number' && start !== 1 ? { start } : {}
    return items.length === 0 ? [] : [{ kind: 'list', ordered: node.ordered === true, ...first, items }]
  }
  if (node.type === 'blockquote') {
    const paragraphs = node.children.map((child) => inlines(childrenOf(child))).filter(isNotBlank)
    return paragraphs.length === 0 ? [] : [{ kind: 'quotation', paragraphs }]
  }
  const picture = pictureOf(node)
  if (picture !== undefined) return [{ kind: 'picture', file: picture.url, alt: picture.alt ?? '' }]
  const children = inlines(childrenOf(node))
  if (!isNotBlank(children)) return []
  if (node.type !== 'heading') return [{ kind: 'paragraph', children }]
  return [{ kind: 'heading', level: node.depth <= 2 ? 2 : 3, id: unusedId(plain(children), ids), children }]
}

/** The inline parts of a block; neighbouring plain texts are joined. */
function inlines(nodes: readonly Nodes[]): readonly Inline[] {
  const result: Inline[] = []
  for (const part of nodes.flatMap(inline)) {
    const last = result.at(-1)
    if (part.kind === 'text' && last?.kind === 'text') result[result.length - 1] = { kind: 'text', text: last.text + part.text }
    else result.push(part)
  }
  return result
}

function inline(node: Nodes): readonly Inline[] {
  if (node.type === 'text') return [{ kind: 'text', text: node.value.replace(/\s*\n\s*/g, ' ') }]
  const children = inlines(childrenOf(node))
  if (node.type === 'strong') return [{ kind: 'bold', children }]
  if (node.type === 'emphasis') return [{ kind: 'italic', children }]
  if (node.type === 'link' && isLinkable(node.url)) return [{ kind: 'link', to: node.url, children }]
  return children
}

/** The picture of a paragraph that contains nothing else. */
function pictureOf(node: Nodes) {
  const [only, second] = childrenOf(node)
  return node.type === 'paragraph' && only?.type === 'image' && second === undefined ? only : undefined
}

/** Nodes that posts do not use, with names for editors. */
const refusedNodes: Readonly<Partial<Record<Nodes['type'], string>>> = {
  thematicBreak: 'a rule',
  code: 'a block of code',
  inlineCode: 'code with `',
  image: 'a picture within a paragraph: put it between two empty lines, and',
  imageReference: 'a picture',
  linkReference: 'a link with its address elsewhere',
  definition: 'an address of a link elsewhere',
  html: 'HTML',
  break: 'a line break in a paragraph (two spaces or a \\ at the end of a line): begin a new paragraph; it',
}

/** Markdown gives U+FFFD in place of a sign that a page cannot have. */
const noSign = 'the text that begins here has a sign that cannot be shown: delete it'

const refusalOf = (name: string): string => `${name} is not supported in posts`

/** A fault for every part of a node, including itself, that posts do not use. */
function refusals(node: Nodes, source: string): readonly MarkdownFault[] {
  const picture = pictureOf(node)
  if (picture !== undefined) return pictureFaults(picture).map((message) => ({ line: lineOf(node), message }))
  if (node.type === 'link' && !isLinkable(node.url))
    return [
      {
        line: lineOf(node),
        message: `a link to ${JSON.stringify(node.url)}: use a page of this site such as /apply, or a complete address such as https://other.example/page`,
      },
    ]
  const name = refusal(node, source)
  const own = name === undefined ? [] : [{ line: lineOf(node), name }]
  const named = [
    ...own,
    ...(node.type === 'text' ? marksIn(source, offsetsOf(node)) : []).map(({ line, name }) => ({
      line: lineOf(node) + line,
      name,
    })),
  ]
  return [
    ...named.map(({ line, name }) => ({ line, message: refusalOf(name) })),
    ...(node.type === 'list' ? numberFaults(node, source) : []),
    ...(node.type === 'text' && node.value.includes('\ufffd') ? [{ line: lineOf(node), message: noSign }] : []),
    ...childrenOf(node).flatMap((child) => refusals(child, source)),
  ]
}

function refusal(node: Nodes, source: string): string | undefined {
  switch (node.type) {
    case 'heading':
      if (!rawOf(node, source).startsWith('#')) return 'a heading with a line under it: use ## or ###'
      if (node.depth === 1) return 'a heading with one # (the title is the only one; use ## or ###)'
      if (/\S\s+#+\s*$/.test(rawOf(node, source)))
        return 'a # at the end of a heading, which readers would not see: write \\# for one that they should see; it'
      return node.depth > 3 ? 'a heading deeper than ###' : undefined
    case 'strong':
    case 'emphasis':
      if (rawOf(node, source).startsWith('_')) return 'emphasis with _: use *'
      return isWithinWords(node, source)
        ? 'a * within words or numbers: write \\* for one that readers should see; emphasis there'
        : undefined
    case 'link':
      return node.title ? 'a title of a link, which readers would not see: put it into the text; it' : undefined
    case 'blockquote':
      return node.children.some(({ type }) => type !== 'paragraph') ? 'a quotation of more than paragraphs' : undefined
    case 'listItem':
      return node.children.some((child, at) => at > 0 || child.type !== 'paragraph') ? 'a list entry of several parts' : undefined
    default:
      return refusedNodes[node.type]
  }
}

/** Whether a star may stand for itself, as in `2*3 = 6 and 4*5 = 20`: beside a letter or digit outside of what it would emphasise, which is no part of a word. */
function isWithinWords(node: Nodes, source: string): boolean {
  const isStrong = node.type === 'strong'
  const inside = rawOf(node, source).slice(isStrong ? 2 : 1, isStrong ? -2 : -1)
  const outside = [source.slice(0, node.position?.start.offset).at(-1) ?? '', source[node.position?.end.offset ?? 0] ?? '']
  return (
    outside.some((sign) => /[\p{L}\p{N}]/u.test(sign)) &&
    ((isStrong ? /\s/ : /^.$|\s|^\p{N}|\p{N}$/su).test(inside) || outside.some((sign) => /\p{N}/u.test(sign)))
  )
}

/** Whether a star has no partner, so that readers would see it. */
const hasStrayStar = (node: Nodes, source: string): boolean =>
  node.type === 'text' ? hasStar(rawOf(node, source)) : childrenOf(node).some((child) => hasStrayStar(child, source))

const childrenOf = (node: Nodes): readonly Nodes[] => ('children' in node ? node.children : [])
const lineOf = (node: Nodes): number => node.position?.start.line ?? 1
const offsetsOf = ({ position }: Nodes) => [position?.start.offset ?? 0, position?.end.offset ?? 0] as const
const rawOf = (node: Nodes, source: string): string => source.slice(...offsetsOf(node))
const isNotBlank = (children: readonly Inline[]): boolean => plain(children).trim() !== ''
