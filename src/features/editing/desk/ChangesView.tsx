import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ChangedDocument } from '../../../api/site-content.ts'
import { isLetterName } from '../../../applications/outbox.ts'
import { call } from '../../../dashboard/client.ts'
import { firstNames, formatMoment, formNames, fromInput, isSkipped } from '../../../dashboard/labels.ts'
import { serverNow } from '../../../dashboard/server-time.ts'
import { showFailure } from '../../../dashboard/session/failures.ts'
import { LoadFailure } from '../../../dashboard/session/LoadFailure.tsx'
import { may } from '../../../dashboard/session/rights.ts'
import { fromHere } from '../../../dashboard/ui/address-bar.ts'
import { Button } from '../../../dashboard/ui/Button.tsx'
import { Field } from '../../../dashboard/ui/Field.tsx'
import { MomentInput } from '../../../dashboard/ui/MomentInput.tsx'
import { Switch } from '../../../dashboard/ui/Switch.tsx'
import { toast } from '../../../dashboard/ui/toast.ts'
import { markOfZone } from '../../../shared/dates.ts'
import { siteRoutes } from '../api.ts'
import { ChangedWords } from './ChangedWords.tsx'
import { LetterCheck } from './LetterFrame.tsx'
import { hrefOf } from './map-words.ts'
import { PagesBeside } from './PagesBeside.tsx'
import { changesQuery, siteQuery } from './queries.ts'
import styles from './site.module.css'

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
      <label key={path} className="check">
        <input type="checkbox" checked={ticked} onChange={() => tick(path)} />
        {name}
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

/** How a language keeps the forms that a publish takes out of it: its drafts are published with it. */
const Together = ({
  language,
  tick,
}: {
  readonly language: readonly ChangedDocument[]
  tick(...paths: readonly string[]): void
}) =>
  language.length === 0 ? (
    <p>Say them, and publish both together.</p>
  ) : (
    <p>
      <Button
        onClick={() => tick(...language.map(({ path }) => path))}
      >{`Publish with it: ${firstNames(language.map(({ name }) => name))}`}</Button>
    </p>
  )

const views = [
  { value: 'pages', name: 'Before and after' },
  { value: 'words', name: 'Only words' },
] as const

/** How long a publish is offered to be taken back. */
const offeredMs = 60_000

/** Puts the texts before a publish back, and publishes them. */
async function takeBack(id: string, client: QueryClient): Promise<void> {
  try {
    await call(siteRoutes.takeBackSitePublish, { at: { id } })
    toast.success('Taken back', 'The site says again what it said before.')
  } catch (error) {
    showFailure('taking a publish back', 'It was not taken back', error)
  } finally {
    await client.invalidateQueries()
  }
}

/** What the drafts change, and the button that publishes them. `only`: the documents that one came from; by default all are ticked. */
export function ChangesView({ only }: { readonly only: readonly string[] | undefined }) {
  const client = useQueryClient()
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set())
  const [note, setNote] = useState('')
  const [due, setDue] = useState('')
  const [waiting, setWaiting] = useState<'keep' | 'end'>('keep')
  const [view, setView] = useState<'pages' | 'words'>('pages')
  const [busy, setBusy] = useState(false)
  const isChosen = (path: string): boolean => (only?.includes(path) ?? true) !== toggled.has(path)
  const [checked, setChecked] = useState(only)
  const query = useQuery(changesQuery(checked))
  const { data: site } = useQuery(siteQuery)
  const { changes = [], faults = [], leftovers = [], languages = [] } = query.data ?? {}
  const { chosen = [], left = [] } = Object.groupBy(changes, ({ path }) => (isChosen(path) ? 'chosen' : 'left'))
  const tick = (...paths: readonly string[]): void => {
    const next = new Set(toggled)
    for (const path of paths) if (!next.delete(path)) next.add(path)
    setToggled(next)
    setChecked(changes.map((change) => change.path).filter((each) => (only?.includes(each) ?? true) !== next.has(each)))
  }
  const publish = async (): Promise<void> => {
    const goOn = fromHere()
    setBusy(true)
    try {
      const drafts = Object.fromEntries(chosen.map(({ path, revision }) => [path, revision]))
      const dueAt = fromInput(due)
      const waits = chosen.some((change) => change.waiting.length > 0)
      const { id } = await call(siteRoutes.publishSite, { body: { drafts, note, dueAt, ...(waits && { waiting }) } })
      // The list must not show the drafts beside the words that they are published.
      await client.invalidateQueries(siteQuery)
      const shownNames = firstNames(chosen.map(({ name }) => name))
      const address = chosen.find(({ page }) => page !== '')?.page
      let shown = 0
      if (dueAt === null)
        shown = toast.success(
          'Published',
          shownNames,
          {
            label: 'Take it back',
            run: () => {
              toast.end(shown)
              void takeBack(id, client)
            },
            ...(address !== undefined && { link: { label: 'See it', href: address } }),
          },
          offeredMs,
        )
      else toast.success(`Scheduled for ${formatMoment(dueAt)}`, shownNames)
      goOn('documents')
    } catch (error) {
      showFailure('publishing', 'Nothing was published', error)
    } finally {
      setBusy(false)
      await client.invalidateQueries()
    }
  }
  const nameOf = (path: string): string => changes.find((change) => change.path === path)?.name ?? path.replace('content/', '')
  const version = [site?.revision, ...chosen.map(({ revision }) => revision)].join('-')
  return (
    <div className={`stack gap-4 ${styles.publish}`} aria-busy={query.isFetching || undefined}>
      <form
        className="stack gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          if (!busy && chosen.length > 0) void publish()
        }}
      >
        {query.data !== undefined && chosen.length === 0 && (
          <p>{changes.length === 0 ? 'There is nothing to publish.' : 'Nothing is chosen.'}</p>
        )}
        {chosen.length > 0 && changes.length > 1 && <Ticks legend="Publish" changes={chosen} ticked tick={tick} />}
        {left.length > 0 && <Ticks legend="Also not published" changes={left} ticked={false} tick={tick} />}
        <WaitingTexts changes={chosen} choice={waiting} choose={setWaiting} />
        {!may(siteRoutes.publishSite) && <p className="soft">The person who gave you the link publishes the drafts.</p>}
        {changes.length > 0 && may(siteRoutes.publishSite) && (
          <>
            <Field label="Note (optional)">
              <input value={note} maxLength={500} onChange={(event) => setNote(event.target.value)} />
            </Field>
            <Field label={`At a time of the site (optional, ${markOfZone(serverNow())})`}>
              <MomentInput value={due} change={setDue} />
            </Field>
            <Button type="submit" tone="main" disabled={busy || chosen.length === 0 || isSkipped(due)}>
              {due === '' ? 'Publish now' : 'Schedule'}
            </Button>
          </>
        )}
      </form>
      <div className="stack gap-4">
        {faults.length > 0 && (
          <div role="alert" className="stack gap-3">
            <strong>This cannot be published yet:</strong>
            <ul className={`stack gap-1 ${styles.changes}`}>
              {faults.map(({ path, field, message }) => (
                <li key={path + JSON.stringify(field) + message}>
                  <a href={hrefOf(path, field)}>{nameOf(path)}</a>
                  {`: ${message}`}
                </li>
              ))}
            </ul>
          </div>
        )}
        {languages.map(({ code, name, forms, count, sentences }) => (
          <div key={code} className="stack gap-3 alarm">
            <strong>
              {`With this, ${forms.length === 1 ? 'a form is' : `${forms.length} forms are`} no longer there in `}
              <span lang={code}>{name}</span>
              {`, until ${count === 1 ? 'a sentence is' : `${count} sentences are`} said in it: ${forms.map((type) => formNames[type]).join(', ')}.`}
            </strong>
            <ul className={`stack gap-1 ${styles.changes}`}>
              {sentences.map(({ english, path }) => (
                <li key={english}>
                  <a href={hrefOf(path, [english])}>{english}</a>
                </li>
              ))}
            </ul>
            <Together language={left.filter(({ path }) => path.startsWith(`content/languages/${code}/`))} tick={tick} />
          </div>
        ))}
        {leftovers.length > 0 && (
          <div className="stack gap-3">
            <strong>Other texts still say what these changes remove:</strong>
            <ul className={`stack gap-1 ${styles.changes}`}>
              {leftovers.map(({ path, name, field, label, words }) => (
                <li key={path + JSON.stringify(field) + words}>
                  {`“${words}” in `}
                  <a href={hrefOf(path, field)}>{`${name}, ${label}`}</a>
                </li>
              ))}
            </ul>
          </div>
        )}
        {chosen.length > 0 && <Switch label="Show" options={views} value={view} choose={(chosenView) => setView(chosenView)} />}
        {chosen.map(({ path, name, page, revision, fields }) => (
          <section key={path} className="stack gap-3">
            <h2>
              <a href={hrefOf(path)}>{name}</a>
            </h2>
            <ChangedWords {...{ path, fields }} />
            {view === 'pages' && page !== '' && faults.length === 0 && (
              <PagesBeside
                key={version + chosen.length}
                {...{ name, path, page, version }}
                chosen={chosen.map((each) => each.path)}
              />
            )}
            {may(siteRoutes.checkLetterDraft) &&
              isLetterName(/^content\/mail\/(\w+)/.exec(path)?.[1]) &&
              !faults.some((fault) => fault.path === path) && <LetterCheck {...{ path, revision }} />}
          </section>
        ))}
      </div>
      <LoadFailure title="The changes could not be loaded" query={query} />
    </div>
  )
}
