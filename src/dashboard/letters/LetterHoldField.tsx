import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { markOfZone } from '../../shared/dates.ts'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import { Switch } from '../ui/Switch.tsx'
import { letterHoldQuery, saveLetterHold } from './held-letters.ts'

const defaultTime = '18:00'

/** A time that is typed and not saved. */
interface Typed {
  readonly time: string
  /** The time that was saved when the typing began. */
  readonly began: string
  /** The revision that a save replaces: the one when the typing began, or when a save was refused. */
  readonly revision: number
}

/** How long letters of decisions and messages wait. */
export function LetterHoldField() {
  const client = useQueryClient()
  const { data } = useQuery(letterHoldQuery)
  const [typed, setTyped] = useState<Typed>()
  const last = useRef(defaultTime)
  if (data === undefined) return null
  const { hold, revision, seconds } = data
  const saved = hold.kind === 'until' ? hold.time : undefined
  if (saved !== undefined) last.current = saved

  async function save({ time, revision: seen }: Typed): Promise<void> {
    const isSaved = await saveLetterHold(client, { kind: 'until', time }, seen)
    const now = client.getQueryData(letterHoldQuery.queryKey)?.revision ?? seen
    setTyped((later) => (later === undefined || (isSaved && later.time === time) ? undefined : { ...later, revision: now }))
  }

  return (
    <form
      className="fields strip"
      onSubmit={(event) => {
        event.preventDefault()
        if (typed !== undefined) void save(typed)
      }}
    >
      <h2>How long letters wait</h2>
      <Switch
        label="Letters wait"
        options={[
          { value: 'seconds', name: seconds === 0 ? 'Not at all' : `${seconds} seconds` },
          { value: 'until', name: 'Until a time' },
          { value: 'by_hand', name: 'Until I send' },
        ]}
        value={hold.kind}
        choose={(kind) => {
          setTyped(undefined)
          void saveLetterHold(client, kind === 'until' ? { kind, time: last.current } : { kind }, revision)
        }}
      />
      {saved !== undefined && (
        <>
          <Field label={`Time, in ${markOfZone()}`}>
            <input
              type="time"
              required
              value={typed?.time ?? saved}
              onChange={(event) => setTyped({ began: saved, revision, ...typed, time: event.target.value })}
            />
          </Field>
          {typed !== undefined && typed.time !== saved && <Button type="submit">Save the time</Button>}
          {typed !== undefined && typed.began !== saved && <p role="status">Another window saved {saved}.</p>}
        </>
      )}
      <p className="soft small">Letters that already wait keep their time.</p>
    </form>
  )
}
