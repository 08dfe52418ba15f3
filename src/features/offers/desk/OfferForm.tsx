import { type QueryClient, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { ApplicationRecord } from '../../../api/responses.ts'
import { cohortValue } from '../../../content/cohorts.ts'
import { call } from '../../../dashboard/client.ts'
import { applicantName } from '../../../dashboard/labels.ts'
import { serverNow } from '../../../dashboard/server-time.ts'
import { Field } from '../../../dashboard/ui/Field.tsx'
import { dayAfter, dayOf } from '../../../shared/dates.ts'
import { type CohortOffers, offeredForms, offerLimits, offerRoutes as routes } from '../api.ts'
import { offersQuery } from './OfferMark.tsx'
import { refreshOffers } from './Offers.tsx'

/** The values of the form. */
interface OfferText {
  readonly cohort: string
  readonly people: string
  readonly day: string
}

/** A day for an answer: a week ahead unless another is chosen. */
export const usualDay = (): string => dayAfter(dayOf(serverNow()), 7)

/** The cohorts whose deal is written; none for a form that offers no place. */
export function useCohorts({ form_type }: Pick<ApplicationRecord, 'form_type'>): readonly CohortOffers[] {
  const { data } = useQuery({ ...offersQuery, enabled: offeredForms.includes(form_type) })
  return offeredForms.includes(form_type) ? (data?.cohorts ?? []).filter(({ has_deal }) => has_deal) : []
}

/** The chosen cohort of the application, or else the last one with a deal. */
export function startOf(record: ApplicationRecord, cohorts: readonly CohortOffers[]): OfferText {
  const chosen = cohorts.find(({ cohort }) => cohortValue({ label: cohort }) === record.form_data.cohortPreference)
  return { cohort: (chosen ?? cohorts.at(-1))?.cohort ?? '', people: applicantName(record), day: usualDay() }
}

/** Offers a place. @throws CallError */
export async function makeOffer(client: QueryClient, id: string, body: OfferText): Promise<void> {
  await call(routes.makeOffer, { at: { id }, body })
  refreshOffers(client, id)
}

/** How many places of a cohort are taken or waiting. */
const placesWords = ({ places, taken, offered }: CohortOffers): string =>
  [places === null ? `${taken} taken` : `${taken} of ${places} places taken`, `${offered} offered`].join(', ')

interface FieldsProps {
  readonly cohorts: readonly CohortOffers[]
  readonly value: OfferText
  change(value: OfferText): void
}

/** The fields of an offer: cohort, who takes part, and the last day. */
export function OfferFields({ cohorts, value, change }: FieldsProps) {
  const today = dayOf(serverNow())
  const cohort = cohorts.find((each) => each.cohort === value.cohort)
  return (
    <div className="stack gap-2">
      <Field label="A place in">
        <select value={value.cohort} onChange={(event) => change({ ...value, cohort: event.target.value })}>
          {cohorts.map((each) => (
            <option key={each.cohort} value={each.cohort}>
              {each.cohort}: {placesWords(each)}
            </option>
          ))}
        </select>
      </Field>
      {cohort?.places !== undefined && cohort.places !== null && cohort.taken + cohort.offered >= cohort.places && (
        <p className="small bad">All places are taken or offered. This offer is one more.</p>
      )}
      <Field label="Who takes part">
        <input
          value={value.people}
          required
          maxLength={offerLimits.people}
          onChange={(event) => change({ ...value, people: event.target.value })}
        />
      </Field>
      <Field label="Answer by the end of">
        <input
          type="date"
          value={value.day}
          required
          min={dayAfter(today)}
          max={dayAfter(today, offerLimits.days)}
          onChange={(event) => change({ ...value, day: event.target.value })}
        />
      </Field>
    </div>
  )
}

interface WithApprovalProps {
  readonly record: ApplicationRecord
  change(typed: OfferText | undefined): void
}

/** Offers a place together with an approval. Its letter follows that of the approval. */
export function WithApproval({ record, change }: WithApprovalProps) {
  const id = useId()
  const cohorts = useCohorts(record)
  const [isOffered, setOffered] = useState(false)
  const [typed, setTyped] = useState<OfferText>()
  const value = typed ?? startOf(record, cohorts)
  const report = (offered: boolean, text: OfferText): void => change(offered ? text : undefined)
  if (cohorts.length === 0) return null
  return (
    <div className="stack gap-2">
      <label className="check" htmlFor={id}>
        <input
          id={id}
          type="checkbox"
          checked={isOffered}
          onChange={(event) => {
            setOffered(event.target.checked)
            report(event.target.checked, value)
          }}
        />
        <span>Offer a place with it</span>
      </label>
      {isOffered && (
        <OfferFields
          cohorts={cohorts}
          value={value}
          change={(text) => {
            setTyped(text)
            report(isOffered, text)
          }}
        />
      )}
    </div>
  )
}
