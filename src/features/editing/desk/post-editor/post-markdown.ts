import { Fragment, type Mark, type Node } from 'prosemirror-model'
import { type Block, type Inline, readBlocks, readMarkdown } from '../../../../content/markdown.ts'
import { markSign } from '../../../../content/marks-in-text.ts'
import { postSchema } from './post-schema.ts'

const { nodes, marks: kinds } = postSchema

/** A post's text as it was opened: its blocks, each with the Markdown that it is written in. */
export interface OpenedText {
  readonly doc: Node
  readonly source: string
  readonly blocks: readonly { readonly node: Node; readonly start: number; readonly end: number }[]
}

const inlineNodes = (children: readonly Inline[], marks: readonly Mark[] = []): readonly Node[] =>
  children.flatMap((child) => {
    if (child.kind === 'text') return child.text === '' ? [] : [postSchema.text(child.text, marks)]
    const mark = child.kind === 'link' ? kinds.link.create({ to: child.to }) : kinds[child.kind].create()
    return inlineNodes(child.children, mark.addToSet(marks))
  })

const paragraph = (children: readonly Inline[]): Node => nodes.paragraph.create(null, inlineNodes(children))

function nodeOf(block: Block): Node {
  if (block.kind === 'heading') return nodes.heading.create({ level: block.level }, inlineNodes(block.children))
  if (block.kind === 'picture') return nodes.picture.create({ file: block.file, alt: block.alt })
  if (block.kind === 'quotation') return nodes.blockquote.create(null, block.paragraphs.map(paragraph))
  if (block.kind === 'paragraph') return paragraph(block.children)
  if (block.kind === 'table')
    return nodes.table.create(
      null,
      block.rows.map((row) =>
        nodes.table_row.create(
          null,
          row.map((cell) => nodes.table_cell.create(null, inlineNodes(cell))),
        ),
      ),
    )
  const list = block.ordered ? nodes.ordered_list : nodes.bullet_list
  return list.create(
    block.ordered ? { start: block.start ?? 1 } : null,
    block.items.map((item) => nodes.list_item.create(null, paragraph(item))),
  )
}

/** Opens a text; undefined when it has something that posts do not, which only its source can show. */
export function openText(source: string): OpenedText | undefined {
  if (readMarkdown(source).faults.some(({ message }) => !/needs a description/.test(message))) return undefined
  const blocks = readBlocks(source).map(({ block, start, end }) => ({ node: nodeOf(block), start, end }))
  const content = blocks.length === 0 ? [nodes.paragraph.create()] : blocks.map(({ node }) => node)
  return { doc: nodes.doc.create(null, content), source, blocks }
}

/** Every sign that Markdown would take away, or readers see as a mark. */
const anyMark = new RegExp(String.raw`${markSign.source}|[*~[\]]|<(?=\d|[^\s<>@]*@)|&(?=[#\w]+;)`, 'giu')

/** A text that Markdown reads as it is. */
const escaped = (text: string): string => text.replace(anyMark, '\\$&').replace(/:(?=[\w+-]*:)/g, '\\:')

/** The address of a link: Markdown would end it at a bracket, and read the other signs. */
const addressText = (to: string): string =>
  to.replace(/[()<>\\]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`).replace(/&(?=[#\w]+;)/g, '\\&')

/** A line whose beginning is no sign of a block. */
const plainStart = (line: string): string => line.replace(/^[#+>|-]/, '\\$&').replace(/^(\d{1,9})([.)])/, '$1\\$2')

const order = ['link', 'bold', 'italic'] as const
const signs = { bold: '**', italic: '*' } as const

/** What is put outside of a mark at its ends: spaces, or signs too, because a mark cannot end between a sign and a letter. */
const spaces = String.raw`\s*`
const spacesAndSigns = String.raw`[\s.,;:!?()“”‘’"'…–-]*`

/** Parts of a block as Markdown. A mark that several parts share is opened once. */
function inlineText(parts: readonly Node[], outside: string, depth = 0): string {
  const kind = order[depth]
  if (kind === undefined) return parts.map((part) => escaped(part.text ?? '')).join('')
  const markAt = (at: number): Mark | undefined => parts[at]?.marks.find(({ type }) => type.name === kind)
  const isSame = (a: Mark | undefined, b: Mark | undefined): boolean => (a === undefined || b === undefined ? a === b : a.eq(b))
  let result = ''
  for (let at = 0, end = 1; at < parts.length; at = end, end += 1) {
    const mark = markAt(at)
    while (end < parts.length && isSame(mark, markAt(end))) end += 1
    const ends = new RegExp(`^(${outside})([\\s\\S]*?)(${outside})$`)
    const [, before = '', inner = '', after = ''] = ends.exec(inlineText(parts.slice(at, end), outside, depth + 1)) ?? []
    if (mark === undefined || inner === '') result += before + inner + after
    else if (kind !== 'link') result += before + signs[kind] + inner + signs[kind] + after
    // Otherwise it would be a picture.
    else result = `${result.replace(/!$/, '\\!')}${before}[${inner}](${addressText(String(mark.attrs.to))})${after}`
  }
  return result
}

const lineOf = (node: Node, outside: string): string =>
  plainStart(
    inlineText(node.children, outside)
      .replace(/[^\S\u00a0\u202f]+/g, ' ')
      .trim(),
  )

/** A block without bold and italic. */
const withoutMarks = (node: Node): Node =>
  node.isText
    ? node.mark(node.marks.filter(({ type }) => type === kinds.link))
    : node.copy(Fragment.from(node.children.map(withoutMarks)))

/** A row of a table, with as many cells as the first one has. */
function rowText(row: Node, width: number, outside: string): string {
  const cells = Array.from({ length: width }, (_, at) =>
    inlineText(row.maybeChild(at)?.children ?? [], outside)
      .replace(/[^\S\u00a0\u202f]+/g, ' ')
      .trim()
      .replace(/(?<!\\)\|/g, '\\|'),
  )
  return `| ${cells.join(' | ')} |`
}

function written(node: Node, outside = spaces): string {
  switch (node.type.name) {
    case 'table': {
      const width = node.child(0).childCount
      const [head = '', ...rows] = node.children.map((row) => rowText(row, width, outside))
      return [head, `| ${Array.from({ length: width }, () => '---').join(' | ')} |`, ...rows].join('\n')
    }
    case 'heading':
      return `${'#'.repeat(node.attrs.level)} ${lineOf(node, outside).replace(/(?<=\s)#+$/, '\\$&')}`
    case 'picture':
      return `![${escaped(String(node.attrs.alt).replace(/\s+/g, ' '))}](${node.attrs.file})`
    case 'blockquote':
      return node.children
        .flatMap((child) => lineOf(child, outside) || [])
        .map((line) => `> ${line}`)
        .join('\n>\n')
    case 'bullet_list':
    case 'ordered_list':
      return node.children
        .flatMap((item) => lineOf(item.child(0), outside) || [])
        .map((line, at) => `${node.type.name === 'bullet_list' ? '-' : `${node.attrs.start + at}.`} ${line}`)
        .join('\n')
    default:
      return lineOf(node, outside)
  }
}

const isBlank = (node: Node): boolean => node.type !== nodes.picture && node.textContent.trim() === ''

/** Whether a text is read as one block with the words and marks of this one. */
function readsAs(text: string, node: Node): boolean {
  const [first, second] = openText(text)?.blocks ?? []
  const words = (block: Node): string => block.textContent.replace(/\s+/g, '')
  return first !== undefined && second === undefined && words(first.node) === words(node) && written(first.node) === text
}

/** The Markdown of a block. Bold and italic that Markdown cannot hold end before the sign at their end, or are left out. */
function markdownOf(node: Node): string {
  if (node.type === nodes.picture) return written(node)
  return [written(node), written(node, spacesAndSigns)].find((text) => readsAs(text, node)) ?? written(withoutMarks(node))
}

/** The Markdown of an edited document. A block that did not change stays as it was written, with the space to the next one. */
export function textOf(doc: Node, { source, blocks, doc: before }: OpenedText): string {
  if (doc.eq(before)) return source
  let result = source.slice(0, blocks[0]?.start ?? 0)
  let last: number | undefined
  let previous: Node | undefined
  for (const node of doc.children) {
    if (isBlank(node)) continue
    const next = last === undefined ? -1 : last + 1
    const at = blocks[next]?.node.eq(node) ? next : blocks.findIndex((block) => block.node.eq(node))
    const block = blocks[at]
    const text = block === undefined ? markdownOf(node) : source.slice(block.start, block.end)
    const isFollowing = last !== undefined && at === last + 1
    // Two lists of one kind that follow each other are one; but of numbers each begins with its own, after another sign.
    const isSameList = previous !== undefined && previous.type === node.type && node.type.name.endsWith('_list')
    const sign = isSameList && !isFollowing && /(?:^|\n)\d+\. .*$/.test(result) ? ')' : undefined
    if (previous !== undefined)
      result += isFollowing ? source.slice(blocks[at - 1]?.end, block?.start) : isSameList ? '\n' : '\n\n'
    result += sign === undefined ? text : markdownOf(node).replace(/^(\d+)\./gm, `$1${sign}`)
    last = at < 0 ? undefined : at
    previous = node
  }
  const end = source.slice(blocks.at(-1)?.end ?? 0)
  return last !== undefined && last === blocks.length - 1 ? result + end : `${result}\n`
}
