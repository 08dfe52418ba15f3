import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApplicationRecord } from '../../../api/responses.ts'
import { noFilters, urlOf } from '../../../dashboard/applications/url-state.ts'
import { call } from '../../../dashboard/client.ts'
import { formatMoment } from '../../../dashboard/labels.ts'
import { Button } from '../../../dashboard/ui/Button.tsx'
import { type CardRecord, cardRoutes as routes } from '../api.ts'

const cardQuery = (id: string) =>
  queryOptions({ queryKey: ['cards', id], queryFn: ({ signal }) => call(routes.card, { at: { id }, signal }) })

/** The words for the parts of a card. */
const parts = {
  ...{ name: 'Name', description: 'Description', line: 'In the list of the cohort', founders: 'Founders' },
  ...{ website: 'Website', category: 'Category', stage: 'Stage' },
} as const

/** What the founder said, and what that means for the site. */
function stateWords({ consent, said_at, is_published, cohort }: CardRecord): string {
  const on = said_at === null ? '' : ` on ${formatMoment(said_at)}`
  const lasting = is_published ? ' The site still names the company: draft its removal, and publish that.' : ''
  if (consent === 'ended') return `The founder took back on the site what they had agreed to${on}.${lasting}`
  if (consent === 'withheld') return `The founder does not want to be shown${on}.${lasting}`
  if (consent === null) return 'The founder has not said yet whether the site may show this.'
  if (cohort === null) return `The place was given back.${lasting}`
  return `The founder agreed${on}. ${is_published ? 'The site shows the company.' : 'Nothing of it is published yet.'}`
}

/** The card of a company that took a place, with the answers that it was made from. */
export function CardPanel({ record }: { readonly record: ApplicationRecord }) {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState('')
  const { data } = useQuery({ ...cardQuery(record.id), enabled: record.status === 'approved' })
  const card = data?.card ?? null
  if (card === null) return null
  const { consent, cohort, is_published, is_drafted, sentences } = card
  const mayDraft = consent === 'given' && cohort !== null
  async function draft(removes: boolean): Promise<void> {
    setBusy(true)
    setFault('')
    try {
      client.setQueryData(['cards', record.id], await call(routes.draftCard, { at: { id: record.id }, body: { removes } }))
      void client.invalidateQueries({ queryKey: ['application', record.id] })
    } catch (error) {
      setFault(error instanceof Error ? error.message : '')
    }
    setBusy(false)
  }
  return (
    <section className="stack gap-3" data-card="">
      <h3>On the site</h3>
      <p className={!mayDraft && is_published ? 'bad' : undefined}>{stateWords(card)}</p>
      <details>
        <summary>The sentences, with their answers</summary>
        <dl className="stack gap-2">
          {sentences.map(({ part, text, is_corrected, from }) => (
            <div key={part}>
              <dt>
                {parts[part]}
                {is_corrected && <span className="soft small"> corrected by the founder</span>}
              </dt>
              <dd className="typed">{text === '' ? 'Nothing' : text}</dd>
              {from.map(({ question, answer }) => (
                <dd key={question} className="soft small typed">
                  From “{question}”: {answer}
                </dd>
              ))}
            </div>
          ))}
        </dl>
      </details>
      {is_drafted && (
        <p>
          A draft of the site changes that. <a href="/app/site">Read it and publish it</a>.
        </p>
      )}
      <div className="row gap-2" data-print="no">
        {mayDraft && (
          <Button disabled={busy} onClick={() => void draft(false)}>
            {is_published || is_drafted ? 'Draft it again for the site' : 'Draft it for the site'}
          </Button>
        )}
        {is_published && (
          <Button tone="quiet" disabled={busy} onClick={() => void draft(true)}>
            Draft its removal
          </Button>
        )}
      </div>
      <p role="status">{fault}</p>
    </section>
  )
}

const cardsQuery = queryOptions({ queryKey: ['cards'], queryFn: ({ signal }) => call(routes.cards, { signal }) })

const consentWords = (consent: NonNullable<CardRecord['consent']>): string =>
  consent === 'given' ? 'agreed' : consent === 'ended' ? 'took it back' : 'does not want to be shown'

/** What the founders of a cohort said of their cards, those that must leave the site first. */
export function CohortCards({ label }: { readonly label: string }) {
  const own = (useQuery(cardsQuery).data?.cards ?? []).filter(({ cohort }) => cohort === label)
  if (own.length === 0) return null
  const must = ({ consent, is_published }: (typeof own)[number]): boolean => consent !== 'given' && is_published
  return (
    <section className="stack gap-2">
      <h2>Cards on the site</h2>
      <ul>
        {own
          .toSorted((a, b) => Number(must(b)) - Number(must(a)))
          .map((card) => (
            <li key={card.application_id} className={must(card) ? 'bad' : undefined}>
              <a href={urlOf({ ...noFilters, open: card.application_id })}>{card.name}</a>: {consentWords(card.consent)}
              {card.is_published ? ', on the site' : ', not on the site'}
            </li>
          ))}
      </ul>
    </section>
  )
}
