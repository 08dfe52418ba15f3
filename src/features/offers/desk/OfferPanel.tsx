import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import type { ApplicationRecord } from '../../../api/responses.ts'
import { fillPath } from '../../../api/route.ts'
import { call } from '../../../dashboard/client.ts'
import { formatDay } from '../../../dashboard/labels.ts'
import { serverNow } from '../../../dashboard/server-time.ts'
import { Button } from '../../../dashboard/ui/Button.tsx'
import { Field, FormFooter } from '../../../dashboard/ui/Field.tsx'
import { dayAfter, dayOf } from '../../../shared/dates.ts'
import { type CohortOffers, type OfferRecord, offerLimits, offerRoutes as routes } from '../api.ts'
import { makeOffer, OfferFields, startOf, useCohorts, usualDay } from './OfferForm.tsx'
import { offersQuery } from './OfferMark.tsx'
import { offerQuery, offerWords, refreshOffers } from './Offers.tsx'

interface FormProps {
  readonly submitLabel: string
  readonly busyLabel: string
  act(): Promise<unknown>
  close(): void
  readonly children?: ReactNode
}

/** A form of the panel: it closes when its act succeeds. */
function ActForm({ submitLabel, busyLabel, act, close, children }: FormProps) {
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState('')
  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    setFault('')
    try {
      await act()
      close()
    } catch (error) {
      setFault(error instanceof Error ? error.message : '')
    }
    setBusy(false)
  }
  return (
    <form className="stack gap-2 box" data-print="no" onSubmit={submit}>
      {children}
      <FormFooter {...{ submitLabel, busyLabel, busy, fault }} close={close} />
    </form>
  )
}

interface PartProps {
  readonly record: ApplicationRecord
  close(): void
}

function Make({ record, cohorts, close }: PartProps & { readonly cohorts: readonly CohortOffers[] }) {
  const client = useQueryClient()
  const [value, change] = useState(() => startOf(record, cohorts))
  return (
    <ActForm submitLabel="Offer the place" busyLabel="Offering…" act={() => makeOffer(client, record.id, value)} close={close}>
      <OfferFields cohorts={cohorts} value={value} change={change} />
      <p className="soft small">
        The deal goes as it is written today. A letter leads to the page on which they take the place or decline, and a reminder
        goes three days and one day before the end.
      </p>
    </ActForm>
  )
}

function Extend({ record, offer, close }: PartProps & { readonly offer: OfferRecord }) {
  const client = useQueryClient()
  const [day, setDay] = useState(usualDay)
  const today = dayOf(serverNow())
  const act = async () => {
    await call(routes.extendOffer, { at: { id: record.id }, body: { offer: offer.id, day } })
    refreshOffers(client, record.id)
  }
  return (
    <ActForm submitLabel="Extend the offer" busyLabel="Extending…" act={act} close={close}>
      <Field label="Answer by the end of">
        <input
          type="date"
          value={day}
          required
          min={dayAfter(today)}
          max={dayAfter(today, offerLimits.days)}
          onChange={(event) => setDay(event.target.value)}
        />
      </Field>
      <p className="soft small">A letter tells them the new day.</p>
    </ActForm>
  )
}

function End({ record, offer, close }: PartProps & { readonly offer: OfferRecord }) {
  const client = useQueryClient()
  const act = async () => {
    await call(routes.endOffer, { at: { id: record.id }, body: { offer: offer.id } })
    refreshOffers(client, record.id)
  }
  return (
    <ActForm submitLabel="End it" busyLabel="Ending…" act={act} close={close}>
      <p>
        {offer.state === 'taken' ? 'The place is free again.' : 'The place cannot be taken any more.'} No letter is sent: write to
        them first.
      </p>
    </ActForm>
  )
}

const Sheet = ({ record, offer: { sheet } }: { readonly record: ApplicationRecord; readonly offer: OfferRecord }) =>
  sheet && (
    <p className="small">
      <a href={fillPath(routes.offerSheet.path, { id: record.id })} target="_blank" rel="noreferrer">
        The sheet
      </a>
      , SHA-256 <code>{sheet.hash}</code>
    </p>
  )

/** The deal that was offered, and to whom. */
const Deal = ({ offer }: { readonly offer: OfferRecord }) => (
  <details>
    <summary>
      The deal, version {offer.version}, as it was on {formatDay(offer.offered_at)}
    </summary>
    <ol>
      {offer.sentences.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ol>
    <p className="small">Who takes part: {offer.people}</p>
    <p className="small">
      SHA-256 <code>{offer.hash}</code>
    </p>
  </details>
)

/** The offer of an approved application, with what can be done with it. Renders nothing for a form that offers no place. */
export function OfferPanel({ record }: { readonly record: ApplicationRecord }) {
  const cohorts = useCohorts(record)
  const has = useQuery(offersQuery).data?.offers.some(({ application_id }) => application_id === record.id) === true
  const offer = useQuery({ ...offerQuery(record.id), enabled: has }).data?.offer ?? null
  const [open, setOpen] = useState<'make' | 'extend' | 'end'>()
  const close = (): void => setOpen(undefined)
  const mayOffer = record.status === 'approved' && record.ended === undefined && cohorts.length > 0
  const isWaiting = offer?.state === 'offered' || offer?.state === 'lapsed'
  const canMake = mayOffer && offer?.state !== 'offered' && offer?.state !== 'taken'
  if (offer === null && !canMake) return null
  return (
    <section className="stack gap-3" data-offer="">
      <h3>The place</h3>
      {offer !== null && (
        <>
          <p className={offer.state === 'lapsed' ? 'bad' : undefined}>{offerWords(offer)}</p>
          {offer.state === 'declined' && offer.answer !== '' && <blockquote className="quote">{offer.answer}</blockquote>}
          <Sheet record={record} offer={offer} />
          <Deal offer={offer} />
        </>
      )}
      <div className="row gap-2" data-print="no">
        {canMake && (
          <Button aria-expanded={open === 'make'} onClick={() => setOpen('make')}>
            {offer === null ? 'Offer a place' : 'Offer it again'}
          </Button>
        )}
        {isWaiting && (
          <Button aria-expanded={open === 'extend'} onClick={() => setOpen('extend')}>
            Extend
          </Button>
        )}
        {(offer?.state === 'offered' || offer?.state === 'taken') && (
          <Button tone="quiet" aria-expanded={open === 'end'} onClick={() => setOpen('end')}>
            {offer.state === 'taken' ? 'The place was given back' : 'End the offer'}
          </Button>
        )}
      </div>
      {open === 'make' && canMake && <Make record={record} cohorts={cohorts} close={close} />}
      {open === 'extend' && offer !== null && <Extend record={record} offer={offer} close={close} />}
      {open === 'end' && offer !== null && <End record={record} offer={offer} close={close} />}
    </section>
  )
}

/** The offer on paper: the sheet of a taken place with its hash. */
export function OfferPaper({ record }: { readonly record: ApplicationRecord }) {
  const has = useQuery(offersQuery).data?.offers.some(({ application_id }) => application_id === record.id) === true
  const offer = useQuery({ ...offerQuery(record.id), enabled: has }).data?.offer
  if (offer === undefined || offer === null) return null
  return (
    <section>
      <h3>The offer</h3>
      {offer.sheet === null ? <p>{offerWords(offer)}</p> : <p className="typed">{offer.sheet.text}</p>}
      {offer.sheet !== null && <p className="small">SHA-256 of this sheet: {offer.sheet.hash}</p>}
    </section>
  )
}
