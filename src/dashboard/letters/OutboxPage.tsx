import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { HeldLetterRecord } from '../../api/letter-responses.ts'
import { dayOf } from '../../shared/dates.ts'
import { outboxQuery } from '../applications/queries.ts'
import { deskFeatures } from '../features.ts'
import { formatCount, letterLabel } from '../labels.ts'
import { serverNow } from '../server-time.ts'
import { LoadFailure } from '../session/LoadFailure.tsx'
import { Button } from '../ui/Button.tsx'
import { Field, FormTypeField } from '../ui/Field.tsx'
import { NewRows } from '../ui/NewRows.tsx'
import { Notice, Screen } from '../ui/Screen.tsx'
import { useSteady } from '../ui/steady.ts'
import { byDay, byKind, filterHeld, type HeldFilter, heldLettersQuery, sendHeld } from './held-letters.ts'
import { LetterGroup } from './LetterGroup.tsx'
import { LetterHoldField } from './LetterHoldField.tsx'
import { ShownLetter } from './ShownLetter.tsx'
import { keyOf, useEditedLetters } from './use-edited-letters.ts'

/** The page of letters and messages that wait to be sent. */
export const OutboxPage = () => (
  <>
    <Outbox />
    <ShownLetter />
  </>
)

const date = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', weekday: 'long', day: 'numeric', month: 'long' })

/** The heading of a day's letters. */
function dayTitle(day: string): string {
  if (day === '') return 'When you send them'
  const today = dayOf(serverNow())
  const name = date.format(new Date(`${day}T00:00:00Z`))
  return day === today ? `Today, ${name}` : name
}

const none: HeldFilter = { formType: undefined, letter: '', text: '' }

interface FiltersProps {
  readonly all: readonly HeldLetterRecord[]
  readonly filter: HeldFilter
  setFilter(filter: HeldFilter): void
  readonly children: ReactNode
}

function Filters({ all, filter, setFilter, children }: FiltersProps) {
  return (
    <div className="fields">
      <FormTypeField value={filter.formType} choose={(formType) => setFilter({ ...filter, formType })} />
      <Field label="Letter">
        <select value={filter.letter} onChange={(event) => setFilter({ ...filter, letter: event.target.value })}>
          <option value="">All letters</option>
          {[...new Set(all.map(({ letter }) => letter))].map((letter) => (
            <option key={letter} value={letter}>
              {letterLabel(letter)}
            </option>
          ))}
        </select>
      </Field>
      <Field label="Name, company or address">
        <input type="search" value={filter.text} onChange={(event) => setFilter({ ...filter, text: event.target.value })} />
      </Field>
      {children}
    </div>
  )
}

/** The version of the server, at the foot. */
function Version() {
  const version = useQuery(outboxQuery).data?.version
  return version === undefined ? null : <p className="soft small">Version {version}</p>
}

function Outbox() {
  const client = useQueryClient()
  const query = useQuery(heldLettersQuery)
  const { data } = query
  const [filter, setFilter] = useState(none)
  const [sending, setSending] = useState(false)
  const all = data?.letters ?? []
  const letters = filterHeld(all, filter)
  const isFiltered = letters.length < all.length
  const { shown: listed, ...editors } = useEditedLetters(all, letters)
  const { shown, held, show } = useSteady({
    list: 'outbox',
    rows: listed,
    of: JSON.stringify(filter),
    keyOf,
    left: (letter) => letter,
  })
  return (
    <Screen title="Outbox" busy={query.isPending}>
      {deskFeatures.map(({ name, outbox: Line }) => Line && <Line key={name} />)}
      <LoadFailure title="The letters could not be loaded" query={query} />
      {all.length > 0 && (
        <Filters all={all} filter={filter} setFilter={setFilter}>
          <Button
            tone="approve"
            disabled={sending || letters.length === 0}
            onClick={() => {
              setSending(true)
              void sendHeld(client, letters).finally(() => setSending(false))
            }}
          >
            {isFiltered ? `Send these ${formatCount(letters.length)}` : `Send all ${formatCount(letters.length)}`}
          </Button>
        </Filters>
      )}
      {data !== undefined && (
        <p role="status" className="soft small">
          {all.length === 0 ? '' : `${formatCount(letters.length)} of ${formatCount(data.total)} waiting`}
        </p>
      )}
      {data !== undefined && shown.length === 0 && (
        <Notice title={isFiltered ? 'No letters found' : 'No letters wait'}>
          <p>
            {isFiltered
              ? 'Try adjusting your filters to see more results.'
              : 'Letters of decisions appear here until they are sent.'}
          </p>
        </Notice>
      )}
      <NewRows list="outbox" held={held} show={show} noun="letter" />
      {byDay(shown).map(({ day, letters: ofDay }) => (
        <section key={day} aria-label={dayTitle(day)}>
          <h2>
            {dayTitle(day)} <span>{formatCount(ofDay.length)}</span>
          </h2>
          {byKind(ofDay).map(([kind, ofKind]) => (
            <LetterGroup key={kind} letters={ofKind} editors={editors} />
          ))}
        </section>
      ))}
      <LetterHoldField />
      <Version />
    </Screen>
  )
}
