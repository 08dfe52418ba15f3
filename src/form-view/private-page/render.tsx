import { renderToStaticMarkup } from 'react-dom/server'
import { Qr } from '../../ui/qr/Qr.tsx'
import { KeepLink, qrLabel } from '../view/KeepLink.tsx'
import { PrivatePage } from './PrivatePage.tsx'
import type { PrivatePageView } from './view.ts'

/** The markup of the applicant's own page, which goes between the comments of `privatePageSlot`. */
export const renderPrivatePage = (view: PrivatePageView): string => renderToStaticMarkup(<PrivatePage view={view} />)

/** The markup that gives an applicant their link on a success page without script. */
export const renderKeepLink = (url: string, reference: string): string =>
  renderToStaticMarkup(<KeepLink url={url} reference={reference} qr={<Qr text={url} label={qrLabel} />} />)
