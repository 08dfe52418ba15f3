import { useQuery } from '@tanstack/react-query'
import { useLayoutEffect, useState } from 'react'
import type { DocumentState, SiteResponse } from '../../api/site-content.ts'
import { firstNames, formatMoment } from '../labels.ts'
import { LoadFailure } from '../session/LoadFailure.tsx'
import { usePageUrl } from '../ui/address-bar.ts'
import { Button } from '../ui/Button.tsx'
import { Screen } from '../ui/Screen.tsx'
import { ChangesView, VersionView } from './ChangesView.tsx'
import { DocumentView } from './DocumentView.tsx'
import { siteQuery } from './queries.ts'
import styles from './site.module.css'

/** The content of the site: its documents, what a publish changes, and the history. The hash of the address names the view. */
export function SitePage() {
  const view = decodeURIComponent(usePageUrl().hash.slice(1))
  // biome-ignore lint/correctness/useExhaustiveDependencies: each view begins at its top
  useLayoutEffect(() => void window.scrollTo(0, 0), [view])
  const query = useQuery(siteQuery)
  const name = query.data?.documents.find(({ path }) => path === view)?.name
  const isList = view === '' || view === 'documents'
  const isChanges = /^changes(\/|$)/.test(view)
  const title = view.startsWith('content/') ? (name ?? 'Document') : isChanges ? 'Publish' : 'Site'
  return (
    <Screen title={title} busy={query.isPending}>
      {!isList && (
        <p>
          <a href="#documents">All documents</a>
        </p>
      )}
      {view.startsWith('content/') && <DocumentView key={view} path={view} />}
      {isChanges && <ChangesView key={view} only={view === 'changes' ? undefined : view.slice('changes/'.length).split(',')} />}
      {view.startsWith('version/') && <VersionView key={view} id={view.slice('version/'.length)} site={query.data} />}
      {isList && query.data !== undefined && <Documents site={query.data} />}
      <LoadFailure title="The documents could not be loaded" query={query} />
    </Screen>
  )
}

const stateNames: Readonly<Record<DocumentState, string>> = {
  draft: 'Draft',
  scheduled: '',
  edited: 'Edited here',
  built: '',
}

function Documents({ site: { documents, publishes } }: { readonly site: SiteResponse }) {
  const drafts = documents.filter(({ state }) => state === 'draft').length
  const groups = Map.groupBy(documents, ({ group }) => group)
  const names = new Map(documents.map(({ path, name }) => [path, name]))
  return (
    <>
      <div className={`row gap-2 middle stays ${styles.bar}`}>
        <p>
          {drafts === 0
            ? 'Everything that was typed is published.'
            : `${drafts} ${drafts === 1 ? 'draft is' : 'drafts are'} not published.`}
        </p>
        {drafts > 0 && <a href="#changes">See the changes and publish</a>}
      </div>
      <div className={styles.documents}>
        {[...groups].map(([group, members]) => (
          <section key={group}>
            <h2>{group}</h2>
            <ul className="stack gap-1">
              {members.map(({ path, name, state, waiting, placeholder }) => (
                <li key={path}>
                  <a href={`#${path}`}>{name}</a>{' '}
                  <span className="soft small">
                    {[
                      stateNames[state],
                      ...waiting.map(({ dueAt }) => `Scheduled for ${formatMoment(dueAt)}`),
                      placeholder ? 'Placeholder' : '',
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                  </span>
                </li>
              ))}
              {group === 'Posts' && (
                <li>
                  <NewPost taken={members.map(({ path }) => path)} />
                </li>
              )}
            </ul>
          </section>
        ))}
      </div>
      {publishes.length > 0 && (
        <section className="stack gap-3">
          <h2>History</h2>
          <ul className={`stack gap-1 ${styles.changes}`}>
            {publishes.map(({ id, at, by, note, dueAt, revision, fault, documents: changed }) => (
              <li key={id}>
                <a href={`#version/${id}`}>
                  {revision === null ? `Scheduled for ${formatMoment(dueAt ?? at)}` : formatMoment(at)}
                </a>
                {` ${note === '' ? '' : `${note}: `}${firstNames(changed.map((path) => names.get(path) ?? path))}, by ${by}`}
                <span className="fault">{fault === '' ? '' : ` Not published: ${fault}`}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

/** Opens a post that does not exist yet, under the address that is typed. */
function NewPost({ taken }: { readonly taken: readonly string[] }) {
  const [slug, setSlug] = useState('')
  const path = `content/posts/${slug}.md`
  const isFree = /^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug) && !taken.includes(path)
  return (
    <form
      className={styles.pair}
      onSubmit={(event) => {
        event.preventDefault()
        if (isFree) location.hash = path
      }}
    >
      <label className="field">
        <span>Address of a new post</span>
        <input
          value={slug}
          onChange={(event) => setSlug(event.target.value)}
          pattern="[a-z0-9]+(-[a-z0-9]+)*"
          title="small letters, digits and single hyphens"
          placeholder="first-ten-customers"
          required
        />
      </label>
      <Button type="submit">New post</Button>
    </form>
  )
}
