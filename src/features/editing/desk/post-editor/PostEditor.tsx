import {
  Bold,
  Columns2,
  Heading2,
  Heading3,
  Italic,
  Link,
  List,
  ListOrdered,
  Quote,
  Rows2,
  Table,
  TableColumnsSplit,
  TableRowsSplit,
} from 'lucide-react'
import { baseKeymap, chainCommands, toggleMark } from 'prosemirror-commands'
import { history, redo, undo } from 'prosemirror-history'
import { inputRules, textblockTypeInputRule, wrappingInputRule } from 'prosemirror-inputrules'
import { keymap } from 'prosemirror-keymap'
import { splitListItem } from 'prosemirror-schema-list'
import { type Command, EditorState, NodeSelection, TextSelection } from 'prosemirror-state'
import { EditorView } from 'prosemirror-view'
import { type Ref, useEffect, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react'
import { isLinkable } from '../../../../content/addresses.ts'
import { Button } from '../../../../dashboard/ui/Button.tsx'
import { Field } from '../../../../dashboard/ui/Field.tsx'
import { typedKey } from '../../../../dashboard/ui/typed-key.ts'
import { type BlockKind, currentKind, linkRange, setBlocks } from './block-commands.ts'
import { cleanedPaste, type PasteRest, restOf } from './cleaned-paste.ts'
import styles from './post-editor.module.css'
import { type OpenedText, openText, textOf } from './post-markdown.ts'
import { postSchema } from './post-schema.ts'
import { addColumn, addRow, addTable, isInTable, removeColumn, removeRow, toCell } from './table-commands.ts'

const { nodes, marks } = postSchema

export interface PostEditorHandle {
  /** Puts a picture after the block with the cursor. */
  insertPicture(file: string): void
}

interface PostEditorProps {
  readonly text: string
  readonly label: string
  readonly describedBy: string
  readonly invalid: boolean
  readonly ref: Ref<PostEditorHandle>
  change(text: string): void
  /** Something was pasted that has more than its text. */
  pasted(remaining: PasteRest): void
  /** The text has something that posts do not. */
  cannotOpen(): void
}

const plugins = (openLink: () => boolean) => [
  history(),
  inputRules({
    rules: [
      textblockTypeInputRule(/^(#{2,3})\s$/, nodes.heading, ([, signs = '']) => ({ level: signs.length })),
      wrappingInputRule(/^\s*[-*]\s$/, nodes.bullet_list),
      wrappingInputRule(/^\s*1[.)]\s$/, nodes.ordered_list),
      wrappingInputRule(/^\s*>\s$/, nodes.blockquote),
    ],
  }),
  keymap({
    'Mod-z': undo,
    'Mod-y': redo,
    'Shift-Mod-z': redo,
    'Mod-b': toggleMark(marks.bold),
    'Mod-i': toggleMark(marks.italic),
    'Mod-k': openLink,
    Tab: toCell(1),
    'Shift-Tab': toCell(-1),
    Enter: chainCommands(splitListItem(nodes.list_item), baseKeymap.Enter ?? (() => false)),
  }),
  keymap(baseKeymap),
]

const icon = { 'aria-hidden': true, size: 18, strokeWidth: 1.75 } as const
const blockButtons: readonly (readonly [BlockKind, string, typeof Bold])[] = [
  ['heading 2', 'Heading', Heading2],
  ['heading 3', 'Subheading', Heading3],
  ['bullet_list', 'List', List],
  ['ordered_list', 'Numbered list', ListOrdered],
  ['blockquote', 'Quotation', Quote],
]
const tableButtons: readonly (readonly [Command, string, typeof Bold])[] = [
  [addRow, 'Row below', Rows2],
  [addColumn, 'Column after', Columns2],
  [removeRow, 'Remove this row', TableRowsSplit],
  [removeColumn, 'Remove this column', TableColumnsSplit],
]
const markButtons = [
  ['bold', 'Bold', Bold],
  ['italic', 'Italic', Italic],
] as const

/** The text of a post as it reads. It can make only what posts have, and writes it as Markdown. */
export default function PostEditor({ text, label, describedBy, invalid, ref, change, pasted, cannotOpen }: PostEditorProps) {
  const mount = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(undefined)
  const opened = useRef<OpenedText>(undefined)
  const written = useRef<string>(undefined)
  const [state, setState] = useState<EditorState>()
  const [address, setAddress] = useState<string>()
  const latest = useRef({ change, pasted, cannotOpen })
  latest.current = { change, pasted, cannotOpen }
  const openLink = (): boolean => {
    const current = view.current?.state
    if (current === undefined) return false
    const { from, to, address: now } = linkRange(current)
    if (from < to) setAddress(now)
    return true
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: a view lives as long as the component; later texts are put into it
  useEffect(() => {
    if (text === written.current) return
    opened.current = openText(text)
    if (opened.current === undefined || mount.current === null) return latest.current.cannotOpen()
    written.current = text
    const next = EditorState.create({ doc: opened.current.doc, plugins: plugins(openLink) })
    setState(next)
    if (view.current !== undefined) return view.current.updateState(next)
    view.current = new EditorView(mount.current, {
      state: next,
      attributes: { role: 'textbox', 'aria-multiline': 'true', 'aria-label': label, 'aria-describedby': describedBy },
      handlePaste(_, event) {
        latest.current.pasted(restOf(event.clipboardData?.getData('text/html') ?? ''))
        return false
      },
      transformPastedHTML: cleanedPaste,
      dispatchTransaction(transaction) {
        const current = view.current
        if (current === undefined) return
        const after = current.state.apply(transaction)
        current.updateState(after)
        setState(after)
        if (!transaction.docChanged || opened.current === undefined) return
        written.current = textOf(after.doc, opened.current)
        latest.current.change(written.current)
      },
    })
  }, [text])
  useEffect(() => () => view.current?.destroy(), [])
  useEffect(() => void view.current?.dom.setAttribute('aria-invalid', String(invalid)), [invalid])
  const run = (command: Command): void => {
    if (view.current === undefined) return
    command(view.current.state, view.current.dispatch, view.current)
    view.current.focus()
  }
  useImperativeHandle(ref, () => ({
    insertPicture: (file) =>
      run(({ doc, selection, tr }, dispatch) => {
        const at = doc.children.slice(0, selection.$from.index(0) + 1).reduce((sum, { nodeSize }) => sum + nodeSize, 0)
        tr.insert(Math.min(at, doc.content.size), nodes.picture.create({ file }))
        dispatch?.(tr.setSelection(NodeSelection.create(tr.doc, Math.min(at, doc.content.size))).scrollIntoView())
        return true
      }),
  }))
  const setLink = (to: string): void => {
    run((current, dispatch) => {
      const { tr } = current
      const range = linkRange(current)
      tr.removeMark(range.from, range.to, marks.link)
      if (to !== '') tr.addMark(range.from, range.to, marks.link.create({ to }))
      dispatch?.(tr.setSelection(TextSelection.create(tr.doc, range.to)))
      return true
    })
    setAddress(undefined)
  }
  const { selection } = state ?? {}
  const tools = useRef<HTMLFieldSetElement>(null)
  const isOver = selection instanceof TextSelection && !selection.empty && address === undefined
  // Over what is selected, within the paper; at its head while nothing is.
  useLayoutEffect(() => {
    const bar = tools.current
    const paper = bar?.parentElement?.parentElement
    if (!bar || !paper || view.current === undefined) return
    if (!isOver || !matchMedia('(hover: hover)').matches) {
      bar.style.removeProperty('translate')
      return
    }
    const start = view.current.coordsAtPos(selection.from)
    const box = paper.getBoundingClientRect()
    const left = Math.max(0, Math.min(start.left - box.left - 16, box.width - bar.offsetWidth))
    // Below the first line where there is no room above it.
    const above = start.top - box.top - bar.offsetHeight - 8
    const top = start.top - bar.offsetHeight - 8 < 0 ? start.bottom - box.top + 8 : above
    bar.style.translate = `${left}px ${top}px`
  }, [isOver, selection])
  const picture = selection instanceof NodeSelection && selection.node.type === nodes.picture ? selection : undefined
  const isMarked = (kind: 'bold' | 'italic'): boolean =>
    state !== undefined &&
    (state.selection.empty
      ? marks[kind].isInSet(state.storedMarks ?? state.selection.$from.marks()) !== undefined
      : state.doc.rangeHasMark(state.selection.from, state.selection.to, marks[kind]))
  const range = state === undefined ? undefined : linkRange(state)
  const isFault = address !== undefined && address !== '' && !isLinkable(address)
  return (
    <div className={styles.editor}>
      <div className={styles.bar}>
        <fieldset ref={tools} className={`row ${styles.tools}`} aria-label="Format" data-over={isOver ? '' : undefined}>
          {markButtons.map(([kind, name, Icon]) => (
            <Button
              key={kind}
              tone="icon"
              aria-label={name}
              title={name}
              aria-pressed={isMarked(kind)}
              onClick={() => run(toggleMark(marks[kind]))}
            >
              <Icon {...icon} />
            </Button>
          ))}
          <Button
            tone="icon"
            aria-label="Link"
            title="Link"
            aria-pressed={Boolean(range?.address)}
            disabled={!range || range.from === range.to}
            onClick={openLink}
          >
            <Link {...icon} />
          </Button>
          {blockButtons.map(([kind, name, Icon]) => (
            <Button
              key={kind}
              tone="icon"
              aria-label={name}
              title={name}
              aria-pressed={state && currentKind(state) === kind}
              onClick={() => run(setBlocks(kind))}
            >
              <Icon {...icon} />
            </Button>
          ))}
          <Button tone="icon" aria-label="Table" title="Table" onClick={() => run(addTable)}>
            <Table {...icon} />
          </Button>
          {state !== undefined &&
            isInTable(state) &&
            tableButtons.map(([command, name, Icon]) => (
              <Button key={name} tone="icon" aria-label={name} title={name} onClick={() => run(command)}>
                <Icon {...icon} />
              </Button>
            ))}
        </fieldset>
      </div>
      {address !== undefined && (
        <div className={`fields ${styles.link}`}>
          <Field label="Address of the link">
            <input
              // biome-ignore lint/a11y/noAutofocus: it opens when the editor asks for it
              autoFocus
              value={address}
              aria-invalid={isFault || undefined}
              onChange={({ target }) => setAddress(target.value.trim())}
              onKeyDown={(event) => {
                const key = typedKey(event)
                if (key === 'Enter' && !isFault) setLink(address)
                if (key === 'Escape') setAddress(undefined)
                if (key === 'Enter' || key === 'Escape') event.preventDefault()
              }}
            />
          </Field>
          <Button disabled={isFault} onClick={() => setLink(address)}>
            {address === '' ? 'Remove the link' : 'Set the link'}
          </Button>
          <span className="fault" role="alert">
            {isFault && 'A page of this site such as /apply, or a complete address such as https://other.example/page'}
          </span>
        </div>
      )}
      {picture !== undefined && (
        <Field label="What the picture shows, for people who do not see it">
          <input
            value={picture.node.attrs.alt}
            onChange={({ target }) => {
              const current = view.current
              if (current === undefined) return
              const tr = current.state.tr.setNodeAttribute(picture.from, 'alt', target.value)
              current.dispatch(tr.setSelection(NodeSelection.create(tr.doc, picture.from)))
            }}
          />
        </Field>
      )}
      <div ref={mount} className={styles.text} />
    </div>
  )
}
