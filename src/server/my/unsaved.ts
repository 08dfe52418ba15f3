import type { Context } from 'hono'
import type { UnsavedView } from '../../form-view/private-page/view.ts'
import { isFileField } from '../../forms/fields/file.ts'
import type { Field } from '../../forms/form.ts'
import { translate, untranslated } from '../../shared/translate.ts'
import type { Outcome } from './holder.ts'

const fileHint = untranslated`A file has to be chosen again. The one that we have stays if you choose none.`

type Unsaved = Omit<UnsavedView, 'kind' | 'hidden'> & { readonly hidden: UnsavedView['raw'] }

/** The response to a post of answers when this browser has not opened the application's link: what was posted, so that it is not lost. */
export function unsaved({ action, hidden, fields, raw }: Unsaved): Outcome {
  // Of what no form of ours posts, nothing is repeated.
  const texts = Object.entries(hidden).map(([name, value]) => [name, typeof value === 'string' ? value : ''])
  const shown = Object.entries(fields).map(([name, field]): [string, Field] => [
    name,
    isFileField(field) ? { ...field, hint: translate(fileHint) } : field,
  ])
  const [hiddenTexts, shownFields] = [Object.fromEntries(texts), Object.fromEntries(shown)]
  return { kind: 'page', view: { kind: 'unsaved', action, hidden: hiddenTexts, fields: shownFields, raw }, status: 404 }
}

const maxUnsavedBytes = 1024 * 1024

/** Whether a body is read although the browser has no private link. A larger one, or one of unknown length, would wait for memory that other uploads need. */
export const isShort = (context: Context): boolean =>
  Number(context.req.header('content-length') ?? Number.POSITIVE_INFINITY) <= maxUnsavedBytes
