import type { ApplicationRecord } from '../../api/responses.ts'
import { routes } from '../../api/routes.ts'
import type { Reverted } from '../browser-storage.ts'
import { call } from '../client.ts'

/** Applications in one call. */
const perCall = 100

/** Undoes the changes of several applications. Returns the records of those that are as they were, and the reason for the first refusal. @throws CallError */
export async function undoAll(
  done: readonly Reverted[],
): Promise<{ restored: readonly ApplicationRecord[]; fault: string | undefined }> {
  const restored: ApplicationRecord[] = []
  let fault: string | undefined
  for (let from = 0; from < done.length; from += perCall) {
    const changes = done.slice(from, from + perCall).map(({ id, revision }) => ({ id, revision }))
    const response = await call(routes.undoGroup, { body: { changes } })
    restored.push(...response.applications)
    fault ??= response.refused[0]?.error
  }
  return { restored, fault }
}

/** Undoes the change of one application. Returns its record. @throws CallError */
export async function undoOne({ id, revision }: Reverted): Promise<readonly ApplicationRecord[]> {
  return [(await call(routes.undo, { at: { id }, body: { revision } })).application]
}
