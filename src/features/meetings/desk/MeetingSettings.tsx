import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../../dashboard/client.ts'
import { formatCount, formatMoment } from '../../../dashboard/labels.ts'
import { showFailure } from '../../../dashboard/session/failures.ts'
import { Button } from '../../../dashboard/ui/Button.tsx'
import { Field } from '../../../dashboard/ui/Field.tsx'
import { toast } from '../../../dashboard/ui/toast.ts'
import type { MeetingsResponse, TermsRecord } from '../api.ts'
import { meetingRoutes } from '../api.ts'
import styles from './meetings.module.css'
import { meetingsQuery, saveTerms } from './meetings.ts'

/** How long a meeting is, the pause after it, and where all meetings are. What is typed is saved when its field, or the page, is left. */
export function Terms({ data }: { readonly data: MeetingsResponse }) {
  const client = useQueryClient()
  const form = useRef<HTMLFormElement>(null)
  const [typed, setTyped] = useState<Partial<TermsRecord>>({})
  const shown = { ...data.terms, ...typed }
  async function save(): Promise<void> {
    if (Object.entries(typed).every(([name, value]) => data.terms[name as keyof TermsRecord] === value)) return setTyped({})
    if (form.current?.reportValidity() !== true) return
    const saved = await saveTerms(client, typed, data)
    if (saved === undefined) return
    setTyped((later) => (later === typed ? {} : later))
    const whom =
      saved.letters === 1 ? 'One applicant who has a time gets' : `${formatCount(saved.letters)} applicants who have a time get`
    toast.success('Saved', saved.letters === 0 ? '' : `${whom} a letter about the place, in five minutes.`)
  }
  const latest = useRef(save)
  latest.current = save
  useEffect(() => {
    const leave = (): void => {
      if (document.hidden) void latest.current()
    }
    document.addEventListener('visibilitychange', leave)
    return () => document.removeEventListener('visibilitychange', leave)
  }, [])
  return (
    <form
      ref={form}
      className="fields strip"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
      onBlur={() => void save()}
      data-print="no"
    >
      {(['minutes', 'gap'] as const).map((name) => (
        <Field key={name} label={name === 'minutes' ? 'Minutes' : 'Pause after it'}>
          <input
            type="number"
            min={name === 'minutes' ? 5 : 0}
            max={480}
            step={5}
            required
            value={shown[name]}
            onChange={(event) => setTyped({ ...typed, [name]: event.target.valueAsNumber || 0 })}
          />
        </Field>
      ))}
      <Field label="Where: a place, or the link of a call">
        <input
          maxLength={300}
          value={shown.location}
          onChange={(event) => setTyped({ ...typed, location: event.target.value })}
        />
      </Field>
    </form>
  )
}

/** The secret address of the calendar feed. It is shown once. */
export function CalendarFeed({ data: { feedSince } }: { readonly data: MeetingsResponse }) {
  const client = useQueryClient()
  const [url, setUrl] = useState<string>()
  const done = (next: string | undefined): Promise<void> => {
    setUrl(next)
    return client.invalidateQueries({ queryKey: meetingsQuery.queryKey })
  }
  const onError = (error: unknown): void => showFailure('changing the calendar', 'Not saved', error)
  const make = useMutation({
    mutationFn: () => call(meetingRoutes.makeCalendarFeed, { body: {} }),
    onSuccess: (made) => done(made.url),
    onError,
  })
  const end = useMutation({ mutationFn: () => call(meetingRoutes.endCalendarFeed), onSuccess: () => done(undefined), onError })
  return (
    <section className={`stack gap-3 start ${styles.calendar}`} aria-labelledby="calendar" data-print="no">
      <h2 id="calendar">In your calendar</h2>
      <p className="soft small">
        A calendar program reads the meetings from a secret address. Whoever has it sees names and times.
        {feedSince !== null && ` The address was made on ${formatMoment(feedSince)}.`}
      </p>
      {url !== undefined && (
        <div className={styles.feed}>
          <Field label="Subscribe to this address in your calendar. It is not shown again.">
            <input readOnly value={url} onFocus={(event) => event.target.select()} />
          </Field>
        </div>
      )}
      <div className="row gap-2">
        <Button onClick={() => make.mutate()} disabled={make.isPending}>
          {feedSince === null ? 'Make the address' : 'Make a new address'}
        </Button>
        {feedSince !== null && (
          <Button tone="quiet" onClick={() => end.mutate()} disabled={end.isPending}>
            End it
          </Button>
        )}
      </div>
    </section>
  )
}
