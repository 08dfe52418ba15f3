import type { QueryClient } from '@tanstack/react-query'
import { paths } from '../../api/paths.ts'
import type { ApplicationRecord, ApplicationReply } from '../../api/replies.ts'
import type { Status } from '../../applications/application.ts'
import { second } from '../../shared/dates.ts'
import { call, Refusal, report } from './call.ts'
import { place, takeOut } from './queries.ts'
import { close } from './session.ts'
import { toast } from './toasts.ts'

/** What became of something asked for: done, refused because it had changed elsewhere, or failed. */
export type Done = 'done' | 'changed' | 'failed'

/** Applications that an answer is awaited for: nobody decides twice. */
const busy = new Set<string>()

export const whom = ({ applicant_name, company_name }: ApplicationRecord): string =>
  [applicant_name, company_name].filter(Boolean).join(', ')

async function alone(id: string, act: () => Promise<Done>): Promise<Done> {
  if (busy.has(id)) return 'failed'
  busy.add(id)
  try {
    return await act()
  } finally {
    busy.delete(id)
  }
}

/** Loads again whatever a change may have touched besides the record. */
function refresh(client: QueryClient, id: string): void {
  void client.invalidateQueries({ queryKey: ['stats'] })
  void client.invalidateQueries({ queryKey: ['application', id] })
}

function failed(operation: string, say: string, error: unknown): Done {
  if (error instanceof Refusal && error.status === 401) {
    close(error)
    return 'failed'
  }
  report(operation, error)
  toast.failure(say, error instanceof Error ? error.message : '')
  return 'failed'
}

/** The undo that the server offers with a decision or deletion, told in a toast that stays as long as the offer. */
function done(
  client: QueryClient,
  say: string,
  record: ApplicationRecord,
  undoFor: number | undefined,
  returned: Returned | undefined,
): void {
  if (undoFor === undefined || undoFor <= 0) {
    lastUndo = undefined
    toast.success(say, whom(record))
    return
  }
  const run = (): void => void takeBack(client, record, id, returned)
  const id = toast.success(say, whom(record), { label: 'Undo', run }, undoFor * second)
  lastUndo = { until: Date.now() + undoFor * second, run }
}

let lastUndo: { readonly until: number; run(): void } | undefined

/** Takes back the latest decision or deletion while it can be; false when there is none. */
export function undoLast(): boolean {
  const undo = lastUndo
  lastUndo = undefined
  if (undo === undefined || Date.now() > undo.until) return false
  undo.run()
  return true
}

/** Called with an application whose decision or deletion was taken back. */
export type Returned = (record: ApplicationRecord) => void

/** Moves an application to a status. When it was moved elsewhere meanwhile, says so and shows what it is now. */
export const decide = (client: QueryClient, record: ApplicationRecord, status: Status, returned?: Returned): Promise<Done> =>
  alone(record.id, async () => {
    try {
      const reply = await call<ApplicationReply>(paths.application(record.id), { method: 'PATCH', body: { status } })
      place(client, reply.application)
      refresh(client, record.id)
      done(client, `Application ${status} successfully`, reply.application, reply.undoFor, returned)
      return 'done'
    } catch (error) {
      if (error instanceof Refusal && (error.status === 409 || error.status === 404)) return overtaken(client, record, error)
      return failed(`setting the status ${status}`, 'Failed to update application status', error)
    }
  })

/** Someone else was first: loads what the application is now and says it. */
async function overtaken(client: QueryClient, record: ApplicationRecord, refusal: Refusal): Promise<Done> {
  const now =
    refusal.status === 404
      ? undefined
      : await call<ApplicationReply>(paths.application(record.id)).then(
          (reply) => reply.application,
          () => undefined,
        )
  if (refusal.status === 404) takeOut(client, record.id)
  if (now !== undefined) place(client, now)
  refresh(client, record.id)
  const how =
    now === undefined || now.status === record.status
      ? refusal.message
      : `It is already ${now.status}: decided in another window.`
  report('setting the status', refusal)
  toast.failure('Failed to update application status', `${whom(record)}. ${how}`)
  return 'changed'
}

/** Deletes an application; it leaves every list at once, and can be taken back while the server holds it. */
export const remove = (client: QueryClient, record: ApplicationRecord, returned?: Returned): Promise<Done> =>
  alone(record.id, async () => {
    try {
      const reply = await call<{ success: true; undoFor?: number }>(paths.application(record.id), { method: 'DELETE' })
      takeOut(client, record.id)
      void client.invalidateQueries({ queryKey: ['stats'] })
      void client.invalidateQueries({ queryKey: ['outbox'] })
      done(client, 'Application deleted successfully', record, reply.undoFor, returned)
      return 'done'
    } catch (error) {
      if (error instanceof Refusal && error.status === 404) takeOut(client, record.id)
      return failed('deleting an application', 'Failed to delete application', error)
    }
  })

/** Takes back the last decision about an application, or its deletion. */
async function takeBack(
  client: QueryClient,
  record: ApplicationRecord,
  toastId: number,
  returned: Returned | undefined,
): Promise<void> {
  toast.end(toastId)
  lastUndo = undefined
  try {
    const reply = await call<ApplicationReply>(paths.undo(record.id), { method: 'POST' })
    place(client, reply.application)
    toast.success('Taken back', `${whom(reply.application)} is ${reply.application.status} again.`)
    returned?.(reply.application)
  } catch (error) {
    failed('undo', 'Failed to undo', error)
  }
  refresh(client, record.id)
  void client.invalidateQueries({ queryKey: ['applications'] })
}
