import { Button } from '../../../dashboard/ui/Button.tsx'
import { later, useLaterDialog } from '../../../dashboard/ui/Later.tsx'
import { roundLimits } from '../api.ts'

const roundDialog = later('Committee', async () => (await import('./MakeRound.tsx')).MakeRound)

/** The button that shows applications to a committee. */
export function CommitteeButton({ ids }: { readonly ids: readonly string[] }) {
  const making = useLaterDialog(roundDialog)
  return (
    <>
      <Button
        tone="quiet"
        aria-haspopup="dialog"
        disabled={ids.length === 0 || ids.length > roundLimits.applications}
        title={ids.length > roundLimits.applications ? `${roundLimits.applications} applications at most` : undefined}
        onClick={making.show}
      >
        Committee…
      </Button>
      {making.element({ ids })}
    </>
  )
}
