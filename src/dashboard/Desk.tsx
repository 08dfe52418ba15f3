import { CSPProvider } from '@base-ui/react/csp-provider'
import { QueryClientProvider } from '@tanstack/react-query'
import { useLayoutEffect, useMemo, useState } from 'react'
import { allForms } from '../forms/definitions/all.ts'
import type { Option } from '../forms/form.ts'
import { FormsContext } from './applications/Answers.tsx'
import { makeClient } from './query-client.ts'
import { Toasts } from './ui/Toasts.tsx'
import './desk.css'
import { ApplicationsPage, ApplicationsPageSkeleton } from './applications/ApplicationsPage.tsx'
import { SessionGate } from './session/SessionGate.tsx'
import { Boundary } from './ui/Boundary.tsx'

/** The dashboard for the signed-in reviewer. `cohorts`: all of the content, closed ones too. */
export function Desk({ cohorts }: { cohorts: readonly Option[] }) {
  const [client] = useState(makeClient)
  const forms = useMemo(() => allForms({ cohorts }), [cohorts])
  // Removes what the page shows before its script runs (Astro's own fallback would be in the page twice).
  useLayoutEffect(() => document.querySelector('[data-before-desk]')?.remove(), [])
  return (
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={client}>
        <FormsContext value={forms}>
          <Boundary title="Applications">
            <SessionGate title="Applications" skeleton={<ApplicationsPageSkeleton />}>
              <ApplicationsPage />
            </SessionGate>
          </Boundary>
        </FormsContext>
        <Toasts />
      </QueryClientProvider>
    </CSPProvider>
  )
}
