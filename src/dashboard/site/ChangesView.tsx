import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { paths } from '../../api/paths.ts'
import { fillPath } from '../../api/route.ts'
import { routes } from '../../api/routes.ts'
import { type ChangedDocument, fieldLabel, type SiteResponse } from '../../api/site-content.ts'
import { isLetterName } from '../../applications/outbox.ts'
import { storedNamesIn } from '../../shared/stored-pictures.ts'
import { call } from '../client.ts'
import { formatMoment, fromInput, isSkipped, zoneHint } from '../labels.ts'
import { LoadFailure } from '../session/DeskPage.tsx'
import { showFailure } from '../session/failures.ts'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import { MomentInput } from '../ui/MomentInput.tsx'
import { toast } from '../ui/toast.ts'
import { LetterCheck } from './LetterFrame.tsx'
import { changesQuery, publishQuery, siteQuery } from './queries.ts'
import styles from './site.module.css'

const shown = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value, null, 1))

/** A text, and the pictures that it names. */
function Shown({ value }: { readonly value: unknown }) {
  const text = shown(value)
  return (
    <>
      {text}
      {storedNamesIn(text).map((name) => (
        <img key={name} src={fillPath(paths.sitePicture, { name })} alt="" />
      ))}
    </>
  )
}

/** The changed fields of documents, each with the texts before and after. */
const Changes = ({
  changes,
  checks,
}: {
  readonly changes: readonly ChangedDocument[]
  /** Whether a letter is composed before it is published. */
  checks?(path: string): boolean
}) =>
  changes.map(({ path, name, revision, fields }) => (
    <section key={path} className="stack gap-3">
      <h2>
        <a href={`#${path}`}>{name}</a>
      </h2>
      <ul className={`stack gap-1 ${styles.changes}`}>
        {fields.map(({ field, before, after }) => (
          <li key={JSON.stringify(field)}>
            {fieldLabel(field) || 'The whole document'}
            {before !== undefined && (
              <del>
                <Shown value={before} />
              </del>
            )}
            {after !== undefined && (
              <ins>
                <Shown value={after} />
              </ins>
            )}
          </li>
        ))}
        {fields.length === 0 && <li>As it is published.</li>}
      </ul>
      {isLetterName(/^content\/mail\/(\w+)/.exec(path)?.[1]) && checks?.(path) && <LetterCheck {...{ path, revision }} />}
    </section>
  ))

/** A tick for each document. */
const Ticks = ({
  legend,
  changes,
  ticked,
  tick,
}: {
  readonly legend: string
  readonly changes: readonly ChangedDocument[]
  readonly ticked: boolean
  tick(path: string): void
}) => (
  <fieldset className={`stack gap-3 ${styles.group}`}>
    <legend>{legend}</legend>
    {changes.map(({ path, name }) => (
      <label key={path}>
        <input type="checkbox" checked={ticked} onChange={() => tick(path)} />
        {` ${name}`}
      </label>
    ))}
  </fieldset>
)

/** Texts of documents that wait for their time, and what becomes of them. */
function WaitingTexts({
  changes,
  choice,
  choose,
}: {
  readonly changes: readonly ChangedDocument[]
  readonly choice: 'keep' | 'end'
  choose(choice: 'keep' | 'end'): void
}) {
  const waiting = changes.filter((change) => change.waiting.length > 0)
  if (waiting.length === 0) return null
  const options = {
    keep: 'Leave what waits: it is published at its time, as it is, and replaces this',
    end: 'Take it out: it is not published',
  } as const
  return (
    <fieldset className={`stack gap-3 ${styles.group}`}>
      <legend>What waits</legend>
      <ul className={`stack gap-1 ${styles.changes}`}>
        {waiting.map(({ path, name, waiting: texts }) => (
          <li key={path}>
            {`A text of ${name} waits for `}
            {texts.map(({ id, dueAt }, at) => (
              <span key={id}>
                {at === 0 ? '' : ' and for '}
                <a href={`#version/${id}`}>{formatMoment(dueAt)}</a>
              </span>
            ))}
            .
          </li>
        ))}
      </ul>
      {Object.entries(options).map(([value, words]) => (
        <label key={value}>
          <input type="radio" name="waiting" checked={choice === value} onChange={() => choose(value as keyof typeof options)} />
          {` ${words}.`}
        </label>
      ))}
    </fieldset>
  )
}

/** What the drafts change, and the button that publishes them. `only`: the documents that one came from; by default all are ticked. */
export function ChangesView({ only }: { readonly only: readonly string[] | undefined }) {
  const client = useQueryClient()
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set())
  const [note, setNote] = useState('')
  const [due, setDue] = useState('')
  const [waiting, setWaiting] = useState<'keep' | 'end'>('keep')
  const [busy, setBusy] = useState(false)
  const isChosen = (path: string): boolean => (only?.includes(path) ?? true) !== toggled.has(path)
  const [checked, setChecked] = useState(only)
  const query = useQuery(changesQuery(checked))
  const { changes = [], faults = [], leftovers = [] } = query.data ?? {}
  const { chosen = [], left = [] } = Object.groupBy(changes, ({ path }) => (isChosen(path) ? 'chosen' : 'left'))
  const tick = (path: string): void => {
    const next = new Set(toggled)
    if (!next.delete(path)) next.add(path)
    setToggled(next)
    setChecked(changes.map((change) => change.path).filter((each) => (only?.includes(each) ?? true) !== next.has(each)))
  }
  const publish = async (): Promise<void> => {
    setBusy(true)
    try {
      const drafts = Object.fromEntries(chosen.map(({ path, revision }) => [path, revision]))
      const dueAt = fromInput(due)
      const waits = chosen.some((change) => change.waiting.length > 0)
      await call(routes.publishSite, { body: { drafts, note, dueAt, ...(waits && { waiting }) } })
      // The list must not show the drafts beside the words that they are published.
      await client.invalidateQueries(siteQuery)
      toast.success(dueAt === null ? 'Published' : `Scheduled for ${formatMoment(dueAt)}`)
      location.hash = 'documents'
    } catch (error) {
      showFailure('publishing', 'Nothing was published', error)
    } finally {
      setBusy(false)
      await client.invalidateQueries()
    }
  }
  return (
    <div className={`stack gap-3 ${styles.form}`} aria-busy={query.isFetching || undefined}>
      {query.data !== undefined && chosen.length === 0 && (
        <p>{changes.length === 0 ? 'There is nothing to publish.' : 'Nothing is chosen.'}</p>
      )}
      {faults.length > 0 && (
        <div role="alert" className="stack gap-3">
          <strong>This cannot be published yet:</strong>
          <ul className={`stack gap-1 ${styles.changes}`}>
            {faults.map(({ path, field, message }) => (
              <li key={path + JSON.stringify(field) + message}>
                <a href={`#${path}`}>{`${path.replace('content/', '')} ${fieldLabel(field)}`}</a>
                {`: ${message}`}
              </li>
            ))}
          </ul>
        </div>
      )}
      <Changes changes={chosen} checks={(path) => !faults.some((fault) => fault.path === path)} />
      {leftovers.length > 0 && (
        <div className="stack gap-3">
          <strong>Other texts still say what these changes remove:</strong>
          <ul className={`stack gap-1 ${styles.changes}`}>
            {leftovers.map(({ path, name, field, words }) => (
              <li key={path + JSON.stringify(field) + words}>
                {`“${words}” in `}
                <a href={`#${path}`}>{name}</a>
                {`, ${fieldLabel(field)}`}
              </li>
            ))}
          </ul>
        </div>
      )}
      {chosen.length > 0 && changes.length > 1 && <Ticks legend="Publish" changes={chosen} ticked tick={tick} />}
      {left.length > 0 && <Ticks legend="Also not published" changes={left} ticked={false} tick={tick} />}
      <WaitingTexts changes={chosen} choice={waiting} choose={setWaiting} />
      {changes.length > 0 && (
        <div className="fields">
          <Field label="Note (optional)">
            <input value={note} maxLength={500} onChange={(event) => setNote(event.target.value)} />
          </Field>
          <Field label={`At (optional${zoneHint()})`}>
            <MomentInput value={due} change={setDue} />
          </Field>
          <Button tone="approve" disabled={busy || chosen.length === 0 || isSkipped(due)} onClick={() => void publish()}>
            {due === '' ? 'Publish now' : 'Schedule'}
          </Button>
        </div>
      )}
      <LoadFailure title="The changes could not be loaded" query={query} />
    </div>
  )
}

/** A publish of the history: what it changed, and its texts as drafts again. */
export function VersionView({ id, site }: { readonly id: string; readonly site: SiteResponse | undefined }) {
  const client = useQueryClient()
  const query = useQuery(publishQuery(id))
  const publish = site?.publishes.find((each) => each.id === id)
  const restore = async (version: 'before' | 'after') =>
    (await call(routes.restoreSitePublish, { at: { id }, body: { version } })).documents
  const run = async (change: () => Promise<readonly string[]>, done: string): Promise<void> => {
    try {
      const documents = await change()
      toast.success(done)
      location.hash = `changes/${documents.join()}`
      await client.invalidateQueries()
    } catch (error) {
      showFailure('restoring', 'Nothing was changed', error)
    }
  }
  return (
    <div className={`stack gap-3 ${styles.form}`}>
      {publish !== undefined && (
        <p>{`${publish.revision === null ? 'Waits for' : 'Published'} ${formatMoment(publish.dueAt && publish.revision === null ? publish.dueAt : publish.at)} by ${publish.by}. ${publish.note}`}</p>
      )}
      <Changes changes={query.data?.changes ?? []} />
      <div className="fields">
        {publish?.revision === null ? (
          <Button
            onClick={() =>
              void run(async () => {
                await call(routes.cancelSitePublish, { at: { id } })
                return publish.documents
              }, 'Cancelled; its texts are drafts again')
            }
          >
            Cancel the schedule
          </Button>
        ) : (
          <>
            <Button onClick={() => void run(() => restore('before'), 'The texts before it are drafts')}>
              Restore the texts before it
            </Button>
            <Button onClick={() => void run(() => restore('after'), 'Its texts are drafts')}>Restore these texts</Button>
          </>
        )}
      </div>
      <LoadFailure title="The publish could not be loaded" query={query} />
    </div>
  )
}
