import { useQuery } from '@tanstack/react-query'
import { type DifferenceKind, differenceNames } from '../../applications/accounts.ts'
import { reference } from '../../shared/ids.ts'
import { accountsPath } from '../applications/url-state.ts'
import { Banner } from '../ui/Banner.tsx'
import { accountsQuery, differencesIn } from './accounts.ts'

/** The maximum number of differences that the banner names. */
const maxNamed = 3

/** Whether the banner reports this kind. The desk already lists letters that could not be delivered. */
const isNews = ({ kind }: { readonly kind: DifferenceKind }): boolean => kind !== 'unmailed'

/** The banner while the accounts disagree. */
export function AccountTrouble() {
  const { data } = useQuery(accountsQuery)
  const named = (data?.account?.differences ?? []).filter(isNews)
  if (named.length === 0) return null
  const total = differencesIn(data)
  return (
    <Banner title="The accounts disagree" action={<a href={accountsPath}>Open the accounts</a>}>
      {named
        .slice(0, maxNamed)
        .map(({ kind, id }) => `${reference(id)}: ${differenceNames[kind]}`)
        .join('; ')}
      {total > maxNamed ? '; and more.' : '.'}
    </Banner>
  )
}
