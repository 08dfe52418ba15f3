import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { PlainAnswers } from '../../../dashboard/applications/Answers.tsx'
import { formatCount, formatDay, formatMoment, formNames, signalLabels } from '../../../dashboard/labels.ts'
import { LoadFailure } from '../../../dashboard/session/LoadFailure.tsx'
import { Button } from '../../../dashboard/ui/Button.tsx'
import { DeleteQuestion } from '../../../dashboard/ui/DeleteQuestion.tsx'
import { Field } from '../../../dashboard/ui/Field.tsx'
import { NewRows } from '../../../dashboard/ui/NewRows.tsx'
import { Notice, Screen } from '../../../dashboard/ui/Screen.tsx'
import { useJustReplaced, useSteady } from '../../../dashboard/ui/steady.ts'
import { useKeys, useKeysSwitch } from '../../../dashboard/ui/use-keys.ts'
import type { QuarantinedRecord } from '../api.ts'
import styles from './quarantine.module.css'
import { deleteSimilar, quarantineQuery, release } from './quarantine.ts'

const keyOf = ({ application }: QuarantinedRecord): string => application.id

/** The list, the submission that the keys act on, and the two actions. */
function useQuarantine(search: string) {
  const client = useQueryClient()
  const list = useInfiniteQuery(quarantineQuery(search))
  const [at, setAt] = useState<{ id?: string; index: number }>({ index: 0 })
  const [busy, setBusy] = useState(false)
  const [chosen, choose] = useState<string>()
  const all = list.data?.pages.flatMap(({ quarantined }) => quarantined) ?? []
  // Newer submissions above it do not change which one the keys act on. After it left the list, it is the one in its place.
  const index = all.findIndex(({ application }) => application.id === at.id)
  const current = Math.max(0, index >= 0 ? index : Math.min(at.index, all.length - 1))
  const go = (to: number): void => setAt({ id: all[to]?.application.id, index: to })
  if (all[current]?.application.id !== at.id || current !== at.index) go(current)
  const isJustReplaced = useJustReplaced(all[current]?.application.id, chosen)
  const steady = useSteady({ list: 'quarantine', rows: all, of: search, keyOf, left: (held) => held })
  const act = (work: Promise<void>): void => {
    setBusy(true)
    void work.finally(() => setBusy(false))
  }
  return {
    list,
    all,
    steady,
    isThere: (held: QuarantinedRecord): boolean => all.some((other) => keyOf(other) === keyOf(held)),
    total: list.data?.pages[0]?.total ?? 0,
    current: all[current],
    busy,
    isJustReplaced,
    move(by: number): void {
      choose(all[Math.max(0, Math.min(all.length - 1, current + by))]?.application.id)
      go(Math.max(0, Math.min(all.length - 1, current + by)))
    },
    release: (held: QuarantinedRecord): void => act(release(client, held)),
    remove: (held: QuarantinedRecord): void => act(deleteSimilar(client, held, (all[0] ?? held).application.submitted_at)),
  }
}

/** The page of submissions that may be spam. */
export function QuarantinePage() {
  const [search, setSearch] = useState('')
  const { list, all, steady, isThere, total, current, busy, isJustReplaced, move, ...actions } = useQuarantine(search)
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = list
  const [toDelete, setToDelete] = useState<QuarantinedRecord>()
  const [keysOn] = useKeysSwitch()
  useKeys(
    {
      j: () => move(1),
      k: () => move(-1),
      r: () => current !== undefined && !busy && !isJustReplaced && actions.release(current),
      d: () => !isJustReplaced && setToDelete(current),
    },
    keysOn && toDelete === undefined,
  )
  return (
    <Screen
      title="Quarantine"
      about={
        <p className="soft small">
          Submissions that may be spam. Until you release them, they send no letters and are not counted. They are deleted after
          30 days.{' '}
          <span className="by-keys">
            Keys: <kbd>j</kbd> <kbd>k</kbd> move, <kbd>r</kbd> releases, <kbd>d</kbd> deletes it with all similar ones.
          </span>
        </p>
      }
      busy={list.isPending}
    >
      <LoadFailure title="The submissions could not be loaded" query={list} />
      {(total > 0 || search !== '') && (
        <Field label="Search">
          <input type="search" value={search} onChange={(event) => setSearch(event.target.value)} />
        </Field>
      )}
      {data !== undefined && (
        <p role="status" className="soft small">
          {total === 0 ? '' : `${formatCount(total)} in quarantine`}
        </p>
      )}
      {data !== undefined && steady.shown.length === 0 && <NothingFound searched={search !== ''} />}
      <NewRows list="quarantine" held={steady.held} show={steady.show} noun="submission" />
      <ul className="lined" data-list="" data-steady="quarantine" data-settling={isJustReplaced ? '' : undefined}>
        {steady.shown.map((held) => (
          <Held
            key={held.application.id}
            held={held}
            isThere={isThere(held)}
            current={held === current}
            busy={busy}
            release={() => actions.release(held)}
            onDelete={() => setToDelete(held)}
          />
        ))}
      </ul>
      {hasNextPage && (
        <Button disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Load more
        </Button>
      )}
      <DeleteQuestion
        subject={toDelete}
        title={({ alike }) => (alike === 1 ? 'Delete this submission?' : `Delete ${formatCount(alike)} submissions?`)}
        text={({ application, reasons }) =>
          `${senderOf(application)}. ${formNames[application.form_type]}: ${reasons.map((reason) => signalLabels[reason] ?? reason).join(', ')}. This cannot be undone.`
        }
        close={() => setToDelete(undefined)}
        remove={actions.remove}
      />
    </Screen>
  )
}

const senderOf = ({ applicant_name, applicant_email, company_name }: QuarantinedRecord['application']): string =>
  [applicant_name || applicant_email, company_name].filter(Boolean).join(', ')

const NothingFound = ({ searched }: { readonly searched: boolean }) => (
  <Notice title={searched ? 'Nothing found' : 'Nothing in quarantine'}>
    {searched && <p>No submission has all of these words.</p>}
  </Notice>
)

interface HeldProps {
  readonly held: QuarantinedRecord
  /** Whether it is still in quarantine; a row that left stays while the list is used. */
  readonly isThere: boolean
  /** Whether the keyboard shortcuts act on it. */
  readonly current: boolean
  readonly busy: boolean
  release(): void
  onDelete(): void
}

/** One submission: sender, reasons for the quarantine, answers. Its URLs are plain text, because they may be malicious. */
function Held({ held: { application, reasons, until, alike }, isThere, current, busy, release, onDelete }: HeldProps) {
  const ref = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (current) ref.current?.scrollIntoView({ block: 'nearest' })
  }, [current])
  const sender = senderOf(application)
  return (
    <li ref={ref} className={`row ${styles.held}`} aria-current={current || undefined}>
      <div className="entry">
        <p>
          <strong>{sender}</strong>
          <span className="below">
            {formNames[application.form_type]} · {application.applicant_email} · {formatMoment(application.submitted_at)} ·
            deleted on {formatDay(until)}
          </span>
        </p>
        <ul className={`row small ${styles.reasons}`} aria-label="Why it is here">
          {reasons.map((reason) => (
            <li key={reason}>{signalLabels[reason] ?? reason}</li>
          ))}
        </ul>
        <details>
          <summary>Answers</summary>
          <dl className="stack gap-2">
            <PlainAnswers record={application} />
          </dl>
        </details>
      </div>
      <div className="acts">
        {!isThere && <p role="status">No longer in quarantine</p>}
        <Button
          tone="approve"
          subject={application.id}
          disabled={busy || !isThere}
          aria-label={`Release: ${sender}`}
          onClick={release}
        >
          Release
        </Button>
        <Button
          tone="quiet"
          subject={application.id}
          disabled={busy || !isThere}
          aria-label={`Delete ${formatCount(alike)} alike: ${sender}`}
          onClick={onDelete}
        >
          {alike === 1 ? 'Delete' : `Delete ${formatCount(alike)} alike`}
        </Button>
      </div>
    </li>
  )
}
