import { isListState } from '../../applications/application.ts'
import { dueSpan } from '../../applications/due.ts'
import { isOrder, orders } from '../../applications/order.ts'
import { parseQuery } from '../../applications/query/parse.ts'
import { readFormType } from '../../shared/form-types.ts'
import { mailboxKey } from '../../shared/mailbox.ts'
import type { ListQuery } from '../records/applications/lists.ts'
import { invalid } from './faults.ts'

/**
 * Reads the list's filters from a query string, and those in `q`, such as `is:pending`. A parameter that is empty or `all` is ignored.
 * @throws AppError FORM_VALIDATION_FAILED with the name of an invalid parameter
 */
export function readQuery(query: Readonly<Record<string, string | undefined>>, now: Date): ListQuery {
  const parameter = (name: string): string | undefined => {
    const value = query[name]?.trim()
    return value === undefined || value === '' || value === 'all' ? undefined : value
  }
  const type = parameter('form_type')
  const status = parameter('status')
  const email = parameter('email')
  const limit = parameter('limit')
  const order = parameter('order')
  const formType = readFormType(type)
  if (type !== undefined && formType === undefined) throw invalid('form_type', 'Unknown form type')
  if (status !== undefined && !isListState(status)) throw invalid('status', 'Unknown status')
  if (order !== undefined && !isOrder(order)) throw invalid('order', `The order must be one of ${orders.join(', ')}`)
  if (limit !== undefined && !/^[1-9]\d{0,8}$/.test(limit))
    throw invalid('limit', 'The limit must be a whole number from 1 to 200')
  const typed = parameter('q')?.slice(0, 500).replaceAll('\0', ' ').toWellFormed() ?? ''
  const filters = parseQuery(typed, { formType, status, email: email && mailboxKey(email) })
  if (!filters.ok) throw invalid('q', filters.fault)
  const { due, late, marks, ...parsed } = filters.value
  const dueIn = dueSpan({ due, late }, now)
  return {
    ...(order !== undefined && { order }),
    ...parsed,
    ...(dueIn !== undefined && { dueIn }),
    ...(marks !== undefined && { marked: { words: marks, at: now } }),
    cursor: parameter('cursor'),
    limit: Math.min(200, Number(limit ?? 50)),
  }
}
