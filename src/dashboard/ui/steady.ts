import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { toast } from './toast.ts'

// No press and no key meets another subject than the one that the reviewer saw: rows keep their place while pointer or focus is in their list, and a
// control acts only on the subject that was under the pointer when the pointer arrived.

/** How far the pointer has to move to arrive at another control that came under it, in pixels: more than a hand at rest. */
const restPx = 4

/** A second touch nearer than this to the last one, and sooner, is for the subject of the last one. In pixels and milliseconds. */
const touchPx = 40
const touchMs = 800

/** For this many milliseconds no key acts on a subject that replaced another. */
const replacedMs = 400

/** The last place at which the pointer was, with the subject that was there when it arrived. */
let arrived: { readonly subject: string | undefined; readonly x: number; readonly y: number; readonly at: number } | undefined

/** The lists in which pointer and focus are. */
let inside: { readonly pointer: string | undefined; readonly focus: string | undefined } = {
  pointer: undefined,
  focus: undefined,
}
const listeners = new Set<() => void>()

const subjectAt = (target: EventTarget | null): string | undefined =>
  target instanceof Element ? target.closest<HTMLElement>('[data-subject]')?.dataset.subject : undefined

const listAt = (target: EventTarget | null): string | undefined =>
  target instanceof Element ? target.closest<HTMLElement>('[data-steady]')?.dataset.steady : undefined

function setInside(next: Partial<typeof inside>): void {
  const { pointer, focus } = inside
  inside = { ...inside, ...next }
  if (inside.pointer !== pointer || inside.focus !== focus) for (const listener of listeners) listener()
}

function point({ type, target, clientX: x, clientY: y, pointerType }: PointerEvent): void {
  setInside({ pointer: listAt(target) })
  const subject = subjectAt(target)
  const at = performance.now()
  const distance = arrived === undefined ? Number.POSITIVE_INFINITY : Math.hypot(x - arrived.x, y - arrived.y)
  if (pointerType !== 'mouse') {
    if (type === 'pointerdown' && !(distance < touchPx && at - (arrived?.at ?? 0) < touchMs)) arrived = { subject, x, y, at }
  } else if (type === 'pointermove' && (subject === arrived?.subject || distance > restPx)) arrived = { subject, x, y, at }
}

/** Where the keyboard's focus is; the focus that a click leaves behind does not count. */
function focus(): void {
  const { activeElement } = document
  setInside({ focus: activeElement?.matches(':focus-visible') === true ? listAt(activeElement) : undefined })
}

if (typeof document !== 'undefined') {
  for (const type of ['pointermove', 'pointerdown'] as const)
    document.addEventListener(type, point, { capture: true, passive: true })
  document.documentElement.addEventListener('pointerleave', ({ pointerType }) => {
    if (pointerType === 'mouse') setInside({ pointer: undefined })
  })
  // After focusout the next element has the focus only in the next task.
  for (const type of ['focusin', 'focusout']) document.addEventListener(type, () => queueMicrotask(focus))
  document.addEventListener('keydown', () => queueMicrotask(focus))
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/**
 * Whether the press of a control may act on its subject: with a pointer, if the subject was there when the pointer arrived; with a key, if the control has
 * had its subject for a moment. Otherwise says why nothing happens.
 * @param since when the control got its subject, as `performance.now()`
 */
export function mayAct(subject: string, { detail }: { readonly detail: number }, since: number): boolean {
  if (detail === 0) return performance.now() - since >= replacedMs
  if (arrived?.subject === subject) return true
  toast.failure('Nothing was done', 'Something else came under the pointer. Move the pointer, and press again.')
  return false
}

/** Whether the subject of the keys replaced another just now, and not because the reviewer chose it: then no key acts on it. */
export function useJustReplaced(subject: string | undefined, chosen: string | undefined): boolean {
  const [settled, settle] = useState(subject)
  const isNew = subject !== undefined && settled !== undefined && subject !== settled && subject !== chosen
  useEffect(() => {
    // While the next one is not there yet, the last one is still the one that is replaced.
    if (subject === undefined) return
    if (!isNew) return settle(subject)
    const timer = setTimeout(() => settle(subject), replacedMs)
    return () => clearTimeout(timer)
  }, [isNew, subject])
  return isNew
}

interface SteadyOptions<Row> {
  /** The name of the list; its element has it as `data-steady`. */
  readonly list: string
  /** The rows as they are now. */
  readonly rows: readonly Row[]
  /** What the list shows, such as its filters: with another one it begins anew. */
  readonly of?: string
  keyOf(row: Row): string
  /** The row as it is after it left the list; undefined if it does not stay. */
  left(row: Row): Row | undefined
}

/** The rows to show, the number of new ones that wait, and the function that shows these. */
interface Steady<Row> {
  readonly shown: readonly Row[]
  readonly held: number
  show(): void
}

/** Whether the beginning of a list is visible. It is measured when the page scrolls: in a render the browser would lay out the page for it. */
function useIsTopVisible(list: string): boolean {
  const [isVisible, setVisible] = useState(true)
  useEffect(() => {
    const measure = (): void =>
      setVisible((document.querySelector(`[data-list][data-steady="${list}"]`)?.getBoundingClientRect().top ?? 0) >= 0)
    measure()
    document.addEventListener('scroll', measure, { passive: true })
    return () => document.removeEventListener('scroll', measure)
  }, [list])
  return isVisible
}

/** `rows` in the order of `before`, where those stay that are not in `rows` any more. Each other row is after the one that it follows in `rows`. */
function mergeRows<Row extends object>(
  before: readonly Row[],
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  left: (row: Row) => Row | undefined,
): readonly Row[] {
  const now = new Map(rows.map((row) => [keyOf(row), row]))
  const shown = before.flatMap((row) => now.get(keyOf(row)) ?? left(row) ?? [])
  const listedKeys = new Set(shown.map(keyOf))
  for (const [index, row] of rows.entries()) {
    if (listedKeys.has(keyOf(row))) continue
    const previous = rows[index - 1]
    const at = previous === undefined ? -1 : shown.findLastIndex((other) => keyOf(other) === keyOf(previous))
    shown.splice(at + 1, 0, row)
  }
  return shown
}

/**
 * The rows of a list while it is used: a row that left stays in its place until pointer and focus have left the list; new rows come in only then, and
 * while the beginning of the list is visible. On a touch screen, where the pointer is nowhere, new rows always wait. Rows after the last one come in at once.
 */
export function useSteady<Row extends object>({ list, rows, of = '', keyOf, left }: SteadyOptions<Row>): Steady<Row> {
  const isUsed = useSyncExternalStore(subscribe, () => inside.pointer === list || inside.focus === list)
  const isTopVisible = useIsTopVisible(list)
  const [, render] = useState(0)
  const last = useRef<{ readonly of: string; readonly shown: readonly Row[]; readonly seen: ReadonlySet<string> }>(undefined)
  const { shown: before, seen } = last.current?.of === of ? last.current : { shown: [], seen: new Set<string>() }
  const waits = (isUsed || !isTopVisible || matchMedia('(hover: none)').matches) && seen.size > 0
  const end = rows.findLastIndex((row) => seen.has(keyOf(row)))
  const held = waits ? rows.filter((row, index) => index < end && !seen.has(keyOf(row))) : []
  const come = rows.filter((row) => !held.includes(row))
  const shown = isUsed ? mergeRows(before, come, keyOf, left) : come
  last.current = { of, shown, seen: new Set([...seen, ...shown.map(keyOf)]) }
  return {
    shown,
    held: held.length,
    show: () => {
      last.current = { of, shown: rows, seen: new Set(rows.map(keyOf)) }
      render((n) => n + 1)
    },
  }
}
