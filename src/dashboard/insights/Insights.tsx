import { QueryClientProvider } from '@tanstack/react-query'
import { useLayoutEffect, useState } from 'react'
import { makeClient } from '../query-client.ts'
import '../desk.css'
import { SessionGate } from '../session/SessionGate.tsx'
import { Boundary } from '../ui/Boundary.tsx'
import { Screen } from '../ui/Screen.tsx'
import { Toasts } from '../ui/Toasts.tsx'
import { InsightsPage } from './InsightsPage.tsx'

/** The page of insights, a separate bundle: the list does not load it. */
export function Insights() {
  const [client] = useState(makeClient)
  useLayoutEffect(() => document.querySelector('[data-before-desk]')?.remove(), [])
  return (
    <QueryClientProvider client={client}>
      <Boundary title="Insights">
        <SessionGate title="Insights" skeleton={<Screen title="Insights" busy />}>
          <InsightsPage />
        </SessionGate>
      </Boundary>
      <Toasts />
    </QueryClientProvider>
  )
}
