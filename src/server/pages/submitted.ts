import type { Context } from 'hono'
import { referencePlaceholder } from '../../form-view/names.ts'
import { isId, reference } from '../../shared/ids.ts'
import type { Asset } from './load.ts'

/** The paragraph that a success page keeps for the reference. */
const paragraph = new RegExp(`(<p[^>]*>[^<]*<strong>)${referencePlaceholder.replace(/[{}]/g, '\\$&')}(</strong></p>)`)

/**
 * Answers with a success page after a post without script (`/contact/submitted?ref=…`): with the reference of the application that `ref` names,
 * without that paragraph when it is no id of ours.
 */
export function serveSubmitted(context: Context, page: Asset): Response {
  const ref = context.req.query('ref') ?? ''
  const html = new TextDecoder().decode(page.bytes).replace(paragraph, isId(ref) ? `$1${reference(ref)}$2` : '')
  return context.body(html, 200, { ...page.headers, 'Content-Type': page.type, 'Cache-Control': 'no-store' })
}
