import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { Right } from '../../../api/rights.ts'
import { call } from '../../../dashboard/client.ts'
import { rightNames } from '../../../dashboard/frame/HelperLine.tsx'
import { formatCount, formatDay, formatMoment } from '../../../dashboard/labels.ts'
import { serverNow } from '../../../dashboard/server-time.ts'
import { refusalOf, reportFailure, showFailure } from '../../../dashboard/session/failures.ts'
import { LoadFailure } from '../../../dashboard/session/LoadFailure.tsx'
import { Button } from '../../../dashboard/ui/Button.tsx'
import { DeleteQuestion } from '../../../dashboard/ui/DeleteQuestion.tsx'
import { Field } from '../../../dashboard/ui/Field.tsx'
import { Screen } from '../../../dashboard/ui/Screen.tsx'
import { toast } from '../../../dashboard/ui/toast.ts'
import { dayAfter, dayOf } from '../../../shared/dates.ts'
import { type HelperRecord, helperLimits, helperRoutes } from '../api.ts'

const helpersQuery = queryOptions({ queryKey: ['helpers'], queryFn: ({ signal }) => call(helperRoutes.helpers, { signal }) })

/** A day as far ahead as most links need. */
const usualDays = 30

/** What each right opens, for the one who gives it. */
const choices: readonly (readonly [right: Right, name: string, opens: string])[] = [
  ['write', 'Write the site', 'drafts of pages, posts and letters; you publish them. No application, and nobody’s data.'],
  ['publish', 'Write and publish the site', 'the same, and publishing. No application, and nobody’s data.'],
  [
    'read',
    'Read',
    'the list, answers, files, notes and scores. No decision, no note, no letter, no export; nothing counts as read.',
  ],
  ['meet', 'Meet', 'the calendar, with the sheet of each meeting.'],
]

/** The page of the people to whom the admin gave a link. */
export function PeoplePage() {
  const query = useQuery(helpersQuery)
  const client = useQueryClient()
  const [toEnd, setToEnd] = useState<HelperRecord>()
  async function act(operation: string, title: string, work: () => Promise<unknown>): Promise<void> {
    try {
      await work()
    } catch (error) {
      showFailure(operation, title, error)
    }
    await client.invalidateQueries({ queryKey: helpersQuery.queryKey })
  }
  const helpers = query.data?.helpers ?? []
  const over = helpers.filter(({ open }) => !open)
  const row = (helper: HelperRecord) => <Person key={helper.id} helper={helper} act={act} end={() => setToEnd(helper)} />
  return (
    <Screen
      title="People"
      busy={query.isPending}
      about={
        <p className="soft small">
          Each person has a link of their own. It opens one thing, until a day that you choose. You alone decide, and write to
          applicants.
        </p>
      }
    >
      <LoadFailure title="The people could not be loaded" query={query} />
      {query.data !== undefined && helpers.length === over.length && (
        <p>Nobody has a link. Give one to a colleague who writes the site, reads applications, or sits in the meetings.</p>
      )}
      <ul className="lined" data-list="" tabIndex={-1} aria-label="People">
        {helpers.filter(({ open }) => open).map(row)}
      </ul>
      <GiveLink />
      {over.length > 0 && (
        <details>
          <summary>{over.length === 1 ? '1 link is over' : `${formatCount(over.length)} links are over`}</summary>
          <ul className="lined">{over.map(row)}</ul>
        </details>
      )}
      <DeleteQuestion
        subject={toEnd}
        title={({ name }) => `End the link of ${name}?`}
        verb="End"
        text={() => 'What is open in their browsers ends at once. What they wrote stays.'}
        close={() => setToEnd(undefined)}
        remove={({ id }) => void act('ending a link', 'Not ended', () => call(helperRoutes.endLink, { at: { id } }))}
      />
    </Screen>
  )
}

/** What a link is for, when it ended, and when it was last used. A field beside it says until when an open one is. */
function wordsOf({ right, title, until, seen_at, ended_at, open }: HelperRecord): string {
  const what = right === 'committee' ? `reads for the committee, ${title}` : rightNames[right]
  const end = open ? [] : [`ended ${formatDay(ended_at ?? until)}`]
  return [what, ...end, seen_at === null ? 'not opened yet' : `last seen ${formatMoment(seen_at)}`].join(' · ')
}

interface PersonProps {
  readonly helper: HelperRecord
  act(operation: string, title: string, work: () => Promise<unknown>): Promise<void>
  end(): void
}

function Person({ helper, act, end }: PersonProps) {
  const { id, name, email, right, until, open } = helper
  const today = dayOf(serverNow())
  const extend = (day: string): void => {
    if (day !== '')
      void act('extending a link', 'Not extended', () => call(helperRoutes.extendLink, { at: { id }, body: { until: day } }))
  }
  const renew = () =>
    act('mailing a link', 'The link was not mailed', async () => {
      await call(helperRoutes.renewLink, { at: { id } })
      toast.success('A new link is on its way', email)
    })
  return (
    <li className="row gap-2 middle spread">
      <p className="entry">
        <b>{name}</b> <span className="soft">{email}</span>
        <span className="below">{wordsOf(helper)}</span>
      </p>
      <div className="row gap-3 middle">
        {open && (
          <label className="row gap-1 middle small">
            Until
            <input
              type="date"
              aria-label={`Last day of the link of ${name}`}
              min={today}
              max={dayAfter(today, helperLimits.days)}
              defaultValue={dayOf(new Date(until))}
              key={until}
              onBlur={({ target }) => target.value !== dayOf(new Date(until)) && extend(target.value)}
            />
          </label>
        )}
        <div className="row gap-1">
          {right !== 'committee' && Date.parse(until) > serverNow().getTime() && (
            <Button tone="quiet" aria-label={`Mail a new link: ${name}`} onClick={() => void renew()}>
              Mail a new link
            </Button>
          )}
          {open && (
            <Button tone="quiet" aria-label={`End the link of ${name}`} onClick={end}>
              End…
            </Button>
          )}
        </div>
      </div>
    </li>
  )
}

/** The form that gives a person a link. */
function GiveLink() {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState('')
  const today = dayOf(serverNow())
  async function give(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const form = event.currentTarget
    const { name = '', email = '', right = '', until = '' } = Object.fromEntries(new FormData(form)) as Record<string, string>
    setBusy(true)
    setFault('')
    try {
      await call(helperRoutes.giveLink, { body: { name, email, right: right as Right, until } })
      toast.success('The link is on its way', email)
      form.reset()
    } catch (error) {
      reportFailure('giving a link', error)
      setFault(refusalOf(error) ?? 'The link was not given.')
    }
    setBusy(false)
    await client.invalidateQueries({ queryKey: helpersQuery.queryKey })
  }
  return (
    <form className="stack gap-4" aria-labelledby="give" onSubmit={(event) => void give(event)}>
      <h2 id="give">Give a link</h2>
      <div className="fields">
        <Field label="Name">
          <input name="name" required maxLength={80} autoComplete="off" />
        </Field>
        <Field label="Email">
          <input name="email" type="email" required maxLength={254} autoComplete="off" />
        </Field>
        <Field label="Until the end of">
          <input
            name="until"
            type="date"
            required
            min={today}
            max={dayAfter(today, helperLimits.days)}
            defaultValue={dayAfter(today, usualDays)}
          />
        </Field>
      </div>
      <fieldset className="stack gap-2">
        <legend>What it opens</legend>
        {choices.map(([right, name, opens]) => (
          <label key={right} className="check">
            <input type="radio" name="right" value={right} required />
            <span>
              <b>{name}</b>: {opens}
            </span>
          </label>
        ))}
      </fieldset>
      <p className="soft small">The link goes to the address. It asks for a code, which goes there too, once in each browser.</p>
      {fault !== '' && (
        <p role="alert" className="bad">
          {fault}
        </p>
      )}
      <div>
        <Button type="submit" disabled={busy}>
          Mail the link
        </Button>
      </div>
    </form>
  )
}
