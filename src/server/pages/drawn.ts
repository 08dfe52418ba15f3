import type { Context } from 'hono'
import { paths } from '../../api/paths.ts'
import { fillPath } from '../../api/route.ts'
import type { RefusalView } from '../../form-view/refusal/view.ts'
import { formSlot, keepLinkPlaceholder, privatePageSlot, referencePlaceholder } from '../../shared/built-pages.ts'
import { type FormType, formTypes } from '../../shared/form-types.ts'
import { isId, reference } from '../../shared/ids.ts'
import { spoken } from '../../shared/translate.ts'
import { kolamOf } from '../../ui/kolam/application-kolam.ts'
import { kolam } from '../../ui/kolam/kolam.ts'
import type { DrawnPage } from '../http/drawn-page.ts'
import { readSubmitted } from '../http/request.ts'
import type { Refused } from '../intake/routes.ts'
import { type Asset, bytesOf } from './load.ts'
import { refusedPath } from './responses.ts'
import type { Site } from './site.ts'

interface Slot {
  readonly before: string
  readonly after: string
}

/** A built page with `markup` in its slot, between two comments; undefined when there is no such page or slot. */
function fillSlot(asset: Asset | undefined, { before, after }: Slot, markup: () => string): DrawnPage | undefined {
  if (asset === undefined) return undefined
  const page = new TextDecoder().decode(bytesOf(asset))
  const start = page.indexOf(before)
  const end = page.indexOf(after, start)
  if (start < 0 || end < 0) return undefined
  const html = page.slice(0, start + before.length) + markup() + page.slice(end)
  return { html, headers: { ...asset.headers, 'Cache-Control': 'no-store' } }
}

/** The path of a page in the language of the request. */
const spokenPath = (path: string): string => (spoken() === undefined ? path : `/${spoken()}${path}`)

/** Renders a refused form, with its answers and messages, into its built page. */
export const refusedDrawer =
  (site: Site, draw: (refused: Refused) => string) =>
  (refused: Refused): DrawnPage | undefined =>
    fillSlot(site.get(refused.form.path), { before: formSlot.before(refused.form.type), after: formSlot.after }, () =>
      draw(refused),
    )

/** Renders the page for a post that was refused before its answers were read. */
export const refusalDrawer =
  (site: Site, draw: (view: RefusalView) => string) =>
  (view: RefusalView): DrawnPage | undefined =>
    fillSlot(site.get(spokenPath(refusedPath)) ?? site.get(refusedPath), privatePageSlot, () => draw(view))

/**
 * Forms of a page in another language say themselves what is missing: a browser would, in a language of its own. They name the language, in which a post without
 * a private link is answered.
 */
function spokenForms(markup: string): string {
  const query = `?language=${spoken()}`
  return spoken() === undefined
    ? markup
    : markup.replace(/<form ([^<>]*\baction=")([^"]*)/g, (_, start: string, action: string) => {
        const named = action.includes('?') ? action.replace('?', `${query}&amp;`) : action + query
        return `<form ${start.includes('novalidate') ? '' : 'novalidate="" '}${start}${action.includes(query) ? action : named}`
      })
}

/** Renders a view into the slot of a built page; without a built site, the markup alone. */
export const drawInSlot =
  <View>(site: Site, path: string, draw: (view: View) => string) =>
  (view: View): DrawnPage => {
    const markup = spokenForms(draw(view))
    return fillSlot(site.get(spokenPath(path)) ?? site.get(path), privatePageSlot, () => markup) ?? { html: markup, headers: {} }
  }

/** The paragraph of a success page with the placeholder for the reference. */
const paragraph = new RegExp(`(<p[^>]*>[^<]*<strong>)${referencePlaceholder.replace(/[{}]/g, '\\$&')}(</strong></p>)`)

/** Renders the part of a success page with the private link of what was sent, such as an `application`. */
export type DrawKeepLink = (noun: string, url: string, reference: string) => string

/** The line of an application's kolam. The dots depend on the form only. */
function lineOf(type: FormType, id: string): string {
  const { seed, size, shape } = kolamOf(type, id)
  return kolam(seed, size, shape).path
}

/**
 * The success page after a post without script (`/contact/submitted?ref=…`), with the reference and the kolam of the application in `ref`, and with its
 * private link for the browser that posted it; without all of them when `ref` is not a valid id.
 */
export function serveSubmitted(context: Context, page: Asset, publicUrl: string, drawKeepLink: DrawKeepLink): Response {
  const ref = context.req.query('ref') ?? ''
  let html = new TextDecoder().decode(bytesOf(page)).replace(paragraph, isId(ref) ? `$1${reference(ref)}$2` : '')
  // The kolam that the page was built with shows which form it is for.
  if (isId(ref)) for (const type of formTypes) html = html.replaceAll(lineOf(type, referencePlaceholder), lineOf(type, ref))
  const token = isId(ref) ? readSubmitted(context, ref, publicUrl.startsWith('https:')) : undefined
  html = html.replace(keepLinkPlaceholder, (_, noun: string) =>
    token === undefined ? '' : drawKeepLink(noun, publicUrl + fillPath(paths.privateLink, { token }), reference(ref)),
  )
  return context.body(html, 200, { ...page.headers, 'Content-Type': page.type, 'Cache-Control': 'no-store' })
}
