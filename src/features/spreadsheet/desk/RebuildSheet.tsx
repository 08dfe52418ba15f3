import { queryOptions, useQuery } from '@tanstack/react-query'
import { Sheet } from 'lucide-react'
import { call } from '../../../dashboard/client.ts'
import { Button } from '../../../dashboard/ui/Button.tsx'
import { later, useLaterDialog } from '../../../dashboard/ui/Later.tsx'
import { minute } from '../../../shared/dates.ts'
import { sheetRoutes as routes } from '../api.ts'

const rebuildDialog = later('Spreadsheet', async () => (await import('./RebuildDialog.tsx')).RebuildDialog)

const spreadsheetQuery = queryOptions({
  queryKey: ['spreadsheet'],
  queryFn: ({ signal }) => call(routes.spreadsheet, { signal }),
  staleTime: 10 * minute,
})

/** The button that opens the dialog which rebuilds the mirrored spreadsheet; renders nothing without a mirror. */
export function RebuildSheet() {
  const { data } = useQuery(spreadsheetQuery)
  const dialog = useLaterDialog(rebuildDialog)
  if (data?.mirrored !== true) return null
  return (
    <>
      <Button tone="quiet" aria-haspopup="dialog" onClick={dialog.show}>
        <Sheet aria-hidden="true" size={16} strokeWidth={1.75} />
        Spreadsheet
      </Button>
      {dialog.element({})}
    </>
  )
}
