import { AlarmClock } from 'lucide-react'
import { Button } from '../../../dashboard/ui/Button.tsx'
import { useCommands } from '../../../dashboard/ui/commands.ts'
import { later, useLaterDialog } from '../../../dashboard/ui/Later.tsx'

const lateLinkDialog = later('Late link', async () => (await import('./LateLinkDialog.tsx')).LateLinkDialog)

/** The button that makes a link for one late applicant to a cohort. */
export function LateLink() {
  const dialog = useLaterDialog(lateLinkDialog)
  useCommands({ commands: () => [{ group: 'Applications', label: 'Late link', run: dialog.show }] })
  return (
    <>
      <Button tone="quiet" onClick={dialog.show} aria-haspopup="dialog">
        <AlarmClock aria-hidden="true" size={16} strokeWidth={1.75} />
        Late link
      </Button>
      {dialog.element({})}
    </>
  )
}
