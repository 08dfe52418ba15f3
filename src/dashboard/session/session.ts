import { queryOptions } from '@tanstack/react-query'
import type { SessionResponse } from '../../api/responses.ts'
import { routes } from '../../api/routes.ts'
import { minute } from '../../shared/dates.ts'
import { errors } from '../../shared/errors.ts'
import { deskPath } from '../applications/url-state.ts'
import { endSession, signedInUntil, storeNotice } from '../browser-storage.ts'
import { CallError, call, report } from '../client.ts'
import { setHelper } from './rights.ts'

const signInPath = '/app'

let isLeaving = false

const goToSignIn = (): void => {
  if (isLeaving) return
  isLeaving = true
  location.replace(signInPath)
}

/** Why the session ended, for the sign-in screen; empty if the desk was not in use. */
function endMessage(why: CallError | undefined): string {
  if (why?.code === 'SESSION_EXPIRED') return why.message
  const wasInUse = why === undefined || signedInUntil() !== undefined
  return wasInUse ? 'You were signed out. What you wrote is kept.' : ''
}

/**
 * Ends the session in this browser: removes its stored data and opens the sign-in screen, which shows the reason and returns here afterwards.
 * Further calls do nothing, so that a later 401 does not replace the reason.
 * @param why the error with status 401; undefined when another tab signed out
 */
export function close(why: CallError | undefined): void {
  if (isLeaving) return
  const returnTo = `${location.pathname}${location.search}${location.hash}`
  const message = endMessage(why)
  if (message !== '' || returnTo !== deskPath) storeNotice({ message, returnTo })
  endSession()
  goToSignIn()
}

let logoutTasks: readonly (() => Promise<void>)[] = []

/** Registers a task that runs before a logout. */
export const beforeLogout = (act: () => Promise<void>): void => {
  logoutTasks = [...logoutTasks, act]
}

/** Ends the session on the server and in this browser; in this browser even if the server cannot be reached. */
export async function logOut(): Promise<void> {
  await Promise.allSettled(logoutTasks.map((act) => act()))
  try {
    await call(routes.logout)
  } catch (error) {
    report('logout', error)
  }
  endSession()
  goToSignIn()
}

/** Who is signed in. If nobody is, the response is a 401, which ends the session here. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal }): Promise<SessionResponse> => {
    const response = await call(routes.who, { signal })
    if (response.user !== null) {
      setHelper(response.helper)
      return response
    }
    const code = response.expired ? 'SESSION_EXPIRED' : 'UNAUTHORIZED_ACCESS'
    throw new CallError(401, code, errors[code].message, true)
  },
  staleTime: 5 * minute,
  meta: { toast: 'Failed to load applications' },
})
