import { CSPProvider } from '@base-ui/react/csp-provider'
import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useEffect, useLayoutEffect, useState } from 'react'
import { tolerateTranslation } from '../../ui/translated-page.ts'
import { onSessionRemoved } from '../browser-storage.ts'
import { hasUnanswered } from '../decisions/group-calls.ts'
import { makeClient } from '../query-client.ts'
import { Boundary } from '../ui/Boundary.tsx'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Screen.tsx'
import { Toasts } from '../ui/Toasts.tsx'
import '../desk.css'
import { close } from './session.ts'

tolerateTranslation()

/** The frame of every page of the desk: its cache, an error boundary, toasts. It closes when another tab signs out. */
export function DeskPage({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const [client] = useState(makeClient)
  // Removes the content that the page shows before its script runs. (Astro's own fallback slot would put it into the page twice.)
  useLayoutEffect(() => document.querySelector('[data-before-desk]')?.remove(), [])
  useEffect(() => onSessionRemoved(() => close(undefined)), [])
  useEffect(() => {
    if (hasUnanswered()) void import('../decisions/repeat-calls.ts').then(({ repeatCalls }) => repeatCalls(client))
  }, [client])
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
