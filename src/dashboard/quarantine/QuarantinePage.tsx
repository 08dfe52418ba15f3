import { AlertDialog } from '@base-ui/react/alert-dialog'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useContext, useEffect, useRef, useState } from 'react'
import type { QuarantinedRecord } from '../../api/replies.ts'
import { detail } from '../../forms/views/detail.ts'
import { FormsContext } from '../applications/Answers.tsx'
import { deskPath } from '../applications/url-state.ts'
import { formatCount, formatDay, formatMoment, formNames } from '../labels.ts'
import { DeskPage } from '../session/DeskPage.tsx'
import { Button } from '../ui/Button.tsx'
import dialog from '../ui/dialog.module.css'
import { Field } from '../ui/Field.tsx'
import { Notice, Screen } from '../ui/Screen.tsx'
import { useKeys, useKeysSwitch } from '../ui/use-keys.ts'
import '../desk.css'
import styles from './quarantine.module.css'
import { deleteAlike, quarantineQuery, release, signalLabels } from './quarantine.ts'

/** The page of what may be spam. */
export const QuarantineDesk = () => (
  <DeskPage title="Quarantine">
    <Quarantine />
  </DeskPage>
)

function Quarantine() {
  const client = useQueryClient()
  const [search, setSearch] = useState('')
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(quarantineQuery(search))
  const [at, setAt] = useState(0)
  const [busy, setBusy] = useState(false)
  const [toDelete, setToDelete] = useState<QuarantinedRecord>()
  const [keysOn] = useKeysSwitch()
  const isEnded = error !== null && 'status' in error && error.status === 401
  const all = data?.pages.flatMap(({ quarantined }) => quarantined) ?? []
  const total = data?.pages[0]?.total ?? 0
  const current = all[Math.min(at, all.length - 1)]
  const newest = all[0]?.application.submitted_at ?? ''
  const act = (does: Promise<void>): void => {
    setBusy(true)
    void does.finally(() => setBusy(false))
  }
  const move = (by: number): void => setAt(Math.max(0, Math.min(all.length - 1, Math.min(at, all.length - 1) + by)))
  useKeys(
    {
      j: () => move(1),
      k: () => move(-1),
      r: () => current !== undefined && !busy && act(release(client, current)),
      d: () => setToDelete(current),
    },
    keysOn && toDelete === undefined,
  )
  return (
    <Screen
      title="Quarantine"
      tools={<a href={deskPath}>Back to the applications</a>}
      about={
        <p className={styles.about}>
          Submissions that may be spam. They send nothing and count nowhere until you release them, and are deleted after 30 days.
          Keys: <kbd>j</kbd> <kbd>k</kbd> move, <kbd>r</kbd> releases, <kbd>d</kbd> deletes all that are alike.
        </p>
      }
      busy={data === undefined && error === null}
    >
      {data === undefined && error !== null && !isEnded && (
        <Notice title="The submissions could not be loaded" failed>
          <p>{error.message}</p>
          <Button onClick={() => void refetch()}>Try again</Button>
        </Notice>
      )}
      {(total > 0 || search !== '') && (
        <Field label="Search">
          <input type="search" value={search} onChange={(event) => setSearch(event.target.value)} />
        </Field>
      )}
      {data !== undefined && (
        <p role="status" className={styles.about}>
          {total === 0 ? '' : `${formatCount(total)} in quarantine`}
        </p>
      )}
      {data !== undefined && all.length === 0 && (
        <Notice title={search === '' ? 'Nothing in quarantine' : 'Nothing found'}>
          <p>{search === '' ? 'Submissions that may be spam appear here.' : 'No submission has all of these words.'}</p>
        </Notice>
      )}
      <ul className={styles.list}>
        {all.map((held) => (
          <Held
            key={held.application.id}
            held={held}
            current={held === current}
            busy={busy}
            release={() => act(release(client, held))}
            onDelete={() => setToDelete(held)}
          />
        ))}
      </ul>
      {hasNextPage && (
        <Button disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Load more
        </Button>
      )}
      <DeleteAlike
        held={toDelete}
        close={() => setToDelete(undefined)}
        remove={(held) => act(deleteAlike(client, held, newest))}
      />
    </Screen>
  )
}

interface HeldProps {
  readonly held: QuarantinedRecord
  /** Whether keys act on it. */
  readonly current: boolean
  readonly busy: boolean
  release(): void
  onDelete(): void
}

/** One submission: who, why it is here, what it says. Its links are not links: nobody has vouched for them. */
function Held({ held: { application, reasons, until, alike }, current, busy, release, onDelete }: HeldProps) {
  const form = useContext(FormsContext)[application.form_type]
  const ref = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (current) ref.current?.scrollIntoView({ block: 'nearest' })
  }, [current])
  const whom = [application.applicant_name || application.applicant_email, application.company_name].filter(Boolean).join(', ')
  return (
    <li ref={ref} className={styles.held} aria-current={current || undefined}>
      <div>
        <p>
          <strong>{whom}</strong>
          <span className={styles.aside}>
            {formNames[application.form_type]} · {application.applicant_email} · {formatMoment(application.submitted_at)} ·
            deleted on {formatDay(until)}
          </span>
        </p>
        <ul className={styles.reasons} aria-label="Why it is here">
          {reasons.map((reason) => (
            <li key={reason}>{signalLabels[reason]}</li>
          ))}
        </ul>
        <details>
          <summary>Answers</summary>
          <dl className={styles.answers}>
            {detail(form, application.form_data)
              .flatMap(({ items }) => items)
              .filter(({ text }) => text.trim() !== '')
              .map(({ name, label, text }) => (
                <div key={name}>
                  <dt>{label}</dt>
                  <dd>{text}</dd>
                </div>
              ))}
          </dl>
        </details>
      </div>
      <div className={styles.acts}>
        <Button tone="approve" disabled={busy} aria-label={`Release: ${whom}`} onClick={release}>
          Release
        </Button>
        <Button tone="quiet" disabled={busy} aria-label={`Delete ${formatCount(alike)} alike: ${whom}`} onClick={onDelete}>
          {alike === 1 ? 'Delete' : `Delete ${formatCount(alike)} alike`}
        </Button>
      </div>
    </li>
  )
}

interface DeleteAlikeProps {
  /** The submission to delete with all that are alike; undefined closes the dialog. */
  readonly held: QuarantinedRecord | undefined
  close(): void
  remove(held: QuarantinedRecord): void
}

/** Confirms a deletion, which cannot be undone. */
const DeleteAlike = ({ held, close, remove }: DeleteAlikeProps) => (
  <AlertDialog.Root open={held !== undefined} onOpenChange={(open) => !open && close()}>
    <AlertDialog.Portal>
      <AlertDialog.Backdrop className={dialog.backdrop} />
      <AlertDialog.Popup className={`${dialog.popup} ${dialog.question}`}>
        <AlertDialog.Title className={dialog.title}>
          {held?.alike === 1 ? 'Delete this submission?' : `Delete ${formatCount(held?.alike ?? 0)} submissions?`}
        </AlertDialog.Title>
        <AlertDialog.Description className={dialog.text}>
          {held !== undefined &&
            `${formNames[held.application.form_type]}: ${held.reasons.map((reason) => signalLabels[reason]).join(', ')}.`}{' '}
          This cannot be undone.
        </AlertDialog.Description>
        <div className={dialog.buttons}>
          <AlertDialog.Close render={<Button />}>Cancel</AlertDialog.Close>
          <Button
            tone="danger"
            onClick={() => {
              if (held !== undefined) remove(held)
              close()
            }}
          >
            Delete
          </Button>
        </div>
      </AlertDialog.Popup>
    </AlertDialog.Portal>
  </AlertDialog.Root>
)
