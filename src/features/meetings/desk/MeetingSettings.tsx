import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../../dashboard/client.ts'
import { firstNames, formatMoment } from '../../../dashboard/labels.ts'
import { serverNow } from '../../../dashboard/server-time.ts'
import { showFailure } from '../../../dashboard/session/failures.ts'
import { Button } from '../../../dashboard/ui/Button.tsx'
import { Field } from '../../../dashboard/ui/Field.tsx'
import { toast } from '../../../dashboard/ui/toast.ts'
import type { MeetingsResponse, TermsRecord } from '../api.ts'
import { meetingRoutes } from '../api.ts'
import { meetingsQuery, nameOf, saveTerms } from './meetings.ts'

/** How long a meeting is, the pause after it, and where all meetings are. What is typed is saved when its field, or the page, is left. */
export function Terms({ data }: { readonly data: MeetingsResponse }) {
  const client = useQueryClient()
  const form = useRef<HTMLFormElement>(null)
  const [typed, setTyped] = useState<Partial<TermsRecord>>({})
  const [isSaved, setSaved] = useState(false)
  const shown = { ...data.terms, ...typed }
  async function save(): Promise<void> {
    if (Object.entries(typed).every(([name, value]) => data.terms[name as keyof TermsRecord] === value)) return setTyped({})
    if (form.current?.reportValidity() !== true) return
    const saved = await saveTerms(client, typed, data)
    if (saved === undefined) return
    setTyped((later) => (later === typed ? {} : later))
    // Whoever was told another place.
    const informed = data.meetings.filter(({ location_told: at }) => at !== null && at !== saved.terms.location).map(nameOf)
    const get = informed.length === 1 ? 'gets' : 'get'
    setSaved(true)
    if (saved.letters > 0) toast.success('Saved', `${firstNames(informed)} ${get} a letter about the place, in five minutes.`)
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
      className="stack gap-3 part"
      aria-label="Place and length"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
      onBlur={() => void save()}
      data-print="no"
    >
      <Field label="Where: a place, or the link of a call">
        <input
          maxLength={300}
          value={shown.location}
          onChange={(event) => setTyped({ ...typed, location: event.target.value })}
        />
      </Field>
      <Untold meetings={data.meetings} isPlaceSet={data.terms.location !== ''} />
      <div className="fields">
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
      </div>
      <p className="soft small" role="status">
        {isSaved && Object.keys(typed).length === 0 ? 'Saved.' : 'Saved as soon as you leave a field.'}
      </p>
    </form>
  )
}

/** Whose meeting is ahead, and who was told no place, or nothing at all. */
function Untold({ meetings, isPlaceSet }: { readonly meetings: MeetingsResponse['meetings']; readonly isPlaceSet: boolean }) {
  const ahead = meetings.filter(({ at }) => at > serverNow().toISOString())
  const noPlace = ahead.filter(({ location_told: at }) => at === '').map(nameOf)
  const nothing = ahead.filter(({ location_told: at }) => at === null).map(nameOf)
  const was = (names: readonly string[]): string => (names.length === 1 ? 'was' : 'were')
  return (
    <>
      {noPlace.length > 0 && !isPlaceSet && (
        <p role="note" className="small">
          {firstNames(noPlace)} {was(noPlace)} told no place. Who has a time gets a letter when you write it here.
        </p>
      )}
      {nothing.length > 0 && (
        <p role="note" className="small">
          The desk wrote {firstNames(nothing)} nothing about the time: {nothing.length === 1 ? 'it was' : 'they were'} set without
          a letter.
        </p>
      )}
    </>
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
    <details className="part" data-print="no">
      <summary>In your calendar</summary>
      <div className="stack gap-3">
        <p className="soft small">
          A calendar program reads the meetings from a secret address. Whoever has it sees names and times.
          {feedSince !== null && ` The address was made on ${formatMoment(feedSince)}.`}
        </p>
        {url !== undefined && (
          <Field label="Subscribe to this address in your calendar. It is not shown again.">
            <input readOnly value={url} onFocus={(event) => event.target.select()} />
          </Field>
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
      </div>
    </details>
  )
}
