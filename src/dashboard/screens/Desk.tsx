import { CSPProvider } from '@base-ui/react/csp-provider'
import { QueryClientProvider, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useMemo, useState } from 'react'
import { allForms } from '../../forms/definitions/all.ts'
import type { Option } from '../../forms/form.ts'
import { FormsContext } from '../data/forms.ts'
import { onForgotten, signedInUntil } from '../data/kept.ts'
import { saveLeftNotes } from '../data/notes.ts'
import { makeClient, sessionQuery } from '../data/queries.ts'
import { close } from '../data/session.ts'
import { Button } from '../parts/Button.tsx'
import { Toasts } from '../parts/Toasts.tsx'
import '../desk.css'
import styles from './desk-room.module.css'
import { Room } from './Room.tsx'
import { RoomSkeleton } from './RoomSkeleton.tsx'

/** The longest that a timer can wait, in milliseconds. */
const longest = 2 ** 31 - 1

/** The dashboard: one program, open to who is signed in. `cohorts`: every one that content names, closed ones too. */
export function Desk({ cohorts }: { cohorts: readonly Option[] }) {
  const [client] = useState(makeClient)
  const forms = useMemo(() => allForms({ cohorts }), [cohorts])
  // What the page says before its script runs (Astro's own fallback would stand in the page twice).
  useLayoutEffect(() => document.querySelector('[data-before-desk]')?.remove(), [])
  return (
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={client}>
        <FormsContext value={forms}>
          <Door />
        </FormsContext>
        <Toasts />
      </QueryClientProvider>
    </CSPProvider>
  )
}

/** Lets in who is signed in. What this browser keeps may be painted meanwhile, if its claims say that the session still lasts. */
function Door() {
  const client = useQueryClient()
  const [hopeful] = useState(() => (signedInUntil()?.getTime() ?? 0) > Date.now())
  const { data, error, refetch } = useQuery(sessionQuery)

  useEffect(() => onForgotten(() => close(undefined)), [])

  const ends = data?.expiresAt
  useEffect(() => {
    if (ends === undefined) return
    void saveLeftNotes(client)
    // Asks the server, whose 401 closes the desk; a session that was made longer elsewhere stays open.
    const timer = setTimeout(() => void refetch(), Math.min(longest, Math.max(0, new Date(ends).getTime() - Date.now() + 500)))
    return () => clearTimeout(timer)
  }, [ends, client, refetch])

  if (data !== undefined || (hopeful && error === null)) return <Room />
  if (error === null || ('status' in error && error.status === 401)) return <RoomSkeleton />
  return (
    <div className={styles.room}>
      <header className={styles.head}>
        <h1>Applications</h1>
      </header>
      <div className={styles.notice}>
        <h2>The applications could not be loaded</h2>
        <p>{error.message}</p>
        <Button onClick={() => void refetch()}>Try again</Button>
      </div>
    </div>
  )
}
