import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Screen.tsx'

interface LoadFailureProps {
  readonly title: string
  readonly query: { readonly data: unknown; readonly error: Error | null; refetch(): unknown }
}

/** The error of a query without data, with a button that tries again. Renders nothing for an ended session: the sign-in screen reports that. */
export function LoadFailure({ title, query: { data, error, refetch } }: LoadFailureProps) {
  if (data !== undefined || error === null || ('status' in error && error.status === 401)) return null
  return (
    <Notice title={title} failed>
      <p>{error.message}</p>
      <Button onClick={() => void refetch()}>Try again</Button>
    </Notice>
  )
}
