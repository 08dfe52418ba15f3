import type { ApplicationRecord } from '../../api/responses.ts'
import { routes } from '../../api/routes.ts'
import type { Reverted } from '../browser-storage.ts'
import { call } from '../client.ts'
import { formatCount, sameTimeLabel } from '../labels.ts'

/** Applications in one call. */
const perCall = 100

interface Undone {
  /** The records of those that are as they were. */
  readonly restored: readonly ApplicationRecord[]
  /** The reason for the first refusal. */
  readonly fault: string | undefined
  /** That a meeting is at the time of another one now; empty if none is. */
  readonly sameTime: string
}

/** Undoes the changes of several applications. @throws CallError */
export async function undoAll(done: readonly Reverted[]): Promise<Undone> {
  const restored: ApplicationRecord[] = []
  let fault: string | undefined
  let doubled = 0
  for (let from = 0; from < done.length; from += perCall) {
    const changes = done.slice(from, from + perCall).map(({ id, revision }) => ({ id, revision }))
    const response = await call(routes.undoGroup, { body: { changes } })
    restored.push(...response.applications)
    doubled += response.same_time?.length ?? 0
    fault ??= response.refused[0]?.error
  }
  const meetings = doubled === 1 ? 'One of them has its meeting' : `${formatCount(doubled)} of them have their meetings`
  return { restored, fault, sameTime: doubled === 0 ? '' : `${meetings} at the time of another one: see Meetings.` }
}

/** Undoes the change of one application. @throws CallError */
export async function undoOne({ id, revision }: Reverted): Promise<Undone> {
  const response = await call(routes.undo, { at: { id }, body: { revision } })
  return { restored: [response.application], fault: undefined, sameTime: sameTimeLabel(response) }
}
