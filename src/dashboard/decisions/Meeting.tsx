import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { paths } from '../../api/paths.ts'
import type { ApplicationRecord, ApplicationResponse } from '../../api/responses.ts'
import { mergeResponse } from '../applications/cache.ts'
import { call } from '../client.ts'
import { formatMoment, fromLocalInput, toLocalInput } from '../labels.ts'
import { showFailure } from '../session/failures.ts'
import { Button } from '../ui/Button.tsx'
import styles from './meeting.module.css'
import { offerEditUndo } from './undo.ts'

/** The time of the meeting, in the reviewer's time zone. */
export function Meeting({ record }: { record: ApplicationRecord }) {
  const client = useQueryClient()
  const id = useId()
  const { meeting_scheduled_at: at } = record
  return (
    <form
      className={styles.meeting}
      onSubmit={(event) => {
        event.preventDefault()
        const value = new FormData(event.currentTarget).get('meeting')
        if (typeof value === 'string') void saveMeeting(client, record, fromLocalInput(value))
      }}
    >
      <label htmlFor={id}>Meeting</label>
      {/* Keyed by its value, so that a new value from the server replaces the typed one. */}
      <input key={at} id={id} name="meeting" type="datetime-local" defaultValue={toLocalInput(at)} />
      <Button type="submit">Save meeting</Button>
      {at !== null && <p>Set for {formatMoment(at)}</p>}
    </form>
  )
}

/** Saves the time of the meeting (ISO 8601), or clears it (null). Returns whether it succeeded. */
async function saveMeeting(client: QueryClient, record: ApplicationRecord, at: string | null): Promise<boolean> {
  if (at === record.meeting_scheduled_at) return true
  const { id } = record
  try {
    const response = await call<ApplicationResponse>(paths.application(id), {
      method: 'PATCH',
      body: { meeting_scheduled_at: at },
    })
    mergeResponse(client, response)
    void client.invalidateQueries({ queryKey: ['application', id] })
    const { revision } = response.application
    offerEditUndo(client, { title: at === null ? 'Meeting cleared' : 'Meeting saved', record, revision, upTo: revision })
    return true
  } catch (error) {
    showFailure('saving the meeting', 'Failed to save the meeting', error)
    return false
  }
}
