import { useQuery } from '@tanstack/react-query'
import { useLayoutEffect } from 'react'
import { LoadFailure } from '../../../dashboard/session/LoadFailure.tsx'
import { usePageFragment } from '../../../dashboard/ui/address-bar.ts'
import { Screen } from '../../../dashboard/ui/Screen.tsx'
import { BeginningView } from './BeginningView.tsx'
import { ChangesView } from './ChangesView.tsx'
import { DocumentView } from './DocumentView.tsx'
import { siteQuery } from './queries.ts'
import { mapParts, SiteMap } from './SiteMap.tsx'
import { VersionView } from './VersionView.tsx'

/** The content of the site: its documents, what a publish changes, and the history. The hash of the address names the view. */
export function SitePage() {
  const [view = '', at = ''] = usePageFragment().split(/@(?=\[)/)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each view begins at its top
  useLayoutEffect(() => void window.scrollTo(0, 0), [view])
  const query = useQuery(siteQuery)
  const part = Object.hasOwn(mapParts, view) && query.data !== undefined ? view : ''
  useLayoutEffect(() => void (part !== '' && document.getElementById(part)?.scrollIntoView()), [part])
  const name = query.data?.documents.find(({ path }) => path === view)?.name
  const isMap = ['', 'documents'].includes(view) || Object.hasOwn(mapParts, view)
  const isChanges = /^changes(\/|$)/.test(view)
  const isBeginning = view === 'begin'
  const title = isBeginning ? 'Who you are' : view.startsWith('content/') ? (name ?? 'Document') : isChanges ? 'Publish' : 'Site'
  return (
    <Screen title={title} within={!isMap && <a href="#documents">Site</a>} busy={query.isPending}>
      {view.startsWith('content/') && <DocumentView key={view} path={view} field={at} />}
      {isBeginning && <BeginningView />}
      {isChanges && <ChangesView key={view} only={view === 'changes' ? undefined : view.slice('changes/'.length).split(',')} />}
      {view.startsWith('version/') && <VersionView key={view} id={view.slice('version/'.length)} site={query.data} />}
      {isMap && query.data !== undefined && <SiteMap site={query.data} />}
      <LoadFailure title="The documents could not be loaded" query={query} />
    </Screen>
  )
}
