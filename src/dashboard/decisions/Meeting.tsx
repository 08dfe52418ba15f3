import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { paths } from '../../api/paths.ts'
import type { ApplicationRecord, ApplicationReply } from '../../api/replies.ts'
import { mergeReply } from '../applications/cache.ts'
import { CallError, call, report } from '../client.ts'
import { formatMoment, fromLocalInput, toLocalInput } from '../labels.ts'
import { close } from '../session/session.ts'
import { Button } from '../ui/Button.tsx'
import { toast } from '../ui/toast.ts'
import styles from './meeting.module.css'
import { offerEditUndo } from './undo.ts'

/** When the meeting is, by the reviewer's own clock; written down by hand. */
export function Meeting({ record }: { record: ApplicationRecord }) {
  const client = useQueryClient()
  const id = useId()
  const { meeting_scheduled_at: at } = record
  return (
    <form
      className={styles.meeting}
      onSubmit={(event) => {
        event.preventDefault()
        const said = new FormData(event.currentTarget).get('meeting')
        if (typeof said === 'string') void saveMeeting(client, record, fromLocalInput(said))
      }}
    >
      <label htmlFor={id}>Meeting</label>
      {/* Keyed by its value: an answer of the server is shown as it is. */}
      <input key={at} id={id} name="meeting" type="datetime-local" defaultValue={toLocalInput(at)} />
      <Button type="submit">Save meeting</Button>
      {at !== null && <p>Set for {formatMoment(at)}</p>}
    </form>
  )
}

/** Sets or clears (null) when the meeting is; ISO 8601. False when it could not be saved. */
export async function saveMeeting(client: QueryClient, record: ApplicationRecord, at: string | null): Promise<boolean> {
  if (at === record.meeting_scheduled_at) return true
  const { id } = record
  try {
    const reply = await call<ApplicationReply>(paths.application(id), { method: 'PATCH', body: { meeting_scheduled_at: at } })
    mergeReply(client, reply)
    void client.invalidateQueries({ queryKey: ['application', id] })
    const { revision } = reply.application
    offerEditUndo(client, { say: at === null ? 'Meeting cleared' : 'Meeting saved', record, revision, upTo: revision })
    return true
  } catch (error) {
    if (error instanceof CallError && error.status === 401) close(error)
    else {
      report('saving the meeting', error)
      toast.failure('Failed to save the meeting', error instanceof Error ? error.message : '')
    }
    return false
  }
}
