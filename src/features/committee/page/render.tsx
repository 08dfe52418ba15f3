import { renderToStaticMarkup } from 'react-dom/server'
import { CommitteePage } from './CommitteePage.tsx'
import type { CommitteeView } from './view.ts'

/** The markup of a member's page. */
export const renderMemberPage = (view: CommitteeView): string => renderToStaticMarkup(<CommitteePage view={view} />)
