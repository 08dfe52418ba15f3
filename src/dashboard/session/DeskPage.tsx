import { CSPProvider } from '@base-ui/react/csp-provider'
import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useEffect, useLayoutEffect, useState } from 'react'
import { onSessionRemoved } from '../browser-storage.ts'
import { makeClient } from '../query-client.ts'
import { Boundary } from '../ui/Boundary.tsx'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Screen.tsx'
import { Toasts } from '../ui/Toasts.tsx'
import '../desk.css'
import { close } from './session.ts'

/** What every page of the desk stands in: its own cache, a boundary for errors, toasts. It closes when another tab signs out. */
export function DeskPage({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const [client] = useState(makeClient)
  // Removes what the page shows before its script runs (Astro's own fallback would be in the page twice).
  useLayoutEffect(() => document.querySelector('[data-before-desk]')?.remove(), [])
  useEffect(() => onSessionRemoved(() => close(undefined)), [])
  return (
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={client}>
        <Boundary title={title}>{children}</Boundary>
        <Toasts />
      </QueryClientProvider>
    </CSPProvider>
  )
}

interface LoadFailureProps {
  readonly title: string
  readonly query: { readonly data: unknown; readonly error: Error | null; refetch(): unknown }
}

/** Why nothing could be loaded, with a button that tries again. An ended session is shown by the sign-in screen instead. */
export function LoadFailure({ title, query: { data, error, refetch } }: LoadFailureProps) {
  if (data !== undefined || error === null || ('status' in error && error.status === 401)) return null
  return (
    <Notice title={title} failed>
      <p>{error.message}</p>
      <Button onClick={() => void refetch()}>Try again</Button>
    </Notice>
  )
}
