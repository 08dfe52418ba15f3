import { renderToStaticMarkup } from 'react-dom/server'
import { OpeningPage, type OpeningView } from './OpeningPage.tsx'

/** The markup of the page for an address that waits for a cohort. */
export const renderOpening = (view: OpeningView): string => renderToStaticMarkup(<OpeningPage view={view} />)
