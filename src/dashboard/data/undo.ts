import type { QueryClient } from '@tanstack/react-query'
import { paths } from '../../api/paths.ts'
import type { ApplicationRecord, ApplicationReply } from '../../api/replies.ts'
import { second } from '../../shared/dates.ts'
import { call, Refusal, report } from './call.ts'
import { take } from './queries.ts'
import { close } from './session.ts'
import { toast } from './toasts.ts'
import { whom } from './whom.ts'

/** Called with an application whose decision or deletion was taken back. */
export type Returned = (record: ApplicationRecord) => void

/** What was done, and whether the server lets it be taken back: `undoFor` seconds. */
export interface Offer {
  readonly say: string
  readonly records: readonly ApplicationRecord[]
  readonly undoFor: number | undefined
  readonly returned: Returned | undefined
}

let last: { readonly until: number; run(): void } | undefined

/** Says what was done, with an Undo that stays as long as the server keeps it. */
export function offerUndo(client: QueryClient, { say, records, undoFor, returned }: Offer): void {
  const more = records.length === 1 && records[0] ? whom(records[0]) : records.map((record) => record.applicant_name).join(', ')
  if (undoFor === undefined || undoFor <= 0) {
    last = undefined
    toast.success(say, more)
    return
  }
  const run = (): void => {
    toast.end(id)
    last = undefined
    void takeBack(client, records, returned)
  }
  const id = toast.success(say, more, { label: 'Undo', run }, undoFor * second)
  last = { until: Date.now() + undoFor * second, run }
}

/** Takes back what was done last, while it can be; false when there is nothing. */
export function undoLast(): boolean {
  const undo = last
  last = undefined
  if (undo === undefined || Date.now() > undo.until) return false
  undo.run()
  return true
}

async function takeBack(
  client: QueryClient,
  records: readonly ApplicationRecord[],
  returned: Returned | undefined,
): Promise<void> {
  const back: ApplicationRecord[] = []
  for (const { id } of records)
    try {
      const reply = await call<ApplicationReply>(paths.undo(id), { method: 'POST' })
      take(client, reply)
      back.push(reply.application)
    } catch (error) {
      if (error instanceof Refusal && error.status === 401) return close(error)
      report('undo', error)
      toast.failure('Failed to undo', error instanceof Error ? error.message : '')
    }
  if (back.length === 1 && back[0]) toast.success('Taken back', `${whom(back[0])} is ${back[0].status} again.`)
  else if (back.length > 1) toast.success('Taken back', `${back.length} applications are as they were.`)
  for (const record of back) returned?.(record)
  for (const queryKey of [['stats'], ['application'], ['applications'], ['outbox']]) void client.invalidateQueries({ queryKey })
}
