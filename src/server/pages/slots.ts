import { paths } from '../../api/paths.ts'
import type { OpeningView } from '../../form-view/opening/OpeningPage.tsx'
import type { PrivatePageView } from '../../form-view/private-page/view.ts'
import { formSlot, privatePageSlot } from '../../shared/built-pages.ts'
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
