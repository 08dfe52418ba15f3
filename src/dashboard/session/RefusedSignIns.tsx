import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatCount } from '../labels.ts'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { later, useLaterDialog } from '../ui/Later.tsx'
import { accessQuery } from './access.ts'

const accessDialog = later('Sign-in', async () => (await import('./AccessDialog.tsx')).AccessDialog)

/** A button that opens the list of browsers that signed in. */
export function AccessButton({ tone, children }: { readonly tone?: 'quiet'; readonly children: ReactNode }) {
  const dialog = useLaterDialog(accessDialog)
  return (
    <>
      <Button tone={tone} onClick={dialog.show} aria-haspopup="dialog">
        {children}
      </Button>
      {dialog.element({})}
    </>
  )
}

/** The banner while many sign-ins are refused. */
export function RefusedSignIns() {
  const { data } = useQuery(accessQuery)
  if (data?.many_refusals !== true) return null
  return (
    <Banner
      title={`${formatCount(data.refusals)} sign-ins were refused in the last hour`}
      action={<AccessButton>Who is signed in</AccessButton>}
    >
      Somebody may be guessing passcodes. At most 20 guesses a day are checked, and none was right.
    </Banner>
  )
}
