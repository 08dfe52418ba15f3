import { isListState, type ListState } from '../../applications/application.ts'
import { isOrder, type Order } from '../../applications/order.ts'
import { parseQuery } from '../../applications/query/parse.ts'
import { type FormType, readFormType } from '../../shared/form-types.ts'
import { isObject } from '../../shared/json.ts'
import { fail, ok, type Result } from '../../shared/result.ts'

/** Filters, a query and an order, saved with a name. */
export interface View {
  readonly name: string
  readonly form_type: FormType | null
  readonly status: ListState | null
  readonly q: string
  /** Newest first (`date`) in views that were saved without an order. */
  readonly order: Order
}

export interface ViewsResponse {
  readonly success: true
  readonly views: readonly View[]
  /** Increased by every save; a save with an older revision is refused. */
  readonly revision: number
}

const most = 50
const maxNameLength = 60

function readView(raw: unknown): Result<View, string> {
  if (!isObject(raw)) return fail('A view has a name and filters.')
  const { form_type = null, status = null, q = '', order = 'date' } = raw
  const name =
    typeof raw.name === 'string'
      ? raw.name
          .replace(/[\p{Cc}\s]+/gu, ' ')
          .trim()
          .toWellFormed()
      : ''
  if (name === '') return fail('Give the view a name.')
  if ([...name].length > maxNameLength) return fail(`A name has at most ${maxNameLength} characters.`)
  const formType = form_type === null ? null : (readFormType(form_type) ?? undefined)
  if (formType === undefined) return fail('Unknown form type')
  if (status !== null && !isListState(status)) return fail('Unknown status')
  if (!isOrder(order)) return fail('Unknown order')
  if (typeof q !== 'string' || q.length > 500) return fail('The search is too long.')
  const words = parseQuery(q, { formType: formType ?? undefined, status: status ?? undefined })
  if (!words.ok) return fail(words.fault)
  return ok({ name, form_type: formType, status, q: q.trim(), order })
}

/** Parses views for a save; faults are by path, such as `views.0`. Names are unique, regardless of letter case. */
export function readViews(raw: unknown): Result<readonly View[], Readonly<Record<string, string>>> {
  if (!Array.isArray(raw)) return fail({ views: 'The views must be a list' })
  if (raw.length > most) return fail({ views: `No more than ${most} views can be saved. Delete one that you do not need.` })
  const views: View[] = []
  for (const [index, view] of raw.entries()) {
    const read = readView(view)
    if (!read.ok) return fail({ [`views.${index}`]: read.fault })
    const same = views.some(({ name }) => name.toLowerCase() === read.value.name.toLowerCase())
    if (same) return fail({ [`views.${index}`]: `There is already a view with the name “${read.value.name}”.` })
    views.push(read.value)
  }
  return ok(views)
}

/** Those of the stored views that can be read: a search may name what a form no longer asks. */
export const readableViews = (stored: unknown): readonly View[] =>
  (Array.isArray(stored) ? stored : []).flatMap((raw) => {
    const view = readView(raw)
    return view.ok ? [view.value] : []
  })
