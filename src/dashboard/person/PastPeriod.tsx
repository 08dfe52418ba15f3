import { useState } from 'react'
import { paths } from '../../api/paths.ts'
import type { PersonsResponse } from '../../api/person.ts'
import { deskPath } from '../applications/url-state.ts'
import { applicantLabel, formatCount, formatDay, formNames, fromInput, stateOf, statusNames, zoneHint } from '../labels.ts'
import { Button } from '../ui/Button.tsx'
import { download } from '../ui/download.ts'
import { Field } from '../ui/Field.tsx'
import { MomentInput } from '../ui/MomentInput.tsx'
import { EraseButton } from './Erasures.tsx'
import styles from './person.module.css'

/** Applications whose retention period is over. The admin chooses which to erase; all but the approved ones are chosen at first. */
export function PastPeriod({ past: { applications, total, totalCapped, keep, erased_after } }: Pick<PersonsResponse, 'past'>) {
  const [unchecked, setUnchecked] = useState<ReadonlySet<string>>(new Set())
  const [checked, setChecked] = useState<ReadonlySet<string>>(new Set())
  const isChosen = (record: (typeof applications)[number]): boolean =>
    record.status === 'approved' ? checked.has(record.id) : !unchecked.has(record.id)
  const toggled = (ids: ReadonlySet<string>, id: string): ReadonlySet<string> =>
    new Set(ids.has(id) ? [...ids].filter((each) => each !== id) : [...ids, id])
  const chosen = applications.filter(isChosen).map(({ id }) => id)
  const periods = [...new Set(Object.values(keep))].join(', ')
  return (
    <section className="stack gap-2 part" aria-label="Past the retention period">
      <div className="row middle spread">
        <h2>
          Past the retention period: {formatCount(total)}
          {totalCapped && '+'}
        </h2>
        {chosen.length > 0 && <EraseButton ids={chosen} who="people whose retention period is over" />}
      </div>
      <p className="soft small">
        {total === 0
          ? 'No application is older than'
          : 'These applications did not change, and nothing else came from the same address, for'}{' '}
        {periods}.{' '}
        {erased_after === null
          ? 'The server erases nothing automatically.'
          : `The server erases them ${erased_after} days later, except approved ones.`}
      </p>
      <ul className="lined">
        {applications.map((record) => (
          <li key={record.id} className={`row small ${styles.owned}`}>
            <label className={`entry ${styles.choice}`}>
              <input
                type="checkbox"
                checked={isChosen(record)}
                onChange={() =>
                  record.status === 'approved'
                    ? setChecked(toggled(checked, record.id))
                    : setUnchecked(toggled(unchecked, record.id))
                }
              />
              <span>
                <strong>{applicantLabel(record)}</strong>
                <span className="below">
                  {formNames[record.form_type]} · {formatDay(record.submitted_at)} · {statusNames[stateOf(record)]}
                </span>
              </span>
            </label>
            <a href={`${deskPath}?details=${record.id}`} aria-label={`Open ${applicantLabel(record)}`}>
              Open
            </a>
          </li>
        ))}
      </ul>
      {total > applications.length && <p className="soft small">The oldest {applications.length} are listed.</p>}
    </section>
  )
}

/** Downloads the list of persons that a breach notice needs. */
export function BreachList() {
  const [span, setSpan] = useState({ from: '', before: '' })
  const [q, setQ] = useState('')
  const [open, setOpen] = useState(false)
  const zone = zoneHint()
  const query = new URLSearchParams(
    Object.entries({ q, from: fromInput(span.from), before: fromInput(span.before) }).flatMap(([name, value]) =>
      value === null || value === '' ? [] : [[name, value]],
    ),
  )
  return (
    <section className="stack gap-2 part" aria-label="After a breach">
      <div className="row middle spread">
        <h2>After a breach</h2>
        <Button aria-expanded={open} onClick={() => setOpen(!open)}>
          List of persons
        </Button>
      </div>
      {open && (
        <form
          className={`stack gap-3 ${styles.form}`}
          onSubmit={(event) => {
            event.preventDefault()
            download(`${paths.affectedPersons}?${query}`)
          }}
        >
          <p className="soft small">
            Each person once, with address, phone, references and the stored fields, of all applications: in every state, and in
            quarantine.
          </p>
          <Field label={`Sent from${zone}`}>
            <MomentInput value={span.from} change={(from) => setSpan({ ...span, from })} />
          </Field>
          <Field label={`Sent before${zone}`}>
            <MomentInput value={span.before} change={(before) => setSpan({ ...span, before })} />
          </Field>
          <Field label="Search, as in the list">
            <input type="search" value={q} onChange={(event) => setQ(event.target.value)} />
          </Field>
          <Button type="submit">Download as CSV</Button>
        </form>
      )}
    </section>
  )
}
