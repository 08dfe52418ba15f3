import type { Node } from 'prosemirror-model'
import { type Command, type EditorState, TextSelection, type Transaction } from 'prosemirror-state'
import { postSchema } from './post-schema.ts'

const { nodes } = postSchema

/** The table with the cursor: its node, where it begins, and the row and column of the cursor. */
function tableAt({ selection: { $from } }: EditorState) {
  if ($from.depth < 3 || $from.node(1).type !== nodes.table) return undefined
  return { table: $from.node(1), start: $from.before(1), row: $from.index(1), column: $from.index(2) }
}

/** Whether the cursor is in a table. */
export const isInTable = (state: EditorState): boolean => tableAt(state) !== undefined

const cell = (): Node => nodes.table_cell.create()
const rowOf = (width: number): Node => nodes.table_row.create(null, Array.from({ length: width }, cell))

/** Puts the cursor into a cell of a table that begins at `start`. */
function enter(tr: Transaction, start: number, row: number, column: number): Transaction {
  const table = tr.doc.nodeAt(start)
  if (!table) return tr
  const before = (children: readonly Node[], at: number): number =>
    children.slice(0, at).reduce((sum, { nodeSize }) => sum + nodeSize, 0)
  const at = Math.min(row, table.childCount - 1)
  const inner = table.child(at)
  const position = tr.doc.resolve(
    start + 3 + before(table.children, at) + before(inner.children, Math.min(column, inner.childCount - 1)),
  )
  return tr.setSelection(TextSelection.near(position)).scrollIntoView()
}

/** Puts a table of two columns after the block with the cursor. */
export const addTable: Command = ({ doc, selection, tr }, dispatch) => {
  const at = doc.children.slice(0, selection.$from.index(0) + 1).reduce((sum, { nodeSize }) => sum + nodeSize, 0)
  tr.insert(at, nodes.table.create(null, [rowOf(2), rowOf(2)]))
  dispatch?.(enter(tr, at, 0, 0))
  return true
}

/** Changes the table with the cursor; without rows or columns it is removed. */
const change =
  (
    changed: (rows: readonly (readonly Node[])[], row: number, column: number) => readonly (readonly Node[])[],
    by: readonly [number, number],
  ): Command =>
  (state, dispatch) => {
    const at = tableAt(state)
    if (at === undefined) return false
    const rows = changed(
      at.table.children.map((row) => row.children),
      at.row,
      at.column,
    ).filter((row) => row.length > 0)
    const { tr } = state
    const end = at.start + at.table.nodeSize
    if (rows.length === 0) tr.replaceWith(at.start, end, nodes.paragraph.create())
    else
      tr.replaceWith(
        at.start,
        end,
        nodes.table.create(
          null,
          rows.map((row) => nodes.table_row.create(null, row)),
        ),
      )
    dispatch?.(enter(tr, at.start, at.row + by[0], at.column + by[1]))
    return true
  }

export const addRow = change((rows, row) => rows.toSpliced(row + 1, 0, (rows[0] ?? []).map(cell)), [1, 0])
export const addColumn = change((rows, _, column) => rows.map((row) => row.toSpliced(column + 1, 0, cell())), [0, 1])
export const removeRow = change((rows, row) => rows.toSpliced(row, 1), [0, 0])
export const removeColumn = change((rows, _, column) => rows.map((row) => row.toSpliced(column, 1)), [0, 0])

/** Goes to the next cell, or to one before; after the last one begins a row. */
export const toCell =
  (step: 1 | -1): Command =>
  (state, dispatch) => {
    const at = tableAt(state)
    if (at === undefined) return false
    const width = at.table.child(0).childCount
    const next = at.row * width + at.column + step
    if (next >= width * at.table.childCount)
      return change((rows) => [...rows, (rows[0] ?? []).map(cell)], [1, -at.column])(state, dispatch)
    if (next < 0) return false
    dispatch?.(enter(state.tr, at.start, Math.floor(next / width), next % width))
    return true
  }
