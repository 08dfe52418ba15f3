import { useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import type { ApplicationRecord } from '../../api/replies.ts'
import { fromLocalInput, momentOf, toLocalInput } from '../times.ts'
import { Button } from '../ui/Button.tsx'
import styles from './meeting.module.css'
import { saveMeeting } from './meeting.ts'

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
      {at !== null && <p>Set for {momentOf(at)}</p>}
    </form>
  )
}
