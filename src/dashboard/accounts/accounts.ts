import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { AccountsResponse } from '../../api/accounts.ts'
import { paths } from '../../api/paths.ts'
import { type AccountDay, differenceTotal } from '../../applications/accounts.ts'
import { minute, second } from '../../shared/dates.ts'
import { call } from '../client.ts'
import { duration } from '../insights/words.ts'
import { formatCount } from '../labels.ts'
import { showFailure } from '../session/failures.ts'
import { toast } from '../ui/toast.ts'

/** The last check of the accounts. */
export const accountsQuery = queryOptions({
  queryKey: ['accounts'],
  queryFn: ({ signal }) => call<AccountsResponse>(paths.accounts, { signal }),
  refetchInterval: minute,
})

/** How many differences the last check has. */
export const differencesIn = (response: AccountsResponse | undefined): number =>
  response?.account == null ? 0 : differenceTotal(response.account)

/** Checks the accounts now. */
export async function checkNow(client: QueryClient): Promise<void> {
  try {
    client.setQueryData(accountsQuery.queryKey, await call<AccountsResponse>(paths.checkAccounts, { method: 'POST' }))
  } catch (error) {
    showFailure('checking the accounts', 'Failed to check', error)
  }
}

/** Marks differences as known: the admin knows the reason. */
export async function explain(client: QueryClient, ids: readonly string[]): Promise<void> {
  try {
    client.setQueryData(
      accountsQuery.queryKey,
      await call<AccountsResponse>(paths.explainAccounts, { method: 'POST', body: { ids } }),
    )
    toast.success('Marked as known', 'The accounts count them as explained.')
  } catch (error) {
    showFailure('explaining a difference', 'Failed to mark', error)
  }
}

const counted = (n: number, words: string, plural = words): readonly string[] =>
  n === 0 ? [] : [`${formatCount(n)} ${n === 1 ? words : plural}`]

/** Why a day's numbers are not all the same. */
export const dayNotes = (day: AccountDay): readonly string[] => [
  ...counted(day.imported, 'imported'),
  ...counted(day.deleted, 'deleted'),
  ...counted(day.quarantined, 'in quarantine'),
  ...counted(day.explained, 'known to be missing'),
  ...counted(day.lettersWaiting, 'letter waits', 'letters wait'),
  ...counted(day.lettersStopped, 'letter stopped', 'letters stopped'),
  ...counted(day.lettersCancelled, 'letter not needed any more', 'letters not needed any more'),
  ...counted(day.rowsWaiting, 'row on its way', 'rows on their way'),
]

/** How many of a day's applications lack a record, a letter or a row for no known reason. */
export const unexplained = (day: AccountDay) => ({
  stored: day.acknowledged - day.stored - day.deleted - day.explained,
  mailed: day.lettersDue - day.mailed - day.lettersWaiting - day.lettersStopped - day.lettersCancelled,
  mirrored: day.rowsDue - day.mirrored - day.rowsWaiting,
})

/** `12 minutes ago`; `just now` in the first minute. */
export function ago(at: string): string {
  const seconds = (Date.now() - Date.parse(at)) / second
  return seconds < 60 ? 'just now' : `${duration(seconds)} ago`
}
