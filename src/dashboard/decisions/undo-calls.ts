import { paths } from '../../api/paths.ts'
import type { ApplicationRecord, ApplicationResponse, GroupResponse } from '../../api/responses.ts'
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
    const response = await call<GroupResponse>(paths.undoGroup, { method: 'POST', body: { changes } })
    restored.push(...response.applications)
    fault ??= response.refused[0]?.error
  }
  return { restored, fault }
}

/** Undoes the change of one application. Returns its record. @throws CallError */
export async function undoOne({ id, revision }: Reverted): Promise<readonly ApplicationRecord[]> {
  return [(await call<ApplicationResponse>(paths.undo(id), { method: 'POST', body: { revision } })).application]
}
