import { Download } from 'lucide-react'
import type { Filters } from '../../dashboard/applications/filters.ts'
import type { DeskFeature } from '../../dashboard/features.ts'
import { Button } from '../../dashboard/ui/Button.tsx'
import { useCommands } from '../../dashboard/ui/commands.ts'
import { later, useLaterDialog } from '../../dashboard/ui/Later.tsx'
import { useKeys } from '../../dashboard/ui/use-keys.ts'

const exportDialog = later('Export', async () => (await import('./desk/ExportDialog.tsx')).ExportDialog)

function ExportButton({ filters, keysOn }: { readonly filters: Filters; readonly keysOn: boolean }) {
  const dialog = useLaterDialog(exportDialog)
  useKeys({ e: dialog.show }, keysOn)
  useCommands({ commands: () => [{ group: 'Applications', label: 'Export', keys: ['e'], run: dialog.show }] })
  return (
    <>
      <Button tone="quiet" onClick={dialog.show} aria-haspopup="dialog">
        <Download aria-hidden="true" size={16} strokeWidth={1.75} />
        Export
      </Button>
      {dialog.element({ filters })}
    </>
  )
}

export const feature: DeskFeature = { tool: ExportButton, keys: [['e', 'Export']] }
