import type { Context } from 'hono'
import { paths } from '../../api/paths.ts'
import { keepLinkPlaceholder, referencePlaceholder } from '../../shared/built-pages.ts'
import { type FormType, formTypes } from '../../shared/form-types.ts'
import { isId, reference } from '../../shared/ids.ts'
import { kolam, kolamOf } from '../../ui/kolam/kolam.ts'
import { readSubmitted } from '../http/request.ts'
import type { Asset } from './load.ts'

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
