import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import { Switch } from '../ui/Switch.tsx'
import { letterHoldQuery, saveLetterHold } from './held-letters.ts'
import styles from './outbox.module.css'

const defaultTime = '18:00'

/** How long letters of decisions and messages wait. */
export function LetterHoldField() {
  const client = useQueryClient()
  const { data } = useQuery(letterHoldQuery)
  const [time, setTime] = useState<string>()
  if (data === undefined) return null
  const { hold, revision, seconds } = data
  const saved = hold.kind === 'until' ? hold.time : undefined
  return (
    <form
      className={styles.hold}
      onSubmit={(event) => {
        event.preventDefault()
        if (time !== undefined) void saveLetterHold(client, { kind: 'until', time }, revision)
      }}
    >
      <p className={styles.question}>How long letters wait</p>
      <Switch
        label="Letters wait"
        options={[
          { value: 'seconds', name: seconds === 0 ? 'Not at all' : `${seconds} seconds` },
          { value: 'until', name: 'Until a time of day' },
          { value: 'by_hand', name: 'Until I send them' },
        ]}
        value={hold.kind}
        choose={(kind) =>
          void saveLetterHold(client, kind === 'until' ? { kind, time: time ?? defaultTime } : { kind }, revision)
        }
      />
      {saved !== undefined && (
        <>
          <Field label="Time in India">
            <input type="time" required value={time ?? saved} onChange={(event) => setTime(event.target.value)} />
          </Field>
          {time !== undefined && time !== saved && <Button type="submit">Save the time</Button>}
        </>
      )}
      <p>Letters that already wait keep their time.</p>
    </form>
  )
}
