import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { paths } from '../../api/paths.ts'
import type { OwnedRecord, PersonReply } from '../../api/person.ts'
import { strongKeyOf } from '../../applications/person.ts'
import { CallError, call } from '../client.ts'
import { correctAddress } from '../letters/correspondence.ts'
import { failed } from '../letters/held-letters.ts'
import { toast } from '../ui/toast.ts'

/** Everything of the person who has an address or telephone number. */
export const personQuery = (q: string) =>
  queryOptions({
    queryKey: ['person', q],
    queryFn: ({ signal }) => call<PersonReply>(paths.person, { method: 'POST', body: { q }, signal }),
    enabled: q !== '',
    retry: (count, error) => count < 2 && !(error instanceof CallError && error.status === 400),
  })

/** Whether an application has exactly what was looked for, not only something that it shares with one that has. */
export function isExact({ application, shared }: OwnedRecord, q: string): boolean {
  const key = strongKeyOf(q)
  return key?.kind === 'email' ? application.applicant_email.trim().toLowerCase() === key.key : shared.includes('phone')
}

/** The address of the archive of some applications. */
export const archiveUrl = (ids: readonly string[], withReview: boolean): string =>
  `${paths.personArchive}?${new URLSearchParams([...ids.map((id) => ['id', id]), ...(withReview ? [['review', '1']] : [])])}`

const refresh = (client: QueryClient): Promise<unknown> =>
  Promise.all(['person', 'applications', 'stats', 'quarantine'].map((key) => client.invalidateQueries({ queryKey: [key] })))

/** Sends the letter with the private links of an address. */
export async function sendLinks(email: string): Promise<void> {
  try {
    await call(paths.personLinks, { method: 'POST', body: { email } })
    toast.success('The links are on their way', `To ${email}, unless such a letter went there within the hour.`)
  } catch (error) {
    failed('sending private links', 'Failed to send', error)
  }
}

/** Corrects the address of listed applications, one after the other. Returns the fault; empty when all are corrected. */
export async function correctAddresses(client: QueryClient, records: readonly OwnedRecord[], email: string): Promise<string> {
  for (const { application } of records) {
    if (application.applicant_email === email) continue
    const outcome = await correctAddress(client, application.id, application.applicant_email, email, [])
    if (!outcome.ok) return outcome.message
  }
  toast.success('Address corrected', `Letters go to ${email} from now on.`)
  await refresh(client)
  return ''
}
