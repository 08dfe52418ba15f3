import { useQuery } from '@tanstack/react-query'
import { formatCount } from '../labels.ts'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { later, useLaterDialog } from '../ui/Later.tsx'
import { accessQuery } from './access.ts'

/** The list of browsers that signed in. */
export const accessDialog = later('Sign-in', async () => (await import('./AccessDialog.tsx')).AccessDialog)

/** The banner while many sign-ins are refused. */
export function RefusedSignIns() {
  const { data } = useQuery(accessQuery)
  const dialog = useLaterDialog(accessDialog)
  if (data?.many_refusals !== true) return null
  return (
    <Banner
      title={`${formatCount(data.refusals)} sign-ins were refused in the last hour`}
      action={
        <Button onClick={dialog.show} aria-haspopup="dialog">
          Who is signed in
        </Button>
      }
    >
      Somebody may be guessing passcodes. At most 20 guesses a day are checked, and none was right.
      {dialog.element({})}
    </Banner>
  )
}
