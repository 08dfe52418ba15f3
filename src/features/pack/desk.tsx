import { Printer } from 'lucide-react'
import type { ApplicationRecord } from '../../api/responses.ts'
import type { Filters } from '../../dashboard/applications/filters.ts'
import { useUrlState } from '../../dashboard/applications/url-state.ts'
import type { DeskFeature } from '../../dashboard/features.ts'
import button from '../../dashboard/ui/button.module.css'
import { packPath, packUrl } from './desk/pack.ts'

const PrintList = ({ filters }: { readonly filters: Filters }) => (
  <a className={`${button.button} ${button.quiet}`} href={packUrl(filters)}>
    <Printer aria-hidden="true" size={16} strokeWidth={1.75} />
    Print
  </a>
)

function PrintSelected({ records }: { readonly records: readonly ApplicationRecord[] }) {
  const [filters] = useUrlState()
  return (
    <a
      className={`${button.button} ${button.quiet}`}
      href={packUrl(
        filters,
        records.map(({ id }) => id),
      )}
    >
      Print
    </a>
  )
}

export const feature: DeskFeature = {
  pages: [
    {
      path: packPath,
      title: 'Pack',
      about: 'Applications as a pack for paper.',
      load: async () => (await import('./desk/PackPage.tsx')).PackPage,
    },
  ],
  tool: PrintList,
  selection: PrintSelected,
}
