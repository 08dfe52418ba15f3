import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../../dashboard/client.ts'
import { formatCount } from '../../../dashboard/labels.ts'
import { serverNow } from '../../../dashboard/server-time.ts'
import { minute } from '../../../shared/dates.ts'
import { insightsRoutes, type VisitRecord } from '../api.ts'
import { Figure } from './Figure.tsx'
import { Lengths } from './Lengths.tsx'
import { firstDay, type Scope } from './range.ts'
import { dayName } from './words.ts'

const visitsQuery = ({ range, formType }: Scope) =>
  queryOptions({
    queryKey: ['insights', 'visits', range, formType],
    queryFn: async ({ signal }) => {
      const query = new URLSearchParams()
      const from = firstDay(range, serverNow())
      if (from !== undefined) query.set('from', from)
      if (formType !== undefined) query.set('form_type', formType)
      return (await call(insightsRoutes.visits, { query, signal })).visits
    },
    staleTime: minute,
    placeholderData: keepPreviousData,
  })

/** Pages with a bar, and lines of the table. */
const [shownPages, shownLines] = [12, 1_000]

const sumOf = (visits: readonly VisitRecord[], what: 'seen' | 'begun' | 'sent'): number =>
  visits.reduce((sum, visit) => sum + visit[what], 0)

/** How often each page was opened on a day, and forms were begun and sent. */
export function Visits({ scope }: { readonly scope: Scope }) {
  const visits = useQuery(visitsQuery(scope)).data ?? []
  const pages = [...Map.groupBy(visits, ({ page }) => page)]
    .map(([name, of]) => ({ name, count: sumOf(of, 'seen'), tone: 'plain' as const }))
    .toSorted((a, b) => b.count - a.count)
  const [seen, begun, sent] = (['seen', 'begun', 'sent'] as const).map((what) => formatCount(sumOf(visits, what)))
  return (
    <Figure
      title="Visits"
      name="visits"
      holds={[scope.formType, scope.range]}
      finding={
        visits.length === 0
          ? 'No page was opened in these days.'
          : `Pages opened: ${seen}. Forms begun: ${begun}, sent: ${sent}. Counted without cookies and addresses: the same person counts each time, and programs that say so are left out.`
      }
      empty={visits.length === 0}
      numbers={{
        names: ['Day and page', 'Opened', 'Begun', 'Sent'],
        lines: visits
          .slice(0, shownLines)
          .map(({ day, page, seen: opened, begun: started, sent: done }) => [`${dayName(day)} ${page}`, opened, started, done]),
      }}
    >
      <Lengths rows={pages.slice(0, shownPages)} />
    </Figure>
  )
}
