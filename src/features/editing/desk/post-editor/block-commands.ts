import type { Node } from 'prosemirror-model'
import { type Command, type EditorState, TextSelection } from 'prosemirror-state'
import { postSchema } from './post-schema.ts'

const { nodes } = postSchema

/** The kinds of blocks that hold text. */
export type BlockKind = 'paragraph' | 'heading 2' | 'heading 3' | 'bullet_list' | 'ordered_list' | 'blockquote'

const kindOf = ({ type, attrs }: Node): string => (type === nodes.heading ? `heading ${attrs.level}` : type.name)

/** The kind of the block with the cursor. */
export const currentKind = ({ doc, selection }: EditorState): string => kindOf(doc.child(selection.$from.index(0)))

function build(kind: BlockKind, lines: readonly Node[]): readonly Node[] {
  const paragraphs = lines.map(({ content }) => nodes.paragraph.create(null, content))
  if (kind === 'blockquote') return [nodes.blockquote.create(null, paragraphs)]
  if (kind === 'bullet_list' || kind === 'ordered_list')
    return [
      nodes[kind].create(
        null,
        paragraphs.map((line) => nodes.list_item.create(null, line)),
      ),
    ]
  if (kind === 'paragraph') return paragraphs
  return lines.map(({ content }) => nodes.heading.create({ level: kind === 'heading 2' ? 2 : 3 }, content))
}

/** Makes the selected blocks blocks of a kind, or paragraphs if they are of that kind already. A list or a quotation changes as a whole. */
export const setBlocks =
  (kind: BlockKind): Command =>
  ({ doc, selection, tr }, dispatch) => {
    const { $from, $to } = selection
    const [first, last] = [$from.index(0), Math.min($to.index(0), doc.childCount - 1)]
    const selected = doc.children.slice(first, last + 1)
    if (selected.some(({ type }) => type === nodes.picture || type === nodes.table)) return false
    const lines: Node[] = []
    let current = 0
    const start = doc.children.slice(0, first).reduce((sum, { nodeSize }) => sum + nodeSize, 0)
    const end = start + selected.reduce((sum, { nodeSize }) => sum + nodeSize, 0)
    doc.nodesBetween(start, end, (node) => {
      if (!node.isTextblock) return
      if (node === $from.parent) current = lines.length
      lines.push(node)
    })
    const isUndone = selected.every((node) => kindOf(node) === kind)
    const made = build(isUndone ? 'paragraph' : kind, lines)
    if (dispatch === undefined) return true
    tr.replaceWith(start, end, made)
    let line = 0
    tr.doc.nodesBetween(start, start + made.reduce((sum, { nodeSize }) => sum + nodeSize, 0), (node, at) => {
      if (node.isTextblock && line++ === current)
        tr.setSelection(TextSelection.create(tr.doc, at + 1 + Math.min($from.parentOffset, node.content.size)))
    })
    dispatch(tr.scrollIntoView())
    return true
  }

/** The range of the link with the cursor, or the selection. */
export function linkRange({ doc, selection }: EditorState): {
  readonly from: number
  readonly to: number
  readonly address: string
} {
  const { $from, from, to, empty } = selection
  const mark = postSchema.marks.link.isInSet($from.marks()) ?? postSchema.marks.link.isInSet($from.nodeAfter?.marks ?? [])
  if (mark === undefined || !empty) return { from, to, address: mark?.attrs.to ?? '' }
  let [start, end] = [$from.start(), $from.start()]
  let at = $from.start()
  for (const part of doc.resolve(at).parent.children) {
    if (!mark.isInSet(part.marks)) start = at + part.nodeSize
    else if (start <= from) end = at + part.nodeSize
    at += part.nodeSize
    if (end >= from && end > start) break
  }
  return { from: start, to: Math.max(start, end), address: mark.attrs.to }
}
