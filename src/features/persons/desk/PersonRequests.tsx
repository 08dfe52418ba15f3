import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { strongKeyOf } from '../../../applications/person.ts'
import { type PersonRequestKind, personRequestDue, personRequestKinds } from '../../../applications/person-request.ts'
import { formatDay } from '../../../dashboard/labels.ts'
import { serverNow } from '../../../dashboard/server-time.ts'
import { Button } from '../../../dashboard/ui/Button.tsx'
import { Field, FormFooter } from '../../../dashboard/ui/Field.tsx'
import { dayOf } from '../../../shared/dates.ts'
import type { PersonRequestRecord } from '../records.ts'
import styles from './person.module.css'
import { addRequest, setRequestDone } from './person.ts'

const kindNames: Readonly<Record<PersonRequestKind, string>> = {
  access: 'See their data',
  correct: 'Correct their data',
  erase: 'Erase their data',
  grievance: 'A grievance',
}

/** The requests of persons about their data, with their due days. */
export function PersonRequests({ requests }: { readonly requests: readonly PersonRequestRecord[] }) {
  const [adding, setAdding] = useState(false)
  return (
    <section className="stack gap-2 part" aria-label="Requests">
      <div className="row middle spread">
        <h2>Requests</h2>
        <Button aria-expanded={adding} onClick={() => setAdding(!adding)}>
          Record a request
        </Button>
      </div>
      {adding && <AddRequest close={() => setAdding(false)} />}
      {requests.length === 0 && <p className="soft small">None recorded. Each is due seven days after it arrived.</p>}
      <ul className="lined">
        {requests.map((request) => (
          <Request key={request.id} request={request} />
        ))}
      </ul>
    </section>
  )
}

function Request({ request }: { readonly request: PersonRequestRecord }) {
  const client = useQueryClient()
  const { kind, person, received, due, note, done_at, overdue } = request
  const who = person || 'Erased'
  return (
    <li className="row middle small spread">
      <span className="entry">
        <strong>{kindNames[kind]}</strong>:{' '}
        {strongKeyOf(person) === undefined ? who : <a href={`#${encodeURIComponent(person)}`}>{who}</a>}
        <span className={overdue ? 'below bad' : 'below'}>
          Received {formatDay(received)},{' '}
          {done_at === null ? `${overdue ? 'was ' : ''}due ${formatDay(due)}` : `done ${formatDay(done_at)}`}
        </span>
        {note !== '' && <span className="below">{note}</span>}
      </span>
      <Button
        subject={request.id}
        aria-label={`${done_at === null ? 'Done' : 'Open again'}: ${kindNames[kind]}, ${who}`}
        onClick={() => void setRequestDone(client, request, done_at === null)}
      >
        {done_at === null ? 'Done' : 'Open again'}
      </Button>
    </li>
  )
}

/** The form that records a request. */
function AddRequest({ close }: { close(): void }) {
  const client = useQueryClient()
  const today = dayOf(serverNow())
  const [received, setReceived] = useState(today)
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState('')
  const save = async (form: FormData): Promise<void> => {
    setBusy(true)
    const failure = await addRequest(client, Object.fromEntries(form))
    setBusy(false)
    setFault(failure)
    if (failure === '') close()
  }
  return (
    <form
      className={`stack gap-3 ${styles.form}`}
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) void save(new FormData(event.currentTarget))
      }}
    >
      <Field label="What is requested">
        <select name="kind">
          {personRequestKinds.map((kind) => (
            <option key={kind} value={kind}>
              {kindNames[kind]}
            </option>
          ))}
        </select>
      </Field>
      <Field label="Who: an email address, a phone number or a name">
        <input name="person" required maxLength={200} autoComplete="off" spellCheck={false} />
      </Field>
      <Field label="Received on">
        <input
          name="received"
          type="date"
          required
          max={today}
          value={received}
          onChange={(event) => setReceived(event.target.value)}
        />
      </Field>
      <Field label="Due on">
        <input
          key={received}
          name="due"
          type="date"
          required
          min={received}
          defaultValue={received === '' ? '' : personRequestDue(received)}
        />
      </Field>
      <Field label="Note">
        <input name="note" maxLength={2000} autoComplete="off" />
      </Field>
      <FormFooter submitLabel="Record it" busyLabel="Recording…" busy={busy} fault={fault} close={close} />
    </form>
  )
}
