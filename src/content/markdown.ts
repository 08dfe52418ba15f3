import type { Nodes } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { isOwnPage, isPictureName } from './addresses.ts'

/** A part of a paragraph: plain text, or marked text. */
export type Inline =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'bold' | 'italic'; readonly children: readonly Inline[] }
  | { readonly kind: 'link'; readonly to: string; readonly children: readonly Inline[] }

/** A block of a text. Headings have an id, which is unique in the text, for links. */
export type Block =
  | { readonly kind: 'heading'; readonly level: 2 | 3; readonly id: string; readonly children: readonly Inline[] }
  | { readonly kind: 'paragraph'; readonly children: readonly Inline[] }
  | { readonly kind: 'list'; readonly ordered: boolean; readonly items: readonly (readonly Inline[])[] }
  | { readonly kind: 'quotation'; readonly paragraphs: readonly (readonly Inline[])[] }
  /** `file` is in content/pictures; `alt` describes what it shows. */
  | { readonly kind: 'picture'; readonly file: string; readonly alt: string }

/** A fault in a text: its line, counted from 1, and a message. */
interface MarkdownFault {
  readonly line: number
  readonly message: string
}

/**
 * Reads the part of CommonMark that posts use: `##` and `###` headings, `-` and `1.` lists, quotations with `>`, pictures and paragraphs, with
 * `**bold**`, `*italic*` and links to our own pages or to complete https URLs. Everything else is a fault.
 */
export function readMarkdown(source: string): { readonly blocks: readonly Block[]; readonly faults: readonly MarkdownFault[] } {
  const nodes = childrenOf(fromMarkdown(source))
  const faults = nodes.flatMap((node) => [
    ...refusals(node, source),
    ...(hasStrayStar(node, source)
      ? [{ line: lineOf(node), message: 'the text that begins here has a * or ** without a partner' }]
      : []),
  ])
  return { blocks: placedBlocks(nodes).map(({ block }) => block), faults }
}

/** A block of a text, and where it begins and ends. */
interface PlacedBlock {
  readonly block: Block
  readonly start: number
  readonly end: number
}

/** The blocks of a text. */
export const readBlocks = (source: string): readonly PlacedBlock[] => placedBlocks(childrenOf(fromMarkdown(source)))

function placedBlocks(nodes: readonly Nodes[]): readonly PlacedBlock[] {
  const ids = new Set<string>()
  return nodes.flatMap((node) => {
    const { start, end } = node.position ?? {}
    return blockOf(node, ids).map((block) => ({ block, start: start?.offset ?? 0, end: end?.offset ?? 0 }))
  })
}

/** The plain text, without markup: one line for each heading, paragraph and list entry. */
export const toText = (blocks: readonly Block[]): string => blocks.flatMap((block) => runsOf(block).map(plain)).join('\n')

/** The runs of text in a block: one for a heading or paragraph, one for each entry of a list. */
export function runsOf(block: Block): readonly (readonly Inline[])[] {
  if (block.kind === 'list') return block.items
  if (block.kind === 'quotation') return block.paragraphs
  return block.kind === 'picture' ? [] : [block.children]
}

const plain = (children: readonly Inline[]): string =>
  children.map((child) => (child.kind === 'text' ? child.text : plain(child.children))).join('')

function blockOf(node: Nodes, ids: Set<string>): readonly Block[] {
  if (node.type === 'list') {
    const items = node.children.map((item) => inlines(item.children.flatMap(childrenOf))).filter(isNotBlank)
    return items.length === 0 ? [] : [{ kind: 'list', ordered: node.ordered === true, items }]
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

/** Whether a link leads to one of our pages, or to a complete https URL. */
export const isLinkable = (to: string): boolean => isOwnPage(to) || (/^https:\/\/[^\s/]+\.[^\s]+$/.test(to) && URL.canParse(to))

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

/** Incomplete marks, which stay in the text and would be visible to readers. */
const marksInText: readonly (readonly [RegExp, string])[] = [
  [/`/, 'code with `'],
  [/<[a-z/!]/i, 'HTML'],
  [/(^|\s)__?\w/, 'emphasis with _: use *'],
  [/^\s*\|/, 'a table'],
  [/^#{2,6}[^#\s]/, 'a heading without a space after its #: put one there; this'],
  [/^\s*[-+]\p{L}/u, 'a list entry without a space after its sign: put one there; this'],
  [/^\s*\d{1,3}[.)]\p{L}/u, 'a list entry without a space after its number: put one there; this'],
  [/\]\s+\(\S+\)/, 'a link with a space before its address: take it out; this'],
  [/!\[/, 'a picture with a title, or one that is not closed: write ![what it shows](file.jpg); this'],
]

/** A text without what its author has escaped, which readers see as it is: `\<b` is `b`. */
const literal = (node: Nodes, source: string): string => rawOf(node, source).replace(/\\[!-/:-@[-`{-~]/g, '·')

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
  const marks =
    node.type !== 'text'
      ? []
      : literal(node, source)
          .split('\n')
          .flatMap((line, at) =>
            marksInText.filter(([mark]) => mark.test(line)).map(([, name]) => ({ line: lineOf(node) + at, name })),
          )
  const named = [...own, ...marks].map(({ line, name }) => ({ line, message: `${name} is not supported in posts` }))
  return [...named, ...childrenOf(node).flatMap((child) => refusals(child, source))]
}

/** The faults of a picture, as sentences for an editor. */
const pictureFaults = ({ url, alt }: { readonly url: string; readonly alt?: string | null | undefined }): readonly string[] => [
  ...((alt ?? '').trim() === ''
    ? [`the picture ${url} needs a description for people who do not see it: ![what it shows](${url})`]
    : []),
  ...(isPictureName(url)
    ? []
    : [`the picture ${JSON.stringify(url)} should be the name of a file in content/pictures, such as demo-day.jpg`]),
]

function refusal(node: Nodes, source: string): string | undefined {
  switch (node.type) {
    case 'heading':
      if (!rawOf(node, source).startsWith('#')) return 'a heading with a line under it: use ## or ###'
      if (node.depth === 1) return 'a heading with one # (the title is the only one; use ## or ###)'
      return node.depth > 3 ? 'a heading deeper than ###' : undefined
    case 'strong':
    case 'emphasis':
      return rawOf(node, source).startsWith('_') ? 'emphasis with _: use *' : undefined
    case 'blockquote':
      return node.children.some(({ type }) => type !== 'paragraph') ? 'a quotation of more than paragraphs' : undefined
    case 'listItem':
      return node.children.some((child, at) => at > 0 || child.type !== 'paragraph') ? 'a list entry of several parts' : undefined
    default:
      return refusedNodes[node.type]
  }
}

/** A literal star: escaped, between two spaces, or between two letters or digits. */
const literalStar = /\\\*|(?<=\s)\*(?=\s)|(?<=[\p{L}\p{N}])\*(?=[\p{L}\p{N}])/gu

/** Whether a star has no partner, so that readers would see it. */
const hasStrayStar = (node: Nodes, source: string): boolean =>
  node.type === 'text'
    ? rawOf(node, source).replace(literalStar, '').includes('*')
    : childrenOf(node).some((child) => hasStrayStar(child, source))

const childrenOf = (node: Nodes): readonly Nodes[] => ('children' in node ? node.children : [])
const lineOf = (node: Nodes): number => node.position?.start.line ?? 1
const rawOf = ({ position }: Nodes, source: string): string => source.slice(position?.start.offset, position?.end.offset)
const isNotBlank = (children: readonly Inline[]): boolean => plain(children).trim() !== ''

function unusedId(text: string, ids: Set<string>): string {
  const words = text
    .toLowerCase()
    .replace(/[’']/g, '')
    .match(/[a-z0-9]+/g)
  const stem = words?.join('-') ?? 'part'
  let id = stem
  for (let next = 2; ids.has(id); next++) id = `${stem}-${next}`
  ids.add(id)
  return id
}
