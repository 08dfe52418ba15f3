import { CSPProvider } from '@base-ui/react/csp-provider'
import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useEffect, useLayoutEffect, useState } from 'react'
import { onSessionRemoved } from '../browser-storage.ts'
import { makeClient } from '../query-client.ts'
import { Boundary } from '../ui/Boundary.tsx'
import { Toasts } from '../ui/Toasts.tsx'
import { close } from './session.ts'

/** What every page of the desk beside the list stands in: its own cache, a boundary for errors, toasts. It closes when another tab signs out. */
export function DeskPage({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const [client] = useState(makeClient)
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
