import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Fragment, type ReactNode, useEffect, useState } from 'react'
import { claimsOf, signedInUntil, storeSession } from '../browser-storage.ts'
import { hasUnanswered } from '../decisions/group-calls.ts'
import { restoreSteps } from '../decisions/undo.ts'
import { watchNotes } from '../notes/notes.ts'
import { hereAt } from '../server-time.ts'
import { Button } from '../ui/Button.tsx'
import { Notice, Screen } from '../ui/Screen.tsx'
import { sessionQuery } from './session.ts'

/** The longest delay of a timer, in milliseconds. */
const longest = 2 ** 31 - 1

interface SessionGateProps {
  readonly title: string
  /** The outline of the page while the session is checked. */
  readonly skeleton: ReactNode
  readonly children: ReactNode
}

/** Renders its children if the reviewer is signed in. It does not wait for the server's response if a session is stored: only the server knows whether it has ended. */
export function SessionGate({ title, skeleton, children }: SessionGateProps) {
  const client = useQueryClient()
  const [hopeful] = useState(() => signedInUntil() !== undefined)
  const { data, error, refetch } = useQuery(sessionQuery)

  // A sign-in by link runs without our script, so it stores no claims. Those of the admin are not for a helper.
  useEffect(() => {
    if (data !== undefined && data.helper === undefined && signedInUntil() === undefined) storeSession(data.user, claimsOf(data))
  }, [data])

  const ends = data?.expiresAt
  useEffect(() => {
    if (ends === undefined) return
    watchNotes(client)
    restoreSteps(client)
    if (hasUnanswered()) void import('../decisions/repeat-calls.ts').then(({ repeatCalls }) => repeatCalls(client))
    // The server's response counts: a 401 ends the session, and a session that was extended elsewhere continues.
    const timer = setTimeout(() => void refetch(), Math.min(longest, Math.max(0, hereAt(ends) - Date.now() + 500)))
    return () => clearTimeout(timer)
  }, [ends, client, refetch])

  // What a helper may not do is drawn for nobody but the admin.
  if (data !== undefined || (hopeful && error === null)) return <Fragment key={data?.helper?.right}>{children}</Fragment>
  if (error === null || ('status' in error && error.status === 401)) return skeleton
  return (
    <Screen title={title}>
      <Notice title="The applications could not be loaded">
        <p>{error.message}</p>
        <Button onClick={() => void refetch()}>Try again</Button>
      </Notice>
    </Screen>
  )
}
