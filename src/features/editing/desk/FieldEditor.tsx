// It is long because groups, lists, choices and pairs draw each other.
import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { entryName, type FieldFault, type FieldPath, type FieldSchema, labelOf } from '../../../api/site-content.ts'
import { Button } from '../../../dashboard/ui/Button.tsx'
import { typedKey } from '../../../dashboard/ui/typed-key.ts'
import { ConditionField } from './ConditionField.tsx'
import { Entry, useNames } from './Entry.tsx'
import { MarkdownField } from './MarkdownField.tsx'
import { emptyOf, fits, isBlank, isGroup, isNamed, unseenNames } from './schema-values.ts'
import styles from './site.module.css'
import { Ticks } from './Ticks.tsx'
import { Faults, type FieldProps, Hint, own, ValueField } from './ValueField.tsx'

const icon = { 'aria-hidden': true, size: 16, strokeWidth: 1.75 } as const

const kindName = ({ title, const: only = 'text' }: FieldSchema): string => title ?? labelOf(only)

const below = (faults: readonly FieldFault[], field: FieldPath): readonly FieldFault[] =>
  faults.filter((fault) => field.every((part, at) => part === fault.field[at]))

/** One field of a document, with everything in it, drawn from its schema. */
export function FieldEditor(props: FieldProps) {
  const { schema, value, field, label } = props
  const { type, properties, additionalProperties, anyOf } = schema
  if (schema.const !== undefined || schema.format === 'hidden') return null
  if (anyOf !== undefined) return <Variants {...props} kinds={anyOf} />
  if (type === 'array')
    return schema.items?.enum === undefined ? <List {...props} /> : <Ticks {...props} options={schema.items.enum} />
  if (schema.format === 'condition') return <ConditionField {...props} />
  if (type === 'object' && properties !== undefined) {
    const group = isGroup(value) ? value : {}
    /** Removes an optional group when its last answer is removed. */
    const write = (to: FieldPath, next: unknown): void => {
      const left = { ...group, [String(to.at(-1))]: next }
      const isBlank = to.length === field.length + 1 && Object.values(left).every((part) => part === undefined || part === '')
      if (!props.required && isBlank) props.write(field, undefined)
      else props.write(to, next)
    }
    const isRequired = (name: string): boolean => schema.required?.includes(name) ?? false
    const labelIn = (name: string): string => properties[name]?.title ?? labelOf(name)
    const editorOf = (name: string) => (
      <FieldEditor
        key={name}
        {...props}
        write={write}
        schema={properties[name] ?? {}}
        value={group[name]}
        siblings={group}
        field={[...field, name]}
        label={labelIn(name)}
        required={isRequired(name)}
      />
    )
    const names = Object.keys(properties)
    const unseen = names.filter((name) => unseenNames.includes(name) && properties[name]?.format !== 'hidden')
    const isDue = (name: string): boolean =>
      below(props.faults, [...field, name]).length > 0 || (isRequired(name) && isBlank(group[name]))
    const fields = (
      <>
        {names.filter((name) => !unseen.includes(name)).map(editorOf)}
        {unseen.length > 0 && (
          <Entry name={`Not seen on the page: ${unseen.map(labelIn).join(', ').toLowerCase()}`} opens={unseen.some(isDue)}>
            <div className={`stack gap-3 ${styles.unseen}`}>{unseen.map(editorOf)}</div>
          </Entry>
        )}
      </>
    )
    if (label === '') return <div className="stack gap-3">{fields}</div>
    return (
      <fieldset className={`stack gap-3 ${styles.group}`}>
        <legend>
          {label}
          {!props.required && <i> (optional)</i>}
        </legend>
        <Hint schema={schema} />
        <Faults faults={own(props.faults, field)} />
        {fields}
        {!props.required && value !== undefined && (
          <Button tone="quiet" onClick={() => props.write(field, undefined)}>
            {`Remove ${label.toLowerCase()}`}
          </Button>
        )}
      </fieldset>
    )
  }
  if (type === 'object' && additionalProperties) return <Pairs {...props} inner={additionalProperties} />
  return schema.format === 'markdown' ? <MarkdownField {...props} /> : <ValueField {...props} />
}

/** A value of one of several kinds: a block of a letter, which stays what it is, or a value whose kind is chosen. */
function Variants({ kinds, ...props }: FieldProps & { readonly kinds: readonly FieldSchema[] }) {
  const { value, field, label, write } = props
  const chosen = Math.max(
    0,
    kinds.findIndex((kind) => fits(kind, value)),
  )
  const kind = kinds[chosen]
  if (kind === undefined) return null
  const parts = Object.entries(kind.properties ?? {})
  // It is only a name, as the place of what the reviewer adds.
  if (parts.length > 0 && parts.every(([, part]) => part.const !== undefined))
    return (
      <div className="field">
        <span>{label}</span>
        <Hint schema={kind} />
      </div>
    )
  if (kinds.some(isNamed)) {
    const [[name, inner] = [], ...more] = parts
    // What has one text needs no group around it.
    if (name === undefined || more.length > 0 || !isGroup(value)) return <FieldEditor {...props} schema={kind} />
    return <FieldEditor {...props} schema={inner ?? {}} value={value[name]} field={[...field, name]} />
  }
  return (
    <div className="stack gap-2 small">
      <label>
        <span>{label}</span>
        <select value={chosen} onChange={(event) => write(field, emptyOf(kinds[Number(event.target.value)] ?? {}))}>
          {kinds.map((each, at) => (
            <option key={kindName(each)} value={at}>
              {kindName(each)}
            </option>
          ))}
        </select>
      </label>
      <FieldEditor {...props} schema={kind} label={kindName(kind)} />
    </div>
  )
}

const noEntries: readonly unknown[] = []

/** Entries in an order: added, removed, and moved by buttons, by Alt with the arrow keys, and by dragging. */
function List({ schema, value, field, label, faults, write }: FieldProps) {
  const list = useRef<HTMLOListElement>(null)
  const dragged = useRef<number>(undefined)
  const entries = Array.isArray(value) ? (value as readonly unknown[]) : noEntries
  const { items, prefixItems, minItems = 0, maxItems = Number.POSITIVE_INFINITY } = schema
  const [startsOpen] = useState(entries.length <= 4)
  const names = useNames(entries)
  const isFixed = prefixItems !== undefined
  const noun = label.toLowerCase() || 'list'
  const kinds = entries.map((entry) => items?.anyOf?.find((kind) => fits(kind, entry))?.title)
  /** What a block of a letter is called: `Paragraph 2`, or `Button` where it has one; another entry as its list. */
  const labelAt = (at: number): string => {
    const kind = kinds[at]
    if (kind === undefined || kinds.indexOf(kind) === kinds.lastIndexOf(kind)) return kind ?? (label || 'Entry')
    return `${kind} ${kinds.slice(0, at + 1).filter((each) => each === kind).length}`
  }
  const focusEntry = (at: number, selector: string): void =>
    void requestAnimationFrame(() => list.current?.children[at]?.querySelector<HTMLElement>(selector)?.focus())
  const move = (from: number, to: number, selector?: string): void => {
    if (to < 0 || to >= entries.length || from === to) return
    const moved = entries.toSpliced(from, 1).toSpliced(to, 0, entries[from])
    write(field, moved)
    if (selector !== undefined) focusEntry(to, selector)
  }
  const onKeyDown = (event: KeyboardEvent, at: number): void => {
    const key = typedKey(event)
    if (!event.altKey || (key !== 'ArrowUp' && key !== 'ArrowDown')) return
    event.preventDefault()
    event.stopPropagation()
    const down = key === 'ArrowDown'
    move(at, at + (down ? 1 : -1), down ? '[data-down]' : '[data-up]')
  }
  const body = (
    <>
      <Hint schema={schema} />
      <Faults faults={own(faults, field)} />
      <ol ref={list} className={`stack gap-3 lined ${styles.list}`}>
        {entries.map((entry, at) => {
          const inner = (prefixItems?.[at] ?? items ?? {}) as FieldSchema
          const name = `${at + 1}. ${entryName(entry) || 'New'}`
          const stays = inner.anyOf?.some((kind) => isNamed(kind) && fits(kind, entry)) ?? false
          const editor = (
            <FieldEditor
              {...{ schema: inner, value: entry, faults, write }}
              field={[...field, at]}
              label={inner.type === 'object' && inner.properties !== undefined ? '' : labelAt(at)}
              numberInList={inner.type === 'string' ? at + 1 : undefined}
              required
            />
          )
          return (
            <li
              key={names[at]}
              data-entry={JSON.stringify([...field, at])}
              onKeyDown={(event) => !isFixed && onKeyDown(event, at)}
              onDragOver={(event) => dragged.current !== undefined && event.preventDefault()}
              onDrop={(event) => {
                if (dragged.current === undefined) return
                event.preventDefault()
                event.stopPropagation()
                move(dragged.current, at)
                dragged.current = undefined
              }}
            >
              {!isFixed && (
                <div className={styles.tools}>
                  <span
                    className={styles.grip}
                    draggable
                    aria-hidden="true"
                    onDragStart={() => {
                      dragged.current = at
                    }}
                    onDragEnd={() => {
                      dragged.current = undefined
                    }}
                  >
                    ⠿
                  </span>
                  <Button
                    tone="icon"
                    data-up=""
                    disabled={at === 0}
                    aria-label={`Move up ${name}`}
                    onClick={() => move(at, at - 1, '[data-up]')}
                  >
                    <ArrowUp {...icon} />
                  </Button>
                  <Button
                    tone="icon"
                    data-down=""
                    disabled={at === entries.length - 1}
                    aria-label={`Move down ${name}`}
                    onClick={() => move(at, at + 1, '[data-down]')}
                  >
                    <ArrowDown {...icon} />
                  </Button>
                  <Button
                    tone="icon"
                    disabled={entries.length <= minItems || stays}
                    aria-label={`Remove ${name}`}
                    onClick={() => write(field, entries.toSpliced(at, 1))}
                  >
                    <Trash2 {...icon} />
                  </Button>
                </div>
              )}
              {inner.type === 'object' ? (
                <Entry name={name} opens={startsOpen || below(faults, [...field, at]).length > 0 || name.endsWith(' New')}>
                  {editor}
                </Entry>
              ) : (
                editor
              )}
            </li>
          )
        })}
      </ol>
      {!isFixed && (
        <Button
          disabled={entries.length >= maxItems}
          onClick={() => {
            write(field, [...entries, emptyOf(items ?? {})])
            focusEntry(entries.length, 'input, textarea, select')
          }}
        >
          <Plus {...icon} />
          {`Add to ${noun}`}
        </Button>
      )}
    </>
  )
  const fields = JSON.stringify(field)
  if (label === '')
    return (
      <div className="stack gap-3" data-fields={fields}>
        {body}
      </div>
    )
  return (
    <fieldset className={`stack gap-3 ${styles.group}`} data-fields={fields}>
      <legend>{label}</legend>
      {body}
    </fieldset>
  )
}

/** Values under names that the editor chooses, such as holidays by day. */
function Pairs({ inner, ...props }: FieldProps & { readonly inner: FieldSchema }) {
  const { schema, value, field, label, faults, write } = props
  const group = isGroup(value) ? value : {}
  const [name, setName] = useState('')
  const add = (): void => {
    if (name.trim() === '' || Object.hasOwn(group, name.trim())) return
    write(field, { ...group, [name.trim()]: emptyOf(inner) })
    setName('')
  }
  return (
    <fieldset className={`stack gap-3 ${styles.group}`}>
      {label !== '' && <legend>{label}</legend>}
      <Hint schema={schema} />
      <Faults faults={own(faults, field)} />
      {Object.entries(group).map(([key, entry]) => (
        <div key={key} className={`stack gap-2 end ${styles.pair}`}>
          <FieldEditor {...props} schema={inner} value={entry} field={[...field, key]} label={key} required />
          <Button
            tone="icon"
            aria-label={`Remove ${key}`}
            onClick={() => write(field, Object.fromEntries(Object.entries(group).filter(([other]) => other !== key)))}
          >
            <Trash2 {...icon} />
          </Button>
        </div>
      ))}
      <div className={`stack gap-2 end ${styles.pair}`}>
        <label className="field">
          <span>{`New name in ${label.toLowerCase() || 'the list'}`}</span>
          <input value={name} onChange={(event) => setName(event.target.value)} />
        </label>
        <Button onClick={add}>Add</Button>
      </div>
    </fieldset>
  )
}
