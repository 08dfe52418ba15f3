import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { EditableDocument, FieldFault, FieldPath } from '../../../api/site-content.ts'
import { unsavedDocuments } from '../../../dashboard/browser-storage.ts'
import { CallError, call } from '../../../dashboard/client.ts'
import { onConnection } from '../../../dashboard/connection.ts'
import { isSignedOut, reportFailure } from '../../../dashboard/session/failures.ts'
import { siteRoutes } from '../api.ts'
import { type Collision, followed, mergeValues, same, valueAt, withField } from './merge.ts'
import { newTitles, readDocument, siteQuery } from './queries.ts'

/** How long typing pauses before a draft is saved. */
const pauseMs = 600
/** Changes of one field within this time are undone together. */
const togetherMs = 1_500

interface Step {
  readonly value: unknown
  readonly field: string
  readonly at: number
}

type SaveState = 'saved' | 'saving' | 'away' | 'refused' | 'open'

/** The value as it was opened; a new post or page has the title under which it was begun. */
function firstValue({ path, value, text, group }: EditableDocument): unknown {
  const title = newTitles.get(path)
  if (text !== '' || title === undefined) return value
  if (group === 'Posts') return { ...(value as object), title }
  return withField(withField(value, ['meta', 'title'], title), ['hero', 'title'], title)
}

/**
 * A document while it is edited. Every change is a draft: stored in this tab at once, and on the server after a pause, one save after the other. What another
 * window saved meanwhile is merged field by field; `collisions` are the fields that both changed.
 */
export function useDocument(opened: EditableDocument) {
  const client = useQueryClient()
  const { path } = opened
  const [value, setValue] = useState<unknown>(() => unsavedDocuments.of(path)?.value ?? firstValue(opened))
  const [faults, setFaults] = useState<readonly FieldFault[]>(opened.faults)
  const [fills, setFills] = useState(opened.fills)
  const [state, setState] = useState<SaveState>('saved')
  const [message, setMessage] = useState('')
  const [collisions, setCollisions] = useState<readonly Collision[]>([])
  const [steps, setSteps] = useState<readonly Step[]>([])
  const current = useRef(value)
  const base = useRef(unsavedDocuments.of(path)?.base ?? { value: opened.value, revision: opened.revision })
  /** What was sent and not answered: it may have been saved. */
  const sent = useRef<readonly unknown[]>([unsavedDocuments.of(path)?.sent].filter((value) => value !== undefined))
  /** The collisions, also before they are shown, and the base before their merge: a reload asks again. */
  const open = useRef<{ readonly collisions: readonly Collision[]; readonly base: typeof base.current }>(undefined)
  const running = useRef(Promise.resolve())
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const keep = (): void => {
    const { value, base: over } = { value: current.current, base: open.current?.base ?? base.current }
    const last = sent.current.at(-1)
    unsavedDocuments.store(
      path,
      same(value, over.value) ? undefined : { value, base: over, ...(last !== undefined && { sent: last }) },
    )
  }

  const show = (next: unknown): void => {
    if (open.current !== undefined) {
      const before = current.current
      leaveOpen(
        open.current.collisions.flatMap((collision) => {
          const field = followed(collision.field, before, next)
          return field === undefined ? [] : [{ ...collision, field }]
        }),
      )
    }
    current.current = next
    keep()
    setValue(next)
  }

  /** Nothing is saved while something is to be chosen. */
  const leaveOpen = (remaining: readonly Collision[]): void => {
    open.current = remaining.length === 0 ? undefined : { base: base.current, ...open.current, collisions: remaining }
    setCollisions(remaining)
  }

  /** What changed from `before` to `after` is not undone: it is the other window's. */
  const rebase = (before: unknown, after: unknown): void =>
    setSteps((all) => all.map((step) => ({ ...step, value: mergeValues(before, after, step.value).value })))

  const merge = async (): Promise<void> => {
    const theirs = await readDocument(path)
    const before = base.current
    base.current = { value: theirs.value, revision: theirs.revision }
    setFaults(theirs.faults)
    // A save of this window whose answer was lost is nobody else's.
    const own = sent.current
    sent.current = []
    if (own.some((value) => same(value, theirs.value))) return show(current.current)
    const merged = mergeValues(before.value, current.current, theirs.value)
    rebase(before.value, theirs.value)
    show(merged.value)
    open.current = { base: before, collisions: [] }
    leaveOpen(
      merged.collisions.filter((collision) => !own.some((value) => same(valueAt(value, collision.field), collision.theirs))),
    )
    keep()
  }

  const saveOnce = async (): Promise<void> => {
    const value = current.current
    if (same(value, base.current.value)) return setState('saved')
    setState('saving')
    sent.current = [...sent.current, value]
    keep()
    try {
      const body = { path, value, revision: base.current.revision }
      const { document } = await call(siteRoutes.saveSiteDocument, { body })
      base.current = { value, revision: document.revision }
      sent.current = []
      setFaults(document.faults)
      setFills(document.fills)
      show(current.current)
      setState('saved')
      void client.invalidateQueries(siteQuery)
      void client.invalidateQueries({ queryKey: ['site changes'] })
    } catch (error) {
      const isRefused = error instanceof CallError && error.status >= 400 && error.status < 500 && error.status !== 429
      if (isRefused) sent.current = sent.current.slice(0, -1)
      if (error instanceof CallError && error.status === 409) {
        await merge().then(
          () => {
            setState('saved')
            // With a collision, it is saved after the choice.
            void save()
          },
          () => setState('away'),
        )
        return
      }
      reportFailure('saving a document', error)
      setMessage(error instanceof Error ? error.message : '')
      setState(isRefused && !isSignedOut(error) ? 'refused' : 'away')
    }
  }
  const save = (): Promise<void> => {
    clearTimeout(timer.current)
    running.current = running.current.then(() => (open.current === undefined ? saveOnce() : undefined))
    return running.current
  }
  const latest = useRef(save)
  latest.current = save

  useEffect(() => {
    if (unsavedDocuments.of(path) !== undefined) void latest.current()
    const leave = (): void => {
      if (document.hidden) void latest.current()
    }
    document.addEventListener('visibilitychange', leave)
    const stop: unknown = onConnection(() => void latest.current())
    return () => {
      document.removeEventListener('visibilitychange', leave)
      if (typeof stop === 'function') stop()
      void latest.current()
    }
  }, [path])

  const change = (next: unknown): void => {
    show(next)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void latest.current(), pauseMs)
  }

  return {
    value,
    faults,
    fills,
    state: collisions.length > 0 ? ('open' as const) : state,
    message,
    collisions,
    canUndo: steps.length > 0,
    /** The revision of the saved draft, and the draft. */
    revision: () => base.current.revision,
    saved: () => base.current.value,
    write: (field: FieldPath, to: unknown): void => {
      const name = JSON.stringify(field)
      const last = steps.at(-1)
      const isSameStep = last?.field === name && Date.now() - last.at < togetherMs
      if (isSameStep) setSteps([...steps.slice(0, -1), { ...last, at: Date.now() }])
      else setSteps([...steps.slice(-99), { value: current.current, field: name, at: Date.now() }])
      change(withField(current.current, field, to))
    },
    undo: (): void => {
      const last = steps.at(-1)
      if (last === undefined) return
      setSteps(steps.slice(0, -1))
      change(last.value)
    },
    /** Settles a collision: ours stays, or theirs replaces it. */
    choose: (collision: Collision, chosen: 'ours' | 'theirs'): void => {
      leaveOpen(collisions.filter((other) => other !== collision))
      const chosenValue = chosen === 'theirs' ? withField(current.current, collision.field, collision.theirs) : current.current
      rebase(current.current, chosenValue)
      show(chosenValue)
      if (open.current === undefined) void latest.current()
    },
    /** Saves what is typed; resolves afterwards. */
    settle: () => save(),
  }
}
