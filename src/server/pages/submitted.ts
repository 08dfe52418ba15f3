import type { Context } from 'hono'
import { referencePlaceholder } from '../../form-view/view/markup.ts'
import { type FormType, formTypes } from '../../shared/form-types.ts'
import { isId, reference } from '../../shared/ids.ts'
import { kolam, kolamOf } from '../../ui/kolam/kolam.ts'
import type { Asset } from './load.ts'

/** The paragraph that a success page keeps for the reference. */
const paragraph = new RegExp(`(<p[^>]*>[^<]*<strong>)${referencePlaceholder.replace(/[{}]/g, '\\$&')}(</strong></p>)`)

/** The line of an application's kolam; the dots are those of its form. */
function lineOf(type: FormType, id: string): string {
  const { seed, size, shape } = kolamOf(type, id)
  return kolam(seed, size, shape).path
}

/**
 * Answers with a success page after a post without script (`/contact/submitted?ref=…`): with the reference and the kolam of the
 * application that `ref` names, without the reference's paragraph when it is no id of ours.
 */
export function serveSubmitted(context: Context, page: Asset): Response {
  const ref = context.req.query('ref') ?? ''
  let html = new TextDecoder().decode(page.bytes).replace(paragraph, isId(ref) ? `$1${reference(ref)}$2` : '')
  // which form the page is for is seen by the line that it was built with
  if (isId(ref)) for (const type of formTypes) html = html.replace(lineOf(type, referencePlaceholder), lineOf(type, ref))
  return context.body(html, 200, { ...page.headers, 'Content-Type': page.type, 'Cache-Control': 'no-store' })
}
