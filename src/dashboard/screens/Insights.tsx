import { QueryClientProvider } from '@tanstack/react-query'
import { useLayoutEffect, useState } from 'react'
import { makeClient } from '../data/queries.ts'
import '../desk.css'
import { InsightsRoom } from '../insights/InsightsRoom.tsx'
import { Screen } from '../parts/Screen.tsx'
import { Toasts } from '../parts/Toasts.tsx'
import { Boundary } from './Boundary.tsx'
import { Door } from './Door.tsx'

/** The desk's second page, a program of its own: whoever only reads applications does not load it. */
export function Insights() {
  const [client] = useState(makeClient)
  useLayoutEffect(() => document.querySelector('[data-before-desk]')?.remove(), [])
  return (
    <QueryClientProvider client={client}>
      <Boundary title="Insights">
        <Door title="Insights" skeleton={<Screen title="Insights" busy />}>
          <InsightsRoom />
        </Door>
      </Boundary>
      <Toasts />
    </QueryClientProvider>
  )
}
