import type { Context } from 'hono'
import { paths } from '../../api/paths.ts'
import type { OpeningView } from '../../form-view/opening/OpeningPage.tsx'
import type { PrivatePageView } from '../../form-view/private-page/view.ts'
import { formSlot, keepLinkPlaceholder, privatePageSlot, referencePlaceholder } from '../../shared/built-pages.ts'
import { type FormType, formTypes } from '../../shared/form-types.ts'
import { isId, reference } from '../../shared/ids.ts'
import { kolam, kolamOf } from '../../ui/kolam/kolam.ts'
import { readSubmitted } from '../http/request.ts'
import type { Refused } from '../intake/routes.ts'
import type { Asset } from './load.ts'
import type { Site } from './site.ts'

/** A built page with a part drawn for one request. Its content policy is the built page's: what a visitor wrote has no part in what may run. */
export interface DrawnPage {
  readonly html: string
  readonly headers: Readonly<Record<string, string>>
}

interface Slot {
  readonly before: string
  readonly after: string
}

/** A built page with `markup` in the place that it keeps between two comments; undefined when there is no such page or no such place in it. */
function fillSlot(asset: Asset | undefined, { before, after }: Slot, markup: () => string): DrawnPage | undefined {
  if (asset === undefined) return undefined
  const page = new TextDecoder().decode(asset.bytes)
  const start = page.indexOf(before)
  const end = page.indexOf(after, start)
  if (start < 0 || end < 0) return undefined
  const html = page.slice(0, start + before.length) + markup() + page.slice(end)
  return { html, headers: { ...asset.headers, 'Cache-Control': 'no-store' } }
}

/** Puts a refused form, drawn with its answers and messages, into its built page. */
export const refusedDrawer =
  (site: Site, draw: (refused: Refused) => string) =>
  (refused: Refused): DrawnPage | undefined =>
    fillSlot(site.get(refused.form.path), { before: formSlot.before(refused.form.type), after: formSlot.after }, () =>
      draw(refused),
    )

/** Puts an applicant's own content into the built page; the markup alone where the site is not built. */
export const privatePageDrawer =
  (site: Site, draw: (view: PrivatePageView) => string) =>
  (view: PrivatePageView): DrawnPage =>
    fillSlot(site.get(paths.my), privatePageSlot, () => draw(view)) ?? { html: draw(view), headers: {} }

/** Puts what concerns one address that waits for a cohort into the built page; the markup alone where the site is not built. */
export const openingDrawer =
  (site: Site, draw: (view: OpeningView) => string) =>
  (view: OpeningView): DrawnPage =>
    fillSlot(site.get(paths.opens), privatePageSlot, () => draw(view)) ?? { html: draw(view), headers: {} }

/** The paragraph that a success page keeps for the reference. */
const paragraph = new RegExp(`(<p[^>]*>[^<]*<strong>)${referencePlaceholder.replace(/[{}]/g, '\\$&')}(</strong></p>)`)

/** Draws the part of a success page that gives an applicant their private link. */
export type DrawKeepLink = (url: string, reference: string) => string

/** The line of an application's kolam; the dots are those of its form. */
function lineOf(type: FormType, id: string): string {
  const { seed, size, shape } = kolamOf(type, id)
  return kolam(seed, size, shape).path
}

/**
 * Answers with a success page after a post without script (`/contact/submitted?ref=…`): with the reference and the kolam of the
 * application that `ref` names, and the private link of the browser that posted it; without them when `ref` is no id of ours.
 */
export function serveSubmitted(context: Context, page: Asset, publicUrl: string, drawKeepLink: DrawKeepLink): Response {
  const ref = context.req.query('ref') ?? ''
  let html = new TextDecoder().decode(page.bytes).replace(paragraph, isId(ref) ? `$1${reference(ref)}$2` : '')
  // which form the page is for is seen by the line that it was built with
  if (isId(ref)) for (const type of formTypes) html = html.replaceAll(lineOf(type, referencePlaceholder), lineOf(type, ref))
  const token = isId(ref) ? readSubmitted(context, ref, publicUrl.startsWith('https:')) : undefined
  const link = token === undefined ? '' : drawKeepLink(publicUrl + paths.privateLink(token), reference(ref))
  html = html.replace(keepLinkPlaceholder, () => link)
  return context.body(html, 200, { ...page.headers, 'Content-Type': page.type, 'Cache-Control': 'no-store' })
}
