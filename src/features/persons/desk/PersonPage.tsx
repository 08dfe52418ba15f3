import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { personPath } from '../../../dashboard/applications/url-state.ts'
import { CallError } from '../../../dashboard/client.ts'
import { formatDay } from '../../../dashboard/labels.ts'
import { LoadFailure } from '../../../dashboard/session/LoadFailure.tsx'
import { usePageFragment } from '../../../dashboard/ui/address-bar.ts'
import { Button } from '../../../dashboard/ui/Button.tsx'
import { Field } from '../../../dashboard/ui/Field.tsx'
import { Notice, Screen } from '../../../dashboard/ui/Screen.tsx'
import { useSteady } from '../../../dashboard/ui/steady.ts'
import type { OwnedRecord, PersonResponse, StoredAddressRecord } from '../records.ts'
import { Erasures } from './Erasures.tsx'
import { OwnedApplication } from './OwnedApplication.tsx'
import { BreachList, PastPeriod } from './PastPeriod.tsx'
import { PersonActions } from './PersonActions.tsx'
import { PersonRequests } from './PersonRequests.tsx'
import { countText, isExact, personQuery, personsQuery, removeStored } from './person.ts'

/** The page of everything that is stored of one person. What is searched is in the URL's fragment, which browsers do not send, so that no log contains it. */
export function PersonPage() {
  const q = usePageFragment()
  const query = useQuery(personQuery(q))
  const { data, error } = query
  const { data: waiting } = useQuery(personsQuery)
  const refused = error instanceof CallError && error.status === 400 ? (error.details.q ?? error.message) : ''
  return (
    <Screen
      title="A person’s data"
      about={
        <p className="soft small">
          Everything that is stored of one person, by all nine forms: what the desk lists, what is in quarantine, letters, notes
          and files.
        </p>
      }
      busy={query.isFetching}
    >
      <form
        className="fields"
        onSubmit={(event) => {
          event.preventDefault()
          const typed = String(new FormData(event.currentTarget).get('q')).trim()
          if (typed === q) void query.refetch()
          else location.hash = encodeURIComponent(typed)
        }}
      >
        <Field label="Email address or phone number">
          <input key={q} name="q" type="search" required autoComplete="off" spellCheck={false} defaultValue={q} />
        </Field>
        <Button type="submit">Find</Button>
      </form>
      <p role="alert" className="fault">
        {refused}
      </p>
      {refused === '' && <LoadFailure title="The person could not be loaded" query={query} />}
      {data !== undefined && <Person key={q} q={q} person={data} />}
      {waiting !== undefined && <Erasures erasures={waiting.erasures} />}
      {waiting !== undefined && q === '' && (
        <>
          <PersonRequests requests={waiting.requests} />
          <PastPeriod past={waiting.past} />
          <BreachList />
        </>
      )}
      {q !== '' && <a href={personPath}>Requests, periods and erasures</a>}
    </Screen>
  )
}

function Person({ q, person: { applications, stored, keys } }: { readonly q: string; readonly person: PersonResponse }) {
  // An application that shares only a telephone number may belong to another person: the admin decides.
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () => new Set(applications.filter((owned) => isExact(owned, q)).map(({ application }) => application.id)),
  )
  const choose = ({ application: { id } }: OwnedRecord, isChosen: boolean): void => {
    const next = new Set(chosen)
    if (isChosen) next.add(id)
    else next.delete(id)
    setChosen(next)
  }
  if (applications.length === 0 && stored.length === 0)
    return (
      <Notice title="Nothing is stored">
        <p>No application or message has this address or phone number. Letters that were sent remain with their recipients.</p>
      </Notice>
    )
  const all = applications.filter(({ application, visibility }) => chosen.has(application.id) && visibility !== 'erasing')
  return (
    <>
      <p role="status" className="soft small">
        {countText(applications.length)}, {all.length} chosen. Addresses and phone numbers:{' '}
        {keys.map(({ key }) => key).join(', ')}
      </p>
      <PersonActions chosen={all} />
      <ul className="lined">
        {applications.map((owned) => (
          <OwnedApplication
            key={owned.application.id}
            owned={owned}
            isExact={isExact(owned, q)}
            isChosen={chosen.has(owned.application.id)}
            choose={(isChosen) => choose(owned, isChosen)}
          />
        ))}
      </ul>
      <StoredAddresses stored={stored} />
    </>
  )
}

const keyOf = ({ feature, email }: StoredAddressRecord): string => `${feature} ${email}`

/** What features store of the addresses of a person. */
function StoredAddresses({ stored }: { readonly stored: readonly StoredAddressRecord[] }) {
  const client = useQueryClient()
  const { shown } = useSteady({ list: 'stored', rows: stored, keyOf, left: (row) => row })
  const isLeft = (row: StoredAddressRecord): boolean => !stored.some((other) => keyOf(other) === keyOf(row))
  if (shown.length === 0) return null
  return (
    <ul className="lined" aria-label="Stored without an application" data-steady="stored">
      {shown.map((row) => (
        <li key={keyOf(row)} className="row middle small spread">
          <span className="entry">
            <strong>{row.email}</strong> {row.text}, since {formatDay(row.stored_at)}
          </span>
          {isLeft(row) ? (
            <span>Deleted</span>
          ) : (
            <Button
              subject={keyOf(row)}
              aria-label={`Delete: ${row.email} ${row.text}`}
              onClick={() => void removeStored(client, row)}
            >
              Delete
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}
