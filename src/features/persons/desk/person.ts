import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { strongKeyOf } from '../../../applications/person.ts'
import { CallError, call } from '../../../dashboard/client.ts'
import { formatMoment } from '../../../dashboard/labels.ts'
import { correctAddress } from '../../../dashboard/letters/correspondence.ts'
import { showFailure } from '../../../dashboard/session/failures.ts'
import { toast } from '../../../dashboard/ui/toast.ts'
import { minute } from '../../../shared/dates.ts'
import { mailboxKey } from '../../../shared/mailbox.ts'
import { personRoutes } from '../api.ts'
import type { ErasureRecord, OwnedRecord, PersonRequestRecord, StoredAddressRecord } from '../records.ts'

/** Everything that is stored of the person with an address or telephone number. */
export const personQuery = (q: string) =>
  queryOptions({
    queryKey: ['person', q],
    queryFn: ({ signal }) => call(personRoutes.person, { body: { q }, signal }),
    enabled: q !== '',
    retry: (count, error) => count < 2 && !(error instanceof CallError && error.status === 400),
  })

/** Waiting erasures, requests, and applications past their retention period. */
export const personsQuery = queryOptions({
  queryKey: ['person', 'waiting'],
  queryFn: ({ signal }) => call(personRoutes.persons, { signal }),
  refetchInterval: minute,
})

/** The number of erasures that wait and of requests that are late. */
export const personsWaitingQuery = queryOptions({
  queryKey: ['person', 'count'],
  queryFn: async ({ signal }) => {
    const { erasures, overdue } = await call(personRoutes.personsWaiting, { signal })
    return erasures + overdue
  },
  refetchInterval: minute,
})

/** `1 application or message`, `3 applications and messages`. */
export const countText = (n: number): string => (n === 1 ? '1 application or message' : `${n} applications and messages`)

/** Whether an application has exactly the searched address or number, and not only another key in common with one that has it. */
export function isExact({ application, shared }: OwnedRecord, q: string): boolean {
  const key = strongKeyOf(q)
  return key?.kind === 'email' ? mailboxKey(application.applicant_email) === key.key : shared.includes('phone')
}

/** The URL of the archive of some applications. */
export const archiveUrl = (ids: readonly string[], withReview: boolean): string =>
  `${personRoutes.personArchive.path}?${new URLSearchParams([...ids.map((id) => ['id', id]), ...(withReview ? [['review', '1']] : [])])}`

const refresh = (client: QueryClient): Promise<unknown> =>
  Promise.all(['person', 'applications', 'stats', 'quarantine'].map((key) => client.invalidateQueries({ queryKey: [key] })))

/** Sends the letter with the private links of an address. */
export async function sendLinks(email: string): Promise<void> {
  try {
    await call(personRoutes.sendLinks, { body: { email } })
    toast.success(
      'The links are queued',
      `For ${email}. They leave now, or when that address may get the next letter of this kind.`,
    )
  } catch (error) {
    showFailure('sending private links', 'Failed to send', error)
  }
}

/**
 * Corrects the address of listed applications, one after the other, until one is refused. Returns the error message if none is corrected, otherwise an empty
 * text; a toast reports how many are.
 */
export async function correctAddresses(client: QueryClient, records: readonly OwnedRecord[], email: string): Promise<string> {
  const wrong = records.filter(({ application }) => application.applicant_email !== email)
  for (const [corrected, { application }] of wrong.entries()) {
    const outcome = await correctAddress(client, application.id, application.applicant_email, email, [])
    if (outcome.ok) continue
    if (corrected === 0) return outcome.message
    toast.failure(`${corrected} of ${wrong.length} corrected`, outcome.message)
    await refresh(client)
    return ''
  }
  toast.success('Address corrected', `Letters go to ${email} from now on.`)
  await refresh(client)
  return ''
}

/** Erases applications after 24 hours. */
export async function erase(client: QueryClient, ids: readonly string[]): Promise<void> {
  try {
    const { erasure } = await call(personRoutes.erase, { body: { ids } })
    toast.success('The erasure has begun', `Deleted permanently on ${formatMoment(erasure.due_at)}; until then you can undo it.`)
  } catch (error) {
    showFailure('erasing a person', 'Failed to erase', error)
  }
  await refresh(client)
}

/** Undoes an erasure: everything is back where it was. */
export async function undoErasure(client: QueryClient, { id }: ErasureRecord): Promise<void> {
  try {
    await call(personRoutes.undoErasure, { at: { id } })
    toast.success('The erasure is undone')
  } catch (error) {
    showFailure('undoing an erasure', 'Failed to undo it', error)
  }
  await refresh(client)
}

/** Records a request. Returns the error message; empty when it is recorded. */
export async function addRequest(client: QueryClient, body: Readonly<Record<string, unknown>>): Promise<string> {
  try {
    await call(personRoutes.addPersonRequest, { body })
    toast.success('The request is recorded')
    await refresh(client)
    return ''
  } catch (error) {
    if (error instanceof CallError && error.status === 400) return Object.values(error.details)[0] ?? error.message
    showFailure('recording a request', 'Failed to record it', error)
    return 'It was not recorded.'
  }
}

/** Marks a request as done, or as open again. */
export async function setRequestDone(client: QueryClient, { id }: PersonRequestRecord, done: boolean): Promise<void> {
  try {
    await call(personRoutes.setPersonRequest, { at: { id }, body: { done } })
  } catch (error) {
    showFailure('saving a request', 'Failed to save it', error)
  }
  await refresh(client)
}

/** Deletes what a feature stores of an address. */
export async function removeStored(client: QueryClient, { feature, email }: StoredAddressRecord): Promise<void> {
  try {
    await call(personRoutes.removeStored, { body: { feature, email } })
    toast.success('Deleted', email)
  } catch (error) {
    showFailure('deleting a stored address', 'Failed to delete it', error)
  }
  await refresh(client)
}
