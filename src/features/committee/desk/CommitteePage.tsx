import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { matchesQuery } from '../../../dashboard/applications/queries.ts'
import { call } from '../../../dashboard/client.ts'
import { formatCount, formatDay, formatMoment } from '../../../dashboard/labels.ts'
import { showFailure } from '../../../dashboard/session/failures.ts'
import { LoadFailure } from '../../../dashboard/session/LoadFailure.tsx'
import { usePageUrl } from '../../../dashboard/ui/address-bar.ts'
import { Button } from '../../../dashboard/ui/Button.tsx'
import { copyText } from '../../../dashboard/ui/copy-text.ts'
import { DeleteQuestion } from '../../../dashboard/ui/DeleteQuestion.tsx'
import { Field } from '../../../dashboard/ui/Field.tsx'
import { Screen } from '../../../dashboard/ui/Screen.tsx'
import { toast } from '../../../dashboard/ui/toast.ts'
import { type CommitteeMemberRecord, type CommitteeRoundRecord, committeeRoutes } from '../api.ts'
import { CommitteeButton } from './CommitteeButton.tsx'
import { committeesQuery } from './committee.ts'
import { RoundTable } from './RoundTable.tsx'
import { peopleIn } from './round-words.ts'

/** A call about a round; afterwards the page shows what it changed. */
function useAct() {
  const client = useQueryClient()
  return async (operation: string, title: string, work: () => Promise<unknown>): Promise<void> => {
    try {
      await work()
    } catch (error) {
      showFailure(operation, title, error)
    }
    await client.invalidateQueries({ queryKey: ['committees'] })
  }
}

/** The page of the rounds of committees. */
export function CommitteePage() {
  const query = useQuery(committeesQuery)
  const act = useAct()
  const [toDelete, setToDelete] = useState<CommitteeRoundRecord>()
  const rounds = query.data?.rounds ?? []
  return (
    <Screen
      title="Committee"
      busy={query.isPending}
      about={
        <p className="soft small">
          In a round, others read what you choose until a day, each through a link of their own, and score it. You alone decide.
        </p>
      }
    >
      {query.data !== undefined && (
        <details open={rounds.length === 0}>
          <summary>A new round</summary>
          <p className="soft small">Select applications in the list and press “Committee…”, or find them here.</p>
          <Chooser />
        </details>
      )}
      <LoadFailure title="The rounds could not be loaded" query={query} />
      <div data-list="" tabIndex={-1}>
        {rounds.map((round) => (
          <RoundPart key={round.id} round={round} remove={() => setToDelete(round)} />
        ))}
      </div>
      <DeleteQuestion
        subject={toDelete}
        title={({ title }) => `Delete the round “${title}”?`}
        text={() => 'Its links, scores and comments are deleted. This cannot be undone.'}
        close={() => setToDelete(undefined)}
        remove={({ id }) =>
          void act('deleting a round', 'Failed to delete', () => call(committeeRoutes.removeCommittee, { at: { id } }))
        }
      />
    </Screen>
  )
}

/** Finds applications of any status by words of the search, for a new round. */
function Chooser() {
  const [search, setSearch] = useState<string>()
  const filters = { formType: undefined, status: undefined, search: search ?? '', order: 'date' } as const
  // What arrives for other words is not of these.
  const query = useQuery({ ...matchesQuery(filters), enabled: search !== undefined })
  const matches = search === undefined || query.isFetching ? undefined : query.data
  return (
    <form
      className="fields"
      onSubmit={(event) => {
        event.preventDefault()
        const words = String(new FormData(event.currentTarget).get('q'))
        if (words === search) void query.refetch()
        setSearch(words)
      }}
    >
      <Field label="Applications for a new round, by words of the search">
        <input type="search" name="q" defaultValue="is:starred" required onChange={() => setSearch(undefined)} />
      </Field>
      <Button type="submit">Find</Button>
      <p role="status">
        {matches !== undefined &&
          (matches.capped
            ? `The first ${formatCount(matches.records.length)} of ${formatCount(matches.total)}`
            : `${formatCount(matches.records.length)} found`)}
      </p>
      {search !== undefined && <LoadFailure title="Failed to search" query={query} />}
      {matches !== undefined && matches.records.length > 0 && <CommitteeButton ids={matches.records.map(({ id }) => id)} />}
    </form>
  )
}

function stateOf({ open, ended_at, ends_at }: CommitteeRoundRecord): string {
  if (open) return `Open until ${formatDay(ends_at)}`
  return ended_at === null ? `Over since ${formatDay(ends_at)}` : `You ended it on ${formatMoment(ended_at)}`
}

function RoundPart({ round, remove }: { readonly round: CommitteeRoundRecord; remove(): void }) {
  const isNamed = usePageUrl().hash === `#${round.id}`
  const part = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isNamed) part.current?.scrollIntoView()
  }, [isNamed])
  const act = useAct()
  const { id, title, members, applications, open } = round
  const late = members.filter(
    ({ email, ended_at, done, total, reminded }) => email !== '' && ended_at === null && done < total && !reminded,
  )
  const remind = async (): Promise<void> => {
    const { letters } = await call(committeeRoutes.remindCommittee, { at: { id }, body: {} })
    toast.success('Reminded', letters === 1 ? 'One letter is on its way.' : `${letters} letters are on their way.`)
  }
  return (
    <section ref={part} className="stack gap-3 part" aria-labelledby={id}>
      <div className="row middle spread">
        <div>
          <h2 id={id}>{title}</h2>
          <p className="soft small">
            {stateOf(round)} · {applications.length === 1 ? '1 application' : `${formatCount(applications.length)} applications`}
            {round.readers !== null && ` · ${round.readers === 1 ? 'one reader' : `${round.readers} readers`} for each`}
            {round.with_names && ' · with names and files'}
          </p>
        </div>
        {open ? (
          <div className="acts">
            {late.length > 0 && (
              <Button onClick={() => void act('reminding', 'Failed to remind', remind)}>
                {late.length === 1 ? 'Remind one' : `Remind ${late.length}`}
              </Button>
            )}
            <Button
              tone="reject"
              onClick={() =>
                void act('ending a round', 'Failed to end', () => call(committeeRoutes.endCommittee, { at: { id } }))
              }
            >
              End the round
            </Button>
          </div>
        ) : (
          <Button tone="quiet" onClick={remove}>
            Delete…
          </Button>
        )}
      </div>
      <ul className="lined">
        {members.map((member) => (
          <MemberRow key={member.id} member={member} isOpen={open} />
        ))}
      </ul>
      {open && <Join round={round} />}
      <RoundTable round={round} />
    </section>
  )
}

interface MemberRowProps {
  readonly member: CommitteeMemberRecord
  readonly isOpen: boolean
}

function memberWords({ opened_at, read, done, total, reminded }: CommitteeMemberRecord): string {
  const words = opened_at === null ? `${total} to read, link not opened yet` : `read ${read} of ${total}, scored ${done}`
  return reminded && done < total ? `${words} · reminded today` : words
}

/** Adds a person to a round, which is shared out again. */
function Join({ round: { id } }: { readonly round: CommitteeRoundRecord }) {
  const act = useAct()
  const [busy, setBusy] = useState(false)
  const join = async (form: HTMLFormElement): Promise<void> => {
    const typed = String(new FormData(form).get('person'))
    const people = peopleIn(typed)
    const [person] = people.ok ? people.value : []
    if (person === undefined)
      return void toast.failure('Not added', 'Write a name, then a comma and an e-mail address, or a name alone.')
    const { links } = await call(committeeRoutes.joinCommittee, { at: { id }, body: { ...person, mail: true } })
    form.reset()
    if (links[0]?.mailed === true) toast.success('The link is on its way', person.email)
    else if (links[0] !== undefined) await copyText(links[0].url)
  }
  return (
    <details>
      <summary className="small">Add a person</summary>
      <form
        className="fields"
        onSubmit={(event) => {
          event.preventDefault()
          const form = event.currentTarget
          setBusy(true)
          void act('adding a member', 'Failed to add', () => join(form)).finally(() => setBusy(false))
        }}
      >
        <Field label="Name, then e-mail if they have one">
          <input name="person" required autoComplete="off" placeholder="Meera Iyer, meera@example.in" />
        </Field>
        <Button type="submit" disabled={busy}>
          Add
        </Button>
      </form>
    </details>
  )
}

function MemberRow({ member, isOpen }: MemberRowProps) {
  const act = useAct()
  const { id, name, email, ended_at } = member
  const fetchLink = (mail: boolean) => call(committeeRoutes.committeeLink, { at: { id }, body: { mail } })
  const copy = async (): Promise<void> => copyText((await fetchLink(false)).url)
  const send = async (): Promise<void> => {
    await fetchLink(true)
    toast.success('The link is on its way', email)
  }
  const button = (words: string, work: () => Promise<unknown>): ReactNode => (
    <Button tone="quiet" aria-label={`${words}: ${name}`} onClick={() => void act(words, `Failed: ${words}`, work)}>
      {words}
    </Button>
  )
  return (
    <li className="row gap-2 middle spread">
      <p className="entry">
        <b>{name}</b> <span className="soft">{email}</span>
        <span className="below">{ended_at === null ? memberWords(member) : 'link ended'}</span>
      </p>
      {isOpen && (
        <div className="acts">
          {button(ended_at === null ? 'Copy the link' : 'New link', copy)}
          {ended_at === null && email !== '' && button('Mail it again', send)}
          {ended_at === null && button('End the link', () => call(committeeRoutes.endCommitteeLink, { at: { id } }))}
        </div>
      )}
    </li>
  )
}
