import { Users } from 'lucide-react'
import type { ApplicationRecord } from '../../api/responses.ts'
import { type Filters, filtersOf } from '../../dashboard/applications/filters.ts'
import { useUrlState } from '../../dashboard/applications/url-state.ts'
import type { DeskFeature } from '../../dashboard/features.ts'
import { Button } from '../../dashboard/ui/Button.tsx'
import { useCommands } from '../../dashboard/ui/commands.ts'
import { later, useLaterDialog } from '../../dashboard/ui/Later.tsx'

const groupLetter = later('Letter to a group', async () => (await import('./desk/GroupLetter.tsx')).GroupLetter)

function WriteToList({ filters }: { readonly filters: Filters }) {
  const writing = useLaterDialog(groupLetter)
  useCommands({ commands: () => [{ group: 'Applications', label: 'Letter to a group', run: writing.show }] })
  return (
    <>
      <Button tone="quiet" onClick={writing.show} aria-haspopup="dialog">
        <Users aria-hidden="true" size={16} strokeWidth={1.75} />
        Letter to a group
      </Button>
      {writing.element({ filters })}
    </>
  )
}

function WriteToSelected({ records }: { readonly records: readonly ApplicationRecord[] }) {
  const writing = useLaterDialog(groupLetter)
  const [urlState] = useUrlState()
  return (
    <>
      <Button tone="quiet" aria-haspopup="dialog" onClick={writing.show}>
        Write
      </Button>
      {writing.element({ filters: filtersOf(urlState), records })}
    </>
  )
}

export const feature: DeskFeature = {
  tool: WriteToList,
  selection: WriteToSelected,
  repeat: async (...call) => (await import('./desk/group-letter.ts')).writeAgain(...call),
}
