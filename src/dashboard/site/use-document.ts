import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { routes } from '../../api/routes.ts'
import type { EditableDocument, FieldFault, FieldPath } from '../../api/site-content.ts'
import { unsavedDocuments } from '../browser-storage.ts'
import { CallError, call } from '../client.ts'
import { onConnection } from '../live/connection.ts'
import { isSignedOut, reportFailure } from '../session/failures.ts'
import { type Collision, mergeValues, withField } from './merge.ts'
import { readDocument, siteQuery } from './queries.ts'

/** How long typing pauses before a draft is saved. */
const pauseMs = 600
/** Changes of one field within this time are undone together. */
const togetherMs = 1_500

interface Step {
  readonly value: unknown
  readonly field: string
  readonly at: number
}

type SaveState = 'saved' | 'saving' | 'away' | 'refused'

/** The value with which a new post begins. */
function firstValue({ path, value, text }: EditableDocument): unknown {
  const slug = text === '' ? /^content\/posts\/(.*)\.md$/.exec(path)?.[1] : undefined
  return slug === undefined ? value : { id: slug, slug, featured: false, tags: [] }
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
  const [state, setState] = useState<SaveState>('saved')
  const [message, setMessage] = useState('')
  const [collisions, setCollisions] = useState<readonly Collision[]>([])
  const [steps, setSteps] = useState<readonly Step[]>([])
  const current = useRef(value)
  const base = useRef(unsavedDocuments.of(path)?.base ?? { value: firstValue(opened), revision: opened.revision })
  const running = useRef(Promise.resolve())
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const show = (next: unknown): void => {
    current.current = next
    const isSaved = JSON.stringify(next) === JSON.stringify(base.current.value)
    unsavedDocuments.store(path, isSaved ? undefined : { value: next, base: base.current })
    setValue(next)
  }

  const merge = async (): Promise<void> => {
    const theirs = await readDocument(path)
    const merged = mergeValues(base.current.value, current.current, theirs.value)
    base.current = { value: theirs.value, revision: theirs.revision }
    setCollisions(merged.collisions)
    setFaults(theirs.faults)
    show(merged.value)
  }

  const saveOnce = async (): Promise<void> => {
    const sent = current.current
    if (JSON.stringify(sent) === JSON.stringify(base.current.value)) return setState('saved')
    setState('saving')
    try {
      const body = { path, value: sent, revision: base.current.revision }
      const { document } = await call(routes.saveSiteDocument, { body })
      base.current = { value: sent, revision: document.revision }
      setFaults(document.faults)
      show(current.current)
      setState('saved')
      void client.invalidateQueries(siteQuery)
      void client.invalidateQueries({ queryKey: ['site changes'] })
    } catch (error) {
      if (error instanceof CallError && error.status === 409) {
        await merge().then(
          () => setState('saved'),
          () => setState('away'),
        )
        // Without a collision the merged value is saved at once; otherwise after the choice.
        save()
        return
      }
      reportFailure('saving a document', error)
      const isRefused = error instanceof CallError && error.status >= 400 && error.status < 500 && error.status !== 429
      setMessage(error instanceof Error ? error.message : '')
      setState(isRefused && !isSignedOut(error) ? 'refused' : 'away')
    }
  }
  const hasChoice = useRef(false)
  hasChoice.current = collisions.length > 0
  const save = (): Promise<void> => {
    clearTimeout(timer.current)
    running.current = running.current.then(() => (hasChoice.current ? undefined : saveOnce()))
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
    state,
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
      if (chosen === 'theirs') show(withField(current.current, collision.field, collision.theirs))
      const open = collisions.filter((other) => other !== collision)
      setCollisions(open)
      hasChoice.current = open.length > 0
      if (open.length === 0) void latest.current()
    },
    /** Saves what is typed; resolves afterwards. */
    settle: () => save(),
  }
}
