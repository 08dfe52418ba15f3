import type { QueryClient } from '@tanstack/react-query'
import { paths } from '../../api/paths.ts'
import type { ApplicationRecord, ApplicationReply } from '../../api/replies.ts'
import { call, Refusal, report } from './call.ts'
import { keepUnsavedNote, unsavedNotes } from './kept.ts'
import { take } from './queries.ts'
import { close } from './session.ts'
import { toast } from './toasts.ts'
import { offerWritten } from './undo.ts'

/**
 * Saves the notes of an application. While they are not saved they are kept in this tab, so that a session that ends under the
 * writer's hands loses nothing. Undefined when they could not be saved.
 */
export async function saveNotes(
  client: QueryClient,
  id: string,
  notes: string,
  keepalive = false,
): Promise<ApplicationReply | undefined> {
  keepUnsavedNote(id, notes)
  try {
    const reply = await call<ApplicationReply>(paths.application(id), { method: 'PATCH', body: { notes }, keepalive })
    if (unsavedNotes()[id] === notes) keepUnsavedNote(id, undefined)
    take(client, reply)
    void client.invalidateQueries({ queryKey: ['application', id] })
    return reply
  } catch (error) {
    if (error instanceof Refusal && error.status === 401) close(error)
    else {
      report('saving notes', error)
      // Gone for good: there is nothing left to write them to.
      if (error instanceof Refusal && error.status === 404) keepUnsavedNote(id, undefined)
    }
    return undefined
  }
}

/** Saves the notes that an ended session left behind. */
export async function saveLeftNotes(client: QueryClient): Promise<void> {
  for (const [id, notes] of Object.entries(unsavedNotes()))
    if (await saveNotes(client, id, notes)) toast.success('Notes saved', 'They were written just before your session ended.')
}

/** Sets or clears (null) when the meeting is; ISO 8601. False when it could not be saved. */
export async function saveMeeting(client: QueryClient, record: ApplicationRecord, at: string | null): Promise<boolean> {
  if (at === record.meeting_scheduled_at) return true
  const { id } = record
  try {
    const reply = await call<ApplicationReply>(paths.application(id), { method: 'PATCH', body: { meeting_scheduled_at: at } })
    take(client, reply)
    void client.invalidateQueries({ queryKey: ['application', id] })
    const { revision = 0 } = reply
    offerWritten(client, { say: at === null ? 'Meeting cleared' : 'Meeting saved', record, revision, upTo: revision })
    return true
  } catch (error) {
    if (error instanceof Refusal && error.status === 401) close(error)
    else {
      report('saving the meeting', error)
      toast.failure('Failed to save the meeting', error instanceof Error ? error.message : '')
    }
    return false
  }
}
