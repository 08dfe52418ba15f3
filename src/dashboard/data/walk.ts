import type { ApplicationRecord } from '../../api/replies.ts'
import type { Place } from './place.ts'
import { count } from './times.ts'

/** Where an application stands in the list, and its neighbours. */
export interface Walk {
  readonly record: ApplicationRecord | undefined
  readonly next: ApplicationRecord | undefined
  readonly previous: ApplicationRecord | undefined
  /** `7 of 42 pending`; empty when it is not in the list. */
  readonly position: string
}

export function walk(
  records: readonly ApplicationRecord[],
  id: string | undefined,
  total: { readonly of: number; readonly capped: boolean },
  status: Place['status'],
): Walk {
  const at = records.findIndex((record) => record.id === id)
  if (at < 0) return { record: undefined, next: undefined, previous: undefined, position: '' }
  const of = `${count(Math.max(total.of, records.length))}${total.capped ? '+' : ''}`
  return {
    record: records[at],
    next: records[at + 1],
    previous: records[at - 1],
    position: `${count(at + 1)} of ${of}${status === undefined ? '' : ` ${status}`}`,
  }
}

/** The pending application to read after `id`: the next below it, or else the first of the list. */
export function nextPending(records: readonly ApplicationRecord[], id: string): ApplicationRecord | undefined {
  const at = records.findIndex((record) => record.id === id)
  const waits = (record: ApplicationRecord): boolean => record.status === 'pending' && record.id !== id
  return records.slice(at + 1).find(waits) ?? records.slice(0, Math.max(at, 0)).find(waits)
}
