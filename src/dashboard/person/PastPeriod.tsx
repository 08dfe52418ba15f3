import { useState } from 'react'
import { paths } from '../../api/paths.ts'
import type { PersonsReply } from '../../api/person.ts'
import { deskPath } from '../applications/url-state.ts'
import { applicantLabel, formatCount, formatDay, formNames, fromLocalInput, stateOf, statusNames } from '../labels.ts'
import { Button } from '../ui/Button.tsx'
import button from '../ui/button.module.css'
import { Field } from '../ui/Field.tsx'
import { EraseButton } from './Erasures.tsx'
import styles from './person.module.css'

/** Applications whose period is over: proposed to be erased, and chosen by the admin; approved ones are not chosen at first. */
export function PastPeriod({ past: { applications, total, totalCapped, keep, erased_after } }: Pick<PersonsReply, 'past'>) {
  const [spared, setSpared] = useState<ReadonlySet<string>>(new Set())
  const [added, setAdded] = useState<ReadonlySet<string>>(new Set())
  const isChosen = (record: (typeof applications)[number]): boolean =>
    record.status === 'approved' ? added.has(record.id) : !spared.has(record.id)
  const toggled = (ids: ReadonlySet<string>, id: string): ReadonlySet<string> =>
    new Set(ids.has(id) ? [...ids].filter((each) => each !== id) : [...ids, id])
  const chosen = applications.filter(isChosen).map(({ id }) => id)
  const periods = [...new Set(Object.values(keep))].join(', ')
  return (
    <section className={styles.section} aria-label="Past their period">
      <div className={styles.heading}>
        <h2>
          Past their period: {formatCount(total)}
          {totalCapped && '+'}
        </h2>
        {chosen.length > 0 && <EraseButton ids={chosen} who="people whose period is over" />}
      </div>
      <p className={styles.about}>
        {total === 0 ? 'Nothing is older than' : 'Nothing happened since, and nothing came from the same address, for'} {periods}.{' '}
        {erased_after === null
          ? 'Nothing is erased unless you do it.'
          : `The server erases them ${erased_after} days later, approved ones aside.`}
      </p>
      <ul className={styles.list}>
        {applications.map((record) => (
          <li key={record.id} className={styles.owned}>
            <label className={styles.choice}>
              <input
                type="checkbox"
                checked={isChosen(record)}
                onChange={() =>
                  record.status === 'approved' ? setAdded(toggled(added, record.id)) : setSpared(toggled(spared, record.id))
                }
              />
              <span>
                <strong>{applicantLabel(record)}</strong>
                <span className={styles.aside}>
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
      {total > applications.length && <p className={styles.about}>The oldest {applications.length} are listed.</p>}
    </section>
  )
}

/** The list that a notice of a breach needs, as a file. */
export function BreachList() {
  const [span, setSpan] = useState({ from: '', before: '' })
  const [q, setQ] = useState('')
  const [open, setOpen] = useState(false)
  const query = new URLSearchParams(
    Object.entries({ q, from: fromLocalInput(span.from), before: fromLocalInput(span.before) }).flatMap(([name, value]) =>
      value === null || value === '' ? [] : [[name, value]],
    ),
  )
  return (
    <section className={styles.section} aria-label="After a breach">
      <div className={styles.heading}>
        <h2>After a breach</h2>
        <Button aria-expanded={open} onClick={() => setOpen(!open)}>
          List of persons
        </Button>
      </div>
      {open && (
        <div className={styles.form}>
          <p className={styles.about}>
            Each person once, with address, phone, references and the fields that are stored of them: withdrawn and quarantined
            ones too.
          </p>
          <Field label="Sent from">
            <input type="datetime-local" value={span.from} onChange={(event) => setSpan({ ...span, from: event.target.value })} />
          </Field>
          <Field label="Sent before">
            <input
              type="datetime-local"
              value={span.before}
              onChange={(event) => setSpan({ ...span, before: event.target.value })}
            />
          </Field>
          <Field label="Search, as at the list">
            <input type="search" value={q} onChange={(event) => setQ(event.target.value)} />
          </Field>
          <a className={button.button} href={`${paths.concerned}?${query}`} download>
            Download as CSV
          </a>
        </div>
      )}
    </section>
  )
}
