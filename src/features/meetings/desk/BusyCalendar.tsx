import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call } from '../../../dashboard/client.ts'
import { formatMoment } from '../../../dashboard/labels.ts'
import { Button } from '../../../dashboard/ui/Button.tsx'
import { Field } from '../../../dashboard/ui/Field.tsx'
import { minute } from '../../../shared/dates.ts'
import { type BusyRecord, meetingRoutes } from '../api.ts'

const busyQuery = queryOptions({
  queryKey: ['meetings', 'busy'],
  queryFn: ({ signal }) => call(meetingRoutes.busy, { signal }),
  refetchInterval: minute,
})

/** Where the reading of the calendar stands, in sentences. */
function stateWords({ host, read_at, fault, kept_back }: BusyRecord): string {
  const backWords =
    kept_back === 0
      ? 'None of your open times is kept back.'
      : `${kept_back} of your open times ${kept_back === 1 ? 'is' : 'are'} not offered.`
  if (fault === '') return `Read from ${host} on ${formatMoment(read_at ?? '')}. ${backWords}`
  const lastWords =
    read_at === null
      ? 'It was never read, so nothing is kept back.'
      : `What was read on ${formatMoment(read_at)} still counts. ${backWords}`
  return `${host} cannot be read: ${fault}. ${lastWords}`
}

/** The address of the reviewer's own calendar. Times at which it is busy are not offered. */
export function BusyCalendar() {
  const client = useQueryClient()
  const busy = useQuery(busyQuery).data?.busy ?? null
  const [url, setUrl] = useState('')
  const save = useMutation({
    mutationFn: (address: string) => call(meetingRoutes.saveBusy, { body: { url: address } }),
    onSuccess: (saved) => {
      setUrl('')
      client.setQueryData(busyQuery.queryKey, saved)
      return client.invalidateQueries({ queryKey: ['meetings'] })
    },
  })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (url.trim() !== '') save.mutate(url)
  }
  return (
    <section className="stack gap-3 part" aria-labelledby="busy" data-print="no">
      <h2 id="busy">When you are busy</h2>
      <p className={`small ${busy !== null && busy.fault !== '' ? 'bad' : 'soft'}`} role="status">
        {busy === null
          ? 'Enter the secret address (iCal, .ics) of your own calendar: times at which it is busy are not offered. It is read every ten minutes; nobody sees what is in it.'
          : stateWords(busy)}
      </p>
      <form className="stack gap-2" onSubmit={submit}>
        <Field label="Address of your calendar">
          <input
            type="text"
            inputMode="url"
            value={url}
            maxLength={500}
            required
            onChange={(event) => setUrl(event.target.value)}
          />
        </Field>
        <div className="row gap-2">
          <Button type="submit" disabled={save.isPending}>
            {save.isPending ? 'Reading…' : busy === null ? 'Read it' : 'Read this one instead'}
          </Button>
          {busy !== null && (
            <Button tone="quiet" disabled={save.isPending} onClick={() => save.mutate('')}>
              End it
            </Button>
          )}
        </div>
      </form>
      {save.error !== null && (
        <p className="small bad" role="alert">
          {save.error.message}
        </p>
      )}
    </section>
  )
}
