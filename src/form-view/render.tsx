import { renderToStaticMarkup } from 'react-dom/server'
import { Qr } from '../ui/qr/Qr.tsx'
import { PrivatePage } from './private-page/PrivatePage.tsx'
import type { PrivatePageView } from './private-page/view.ts'
import { RefusalPage } from './refusal/RefusalPage.tsx'
import type { RefusalView } from './refusal/view.ts'
import { FormView, type FormViewProps } from './view/FormView.tsx'
import { KeepLink, qrLabel } from './view/KeepLink.tsx'
import { NotStored } from './view/NotStored.tsx'

// The markup that the server inserts into the built pages, between the comments that mark a slot (shared/built-pages.ts).

interface Refused
  extends Pick<FormViewProps, 'form' | 'raw' | 'faults' | 'alert' | 'idempotencyKey' | 'origin' | 'notice' | 'formVersion'> {
  /** Whether the answers are valid, but could not be stored. */
  readonly failed?: boolean
}

/**
 * The markup of a form whose native post was refused: with the answers, a message at each faulty field, and at the top a summary with links, which
 * takes the focus.
 */
export const renderRefused = ({ failed, ...refused }: Refused): string =>
  renderToStaticMarkup(<FormView {...refused} first={failed ? <NotStored {...refused} /> : undefined} />)

/** The markup of the page for a native post that was refused before its answers were read. */
export const renderRefusal = (view: RefusalView): string => renderToStaticMarkup(<RefusalPage view={view} />)

/** The markup that gives an applicant their link on a success page without script. */
export const renderKeepLink = (noun: string, url: string, reference: string): string =>
  renderToStaticMarkup(<KeepLink noun={noun} url={url} reference={reference} qr={<Qr text={url} label={qrLabel(noun)} />} />)

/** The markup of the applicant's own page. */
export const renderPrivatePage = (view: PrivatePageView): string => renderToStaticMarkup(<PrivatePage view={view} />)
