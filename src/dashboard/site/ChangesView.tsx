import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { paths } from '../../api/paths.ts'
import { fillPath } from '../../api/route.ts'
import { routes } from '../../api/routes.ts'
import { type ChangedDocument, fieldLabel, type SiteResponse } from '../../api/site-content.ts'
import { isLetterName } from '../../applications/outbox.ts'
import { storedNamesIn } from '../../shared/stored-pictures.ts'
import { call } from '../client.ts'
import { formatMoment } from '../labels.ts'
import { LoadFailure } from '../session/DeskPage.tsx'
import { showFailure } from '../session/failures.ts'
import { Button } from '../ui/Button.tsx'
import { toast } from '../ui/toast.ts'
import { LetterCheck } from './LetterFrame.tsx'
import { changesQuery } from './queries.ts'
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

/** What the drafts change, and the button that publishes them. */
export function ChangesView() {
  const client = useQueryClient()
  const query = useQuery(changesQuery())
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [note, setNote] = useState('')
  const [due, setDue] = useState('')
  const [busy, setBusy] = useState(false)
  const { changes = [], faults = [], leftovers = [] } = query.data ?? {}
  const chosen = changes.filter(({ path }) => !left.has(path))
  const publish = async (): Promise<void> => {
    setBusy(true)
    try {
      const drafts = Object.fromEntries(chosen.map(({ path, revision }) => [path, revision]))
      const dueAt = due === '' ? null : new Date(due).toISOString()
      await call(routes.publishSite, { body: { drafts, note, dueAt } })
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
    <div className={`stack gap-3 ${styles.form}`} aria-busy={query.isPending || undefined}>
      {query.data !== undefined && changes.length === 0 && <p>There is nothing to publish.</p>}
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
      <Changes changes={changes} checks={(path) => !faults.some((fault) => fault.path === path)} />
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
      {changes.length > 1 && (
        <fieldset className={`stack gap-3 ${styles.group}`}>
          <legend>Publish</legend>
          {changes.map(({ path, name }) => (
            <label key={path}>
              <input
                type="checkbox"
                checked={!left.has(path)}
                onChange={({ target }) =>
                  setLeft(new Set(target.checked ? [...left].filter((other) => other !== path) : [...left, path]))
                }
              />
              {` ${name}`}
            </label>
          ))}
        </fieldset>
      )}
      {changes.length > 0 && (
        <div className="fields">
          <label className="field">
            <span>Note (optional)</span>
            <input value={note} maxLength={500} onChange={(event) => setNote(event.target.value)} />
          </label>
          <label className="field">
            <span>At (optional, your local time)</span>
            <input type="datetime-local" value={due} onChange={(event) => setDue(event.target.value)} />
          </label>
          <Button tone="approve" disabled={busy || chosen.length === 0} onClick={() => void publish()}>
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
  const query = useQuery(changesQuery(id))
  const publish = site?.publishes.find((each) => each.id === id)
  const restore = (version: 'before' | 'after') => call(routes.restoreSitePublish, { at: { id }, body: { version } })
  const run = async (change: () => Promise<unknown>, done: string): Promise<void> => {
    try {
      await change()
      toast.success(done)
      location.hash = 'changes'
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
              void run(() => call(routes.cancelSitePublish, { at: { id } }), 'Cancelled; its texts are drafts again')
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
