import { renderToStaticMarkup } from 'react-dom/server'
import { OpeningPage, type OpeningView } from './OpeningPage.tsx'

/** The markup of the page of an address that waits for a cohort, which goes between the comments of `privatePageSlot`. */
export const renderOpening = (view: OpeningView): string => renderToStaticMarkup(<OpeningPage view={view} />)
