import type { QueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { ApplicationRecord } from '../../api/responses.ts'
import { routes } from '../../api/routes.ts'
import { mergeResponse } from '../applications/cache.ts'
import { unsavedNotes } from '../browser-storage.ts'
import { CallError, call, report } from '../client.ts'
import { offlineSince, onConnection } from '../connection.ts'
import { asStep, offerEditUndo, type Step } from '../decisions/undo.ts'
import { applicantLabel } from '../labels.ts'
import { isSignedOut } from '../session/failures.ts'
import { beforeLogout, close } from '../session/session.ts'
import { toast } from '../ui/toast.ts'
import { type Edit, follow, isUnsaved, merged, type SavedNotes } from './edit.ts'

/** The outcome of a save. `changed`: the notes were changed elsewhere. `away`: no response, and the save may have arrived. */
type SaveOutcome =
  | { readonly kind: 'saved'; readonly application: ApplicationRecord }
  | { readonly kind: 'changed' | 'away' }
  | { readonly kind: 'refused'; readonly message: string }

/** Replaces the notes that were read at `revision`. */
async function save(client: QueryClient, id: string, notes: string, revision: number): Promise<SaveOutcome> {
  try {
    const body = { notes, notes_revision: revision }
    const response = await call(routes.changeApplication, { at: { id }, body })
    mergeResponse(client, response)
    void client.invalidateQueries({ queryKey: ['application', id] })
    return { kind: 'saved', application: response.application }
  } catch (error) {
    if (isSignedOut(error)) {
      close(error)
      return { kind: 'away' }
    }
    if (error instanceof CallError && error.status === 409) {
      await client.invalidateQueries({ queryKey: ['application', id] })
      return { kind: 'changed' }
    }
    report('saving notes', error)
    if (error instanceof CallError && error.status >= 400 && error.status < 500 && error.status !== 429)
      return { kind: 'refused', message: error.details.notes ?? error.message }
    return { kind: 'away' }
  }
}

/** Saves the notes that this tab could not save. Those that were changed elsewhere wait for their application to be opened. */
async function saveUnsaved(client: QueryClient): Promise<void> {
  for (const [id, { text, base }] of unsavedNotes.all()) {
    if (base.revision === undefined) continue
    const outcome = await save(client, id, text, base.revision)
    if (outcome.kind !== 'saved') continue
    if (unsavedNotes.of(id)?.text === text) unsavedNotes.store(id, undefined)
    toast.success('Notes saved', applicantLabel(outcome.application))
  }
}

let isWatching = false

/** Saves unsaved notes at the start of a page, after an outage and before a logout; asks before a page is left during an outage. */
export function watchNotes(client: QueryClient): void {
  void saveUnsaved(client)
  if (isWatching) return
  isWatching = true
  onConnection(() => offlineSince() === undefined && void saveUnsaved(client))
  window.addEventListener('beforeunload', (event) => {
    // A tab that is closed now would lose them.
    if (offlineSince() !== undefined && unsavedNotes.all().length > 0) event.preventDefault()
  })
  beforeLogout(() => saveUnsaved(client))
}

export type NoteState = 'idle' | 'saving' | 'saved' | 'away' | 'refused'

/** The notes of an application while they are edited. `revision`: the one that `record` was read at. */
export function useNotes(client: QueryClient, record: ApplicationRecord, revision: number | undefined) {
  const { id, notes } = record
  const [edit, setEdit] = useState<Edit>(() => unsavedNotes.of(id) ?? { text: notes, base: { notes, revision } })
  const [state, setState] = useState<NoteState>('idle')
  const [message, setMessage] = useState('')
  const current = useRef(edit)
  const running = useRef(Promise.resolve())
  // The field was left before the application was loaded, whose revision a save needs.
  const isLeft = useRef(isUnsaved(edit) && edit.base.revision === undefined)

  const change = (next: Edit): void => {
    current.current = next
    unsavedNotes.store(id, isUnsaved(next) ? { text: next.text, base: next.base } : undefined)
    setEdit(next)
  }

  const saveNow = async (step: Step): Promise<void> => {
    const { text, base, theirs } = current.current
    isLeft.current = base.revision === undefined
    if (text === base.notes || theirs !== undefined || base.revision === undefined) return
    setState('saving')
    const outcome = await save(client, id, text, base.revision)
    if (outcome.kind === 'saved') {
      const { revision } = outcome.application
      change({ ...current.current, base: { notes: text, revision } })
      offerEditUndo(client, { step, title: 'Notes saved', record: outcome.application, revision, upTo: revision })
    }
    setMessage(outcome.kind === 'refused' ? outcome.message : '')
    setState(outcome.kind === 'changed' ? 'idle' : outcome.kind)
  }
  /** Saves the text one save after the other. */
  const saveText = (): void => {
    running.current = running.current.then(() => asStep(`The notes about ${applicantLabel(record)}`, saveNow))
  }
  const latest = useRef(saveText)
  latest.current = saveText

  const receive = useRef((server: SavedNotes) => change(follow(current.current, server)))
  useEffect(() => {
    receive.current({ notes, revision })
    if (isLeft.current && revision !== undefined) latest.current()
  }, [notes, revision])
  useEffect(() => {
    const leave = (): void => {
      if (document.hidden) latest.current()
    }
    document.addEventListener('visibilitychange', leave)
    return () => {
      document.removeEventListener('visibilitychange', leave)
      latest.current()
    }
  }, [])

  return {
    edit,
    state,
    message,
    write: (text: string): void => {
      change({ ...current.current, text })
      setState('idle')
    },
    save: saveText,
    /** Resolves a conflict: `text` replaces the notes of the other window. */
    choose: (text: string): void => {
      change({ text, base: current.current.theirs ?? current.current.base })
      saveText()
    },
    /** Both texts merged, during a conflict. */
    both: merged(edit.base.notes, edit.theirs?.notes ?? '', edit.text),
  }
}
