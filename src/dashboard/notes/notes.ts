import type { QueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { paths } from '../../api/paths.ts'
import type { ApplicationRecord, ApplicationResponse } from '../../api/responses.ts'
import { mergeResponse } from '../applications/cache.ts'
import { CallError, call, report } from '../client.ts'
import { offerEditUndo } from '../decisions/undo.ts'
import { applicantLabel } from '../labels.ts'
import { onConnection } from '../live/connection.ts'
import { isSignedOut } from '../session/failures.ts'
import { beforeLogout, close } from '../session/session.ts'
import { toast } from '../ui/toast.ts'
import { claimLeftNotes, storeDraft, storeLeftNotes } from './note-drafts.ts'
import { type NoteDraft, NoteKeeper, type NotePorts, type NoteView, type SavedNotes, type SaveOutcome } from './note-keeper.ts'

/** The notes opened on this page, by application. Unsaved ones are retried after their application is closed. */
const keepers = new Map<string, NoteKeeper>()

const reasons: Readonly<Record<NoteDraft['why'], string>> = {
  session: 'They were written just before your session ended.',
  away: 'They were written while the server could not be reached.',
  leaving: 'They were written just before the page was left.',
}

/** The outcome of a save whose call failed. */
function failed(error: unknown): Exclude<SaveOutcome, { kind: 'saved' }> {
  if (isSignedOut(error)) {
    close(error)
    return { kind: 'session' }
  }
  if (error instanceof CallError && error.status === 409) return { kind: 'changed' }
  report('saving notes', error)
  if (error instanceof CallError && error.status >= 400 && error.status < 500 && error.status !== 429)
    return { kind: 'refused', message: error.details.notes ?? error.message }
  return { kind: 'away' }
}

function portsOf(client: QueryClient, id: string, latest: () => ApplicationRecord | undefined): NotePorts {
  return {
    save: async (notes, revision, last) => {
      try {
        const body = { notes, notes_revision: revision }
        const response = await call<ApplicationResponse>(paths.application(id), { method: 'PATCH', body, keepalive: last })
        mergeResponse(client, response)
        void client.invalidateQueries({ queryKey: ['application', id] })
        return { kind: 'saved', revision: response.application.revision }
      } catch (error) {
        return failed(error)
      }
    },
    read: async (from = Number.POSITIVE_INFINITY) => {
      try {
        const { application, history = [] } = await call<ApplicationResponse>(paths.application(id))
        // Each change raises the revision by one and adds one entry. Other entries have a value, too, such as the status of a decision.
        const since = history
          .slice(from + 1)
          .filter(({ event }) => event.what === 'noted' || event.undid === 'noted')
          .flatMap(({ event }) => (typeof event.to === 'string' ? [event.to] : []))
        return { notes: application.notes, revision: application.revision, since }
      } catch (error) {
        const fault = failed(error)
        return fault.kind === 'changed' ? { kind: 'away' } : fault
      }
    },
    keep: (draft) => storeDraft(id, draft),
    done: (revision, upTo, why) => {
      const record = latest()
      if (why !== undefined && record !== undefined) toast.success('Notes saved', `${applicantLabel(record)}. ${reasons[why]}`)
      else if (why !== undefined) toast.success('Notes saved', reasons[why])
      else if (record !== undefined) offerEditUndo(client, { title: 'Notes saved', record, revision, upTo })
    },
  }
}

const recordOf = (client: QueryClient, id: string): ApplicationRecord | undefined =>
  client.getQueryData<ApplicationResponse>(['application', id])?.application

function keeperOf(client: QueryClient, id: string, saved: SavedNotes): NoteKeeper {
  const existing = keepers.get(id)
  if (existing !== undefined) return existing
  if (keepers.size === 0) watchPage()
  const keeper = new NoteKeeper(
    saved,
    portsOf(client, id, () => recordOf(client, id)),
  )
  keepers.set(id, keeper)
  return keeper
}

const unsaved = (): readonly NoteKeeper[] => [...keepers.values()].filter(({ isUnsaved }) => isUnsaved)

const leave = (): boolean =>
  storeLeftNotes([...keepers].flatMap(([id, { draft }]) => (draft === undefined ? [] : [{ id, draft }])))

/** Saves or stores unsaved notes when the page is left, and saves them after an outage or before a logout. */
function watchPage(): void {
  const saveLast = (): void => {
    for (const keeper of unsaved()) void keeper.save(true)
  }
  window.addEventListener('pagehide', () => {
    leave()
    saveLast()
  })
  document.addEventListener('visibilitychange', () => document.hidden && saveLast())
  window.addEventListener('beforeunload', (event) => {
    // Ask before leaving only if the browser cannot store them for the next visit.
    if (unsaved().length > 0 && !leave()) event.preventDefault()
  })
  onConnection(() => {
    for (const keeper of unsaved()) keeper.retry()
  })
  beforeLogout(async () => {
    await Promise.all(unsaved().map((keeper) => keeper.save()))
  })
}

/** The notes of an application and their keeper. `revision`: the one that `record` was read at. */
export function useNotes(
  client: QueryClient,
  record: ApplicationRecord,
  revision: number | undefined,
): { readonly keeper: NoteKeeper; readonly view: NoteView } {
  const { id, notes } = record
  const keeper = keeperOf(client, id, { notes, revision })
  const view = useSyncExternalStore(keeper.subscribe, keeper.view)
  useEffect(() => keeper.receive({ notes, revision }), [keeper, notes, revision])
  // Closing an application ends the edit.
  useEffect(() => () => void keeper.end(), [keeper])
  return { keeper, view }
}

/** Saves the notes that earlier pages could not save. */
export function saveLeftNotes(client: QueryClient): void {
  for (const { id, draft } of claimLeftNotes()) keeperOf(client, id, draft).resume(draft)
}
