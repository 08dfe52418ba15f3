import type { QueryClient } from '@tanstack/react-query'
import { paths } from '../../api/paths.ts'
import type { ApplicationRecord, ApplicationReply } from '../../api/replies.ts'
import { take } from '../applications/queries.ts'
import { call, Refusal, report } from '../client.ts'
import { close } from '../session/session.ts'
import { toast } from '../ui/toast.ts'
import { offerWritten } from './undo.ts'

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
