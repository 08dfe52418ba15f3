import { useQuery } from '@tanstack/react-query'
import { type DifferenceKind, differenceNames } from '../../applications/accounts.ts'
import { reference } from '../../shared/ids.ts'
import { accountsPath } from '../applications/url-state.ts'
import { Banner } from '../ui/Banner.tsx'
import { accountsQuery, differencesIn } from './accounts.ts'

/** Differences that the banner names, at most. */
const mostNamed = 3

/** Differences about which nobody is told elsewhere: the desk lists letters that were given up by itself. */
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
        .slice(0, mostNamed)
        .map(({ kind, id }) => `${reference(id)}: ${differenceNames[kind]}`)
        .join('; ')}
      {total > mostNamed ? '; and more.' : '.'}
    </Banner>
  )
}
