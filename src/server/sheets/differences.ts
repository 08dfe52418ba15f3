import type { Delivery } from '../../applications/outgoing/change.ts'
import { isId } from '../../shared/ids.ts'
import { type Sheet, SheetFault } from './port.ts'
import type { Witnesses } from './store.ts'

/** The kinds of differences, with the words that follow a reference. */
export const differenceNames = {
  lost: 'missing in the database',
  unmirrored: 'missing in the spreadsheet',
  undeleted: 'deleted, still in the spreadsheet',
  unknown: 'in the spreadsheet, not in the database',
} as const

/** An application of which one of database, mail and spreadsheet has what another does not. */
export interface Difference {
  readonly kind: keyof typeof differenceNames
  readonly id: string
}

interface Compared {
  readonly witnesses: Witnesses
  readonly sheet: Sheet | undefined
  readonly role: Delivery['spreadsheet']
  now(): Date
}

/** The ids of the spreadsheet's rows. Undefined if there is no spreadsheet, or it does not respond; then a call of the outbox reports the reason. */
const idsIn = async ({ sheet, role }: Compared): Promise<ReadonlySet<string> | 'older' | undefined> => {
  if (sheet === undefined || role === 'none') return undefined
  try {
    const ids = await sheet.ids()
    return ids === undefined ? 'older' : new Set(ids)
  } catch (error) {
    if (error instanceof SheetFault) return undefined
    throw error
  }
}

/** The rows that belong to no stored application. A script without this capability leaves the rows of deleted applications. */
async function strays(
  { witnesses, sheet, role }: Compared,
  ids: readonly string[],
  readAt: Date,
): Promise<readonly Difference[]> {
  const own = ids.filter(isId)
  if (own.length === 0) return []
  const [deleted, removed] = await Promise.all([witnesses.deleted(own), witnesses.removed(readAt)])
  const removes = deleted.size > 0 && (await sheet?.capabilities().catch(() => undefined))?.includes('delete')
  return own.flatMap((id): readonly Difference[] => {
    if (deleted.has(id)) return removes && !removed.has(id) ? [{ kind: 'undeleted', id }] : []
    return role === 'primary' ? [] : [{ kind: 'unknown', id }]
  })
}

/**
 * Compares the database with the outbox, which keeps what was sent for an application that someone removes by hand, and with the spreadsheet.
 * @returns `isOlder`: the spreadsheet's script cannot list its rows
 */
export async function findDifferences(
  parts: Compared,
): Promise<{ readonly differences: readonly Difference[]; readonly isOlder: boolean }> {
  const { witnesses, now } = parts
  const readAt = now()
  const rows = await idsIn(parts)
  const differences = (await witnesses.lost()).map((id): Difference => ({ kind: 'lost', id }))
  if (rows === undefined || rows === 'older') return { differences, isOlder: rows === 'older' }
  const remaining = new Set(rows)
  for (const { id } of differences) remaining.delete(id)
  for await (const { id, isMirrored } of witnesses.stored(readAt)) {
    if (isMirrored && !rows.has(id)) differences.push({ kind: 'unmirrored', id })
    remaining.delete(id)
  }
  return { differences: [...differences, ...(await strays(parts, [...remaining], readAt))], isOlder: false }
}
