import type { QueryClient } from '@tanstack/react-query'
import { paths } from '../../api/paths.ts'
import type { ApplicationRecord, HeldReply } from '../../api/replies.ts'
import type { Status } from '../../applications/application.ts'
import { remove } from '../applications/cache.ts'
import { CallError, call, report } from '../client.ts'
import { applicantLabel, applicantName } from '../labels.ts'
import { close } from '../session/session.ts'
import { toast } from '../ui/toast.ts'
import { changeStatus, refreshAfter } from './change-status.ts'
import { type OnUndone, offerUndo } from './undo.ts'

/** Decides about one application and says how it went. False when it was not done. */
export async function decide(
  client: QueryClient,
  record: ApplicationRecord,
  status: Status,
  returned?: OnUndone,
): Promise<boolean> {
  const changed = await changeStatus(client, record, status)
  if (changed === 'busy') return false
  refreshAfter(client, [record.id])
  if (changed.ok)
    offerUndo(client, {
      say: `Application ${status} successfully`,
      // The specification's sentence is hard to read for a pitch: the second one says what it means.
      more: status === 'pitch' ? `${applicantName(record)} is invited to pitch.` : undefined,
      done: [changed],
      undoFor: changed.undoFor,
      onUndone: returned,
    })
  else toast.failure('Failed to update application status', `${applicantLabel(record)}. ${changed.say}`)
  return changed.ok
}

/** Deletes an application; it leaves every list at once, and can be taken back while the server holds it. False when it was not done. */
export async function deleteApplication(client: QueryClient, record: ApplicationRecord, returned?: OnUndone): Promise<boolean> {
  try {
    const reply = await call<HeldReply>(paths.application(record.id), { method: 'DELETE' })
    remove(client, record.id)
    void client.invalidateQueries({ queryKey: ['stats'] })
    void client.invalidateQueries({ queryKey: ['outbox'] })
    offerUndo(client, {
      say: 'Application deleted successfully',
      done: [{ record, revision: reply.revision }],
      undoFor: reply.undoFor,
      onUndone: returned,
    })
    return true
  } catch (error) {
    if (error instanceof CallError && error.status === 401) {
      close(error)
      return false
    }
    if (error instanceof CallError && error.status === 404) remove(client, record.id)
    report('deleting an application', error)
    toast.failure('Failed to delete application', error instanceof Error ? error.message : '')
    return false
  }
}
