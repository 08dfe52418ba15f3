import { paths } from '../../api/paths.ts'
import { deskPath } from '../applications/url-state.ts'
import { leaveNotice, removeSession, signedInUntil } from '../browser-storage.ts'
import { call, type Refusal, report } from '../client.ts'

export const signInPath = '/app'

let leaving = false

const leave = (): void => {
  if (leaving) return
  leaving = true
  location.replace(signInPath)
}

/** Why the session is over, for the sign-in screen; empty when there was none. */
function farewell(why: Refusal | undefined): string {
  if (why?.code === 'SESSION_EXPIRED') return why.message
  const until = signedInUntil()
  const wasInUse = why === undefined || (until !== undefined && until.getTime() > Date.now())
  return wasInUse ? 'You were signed out. What you wrote is kept.' : ''
}

/**
 * The session is over: forgets what this browser kept of it and goes to the sign-in screen, which says why and where to go on.
 * @param why the refusal that says so; undefined when another tab of this browser signed out
 */
export function close(why: Refusal | undefined): void {
  const back = `${location.pathname}${location.search}`
  const say = farewell(why)
  if (say !== '' || back !== deskPath) leaveNotice({ say, back })
  removeSession()
  leave()
}

let farewells: readonly (() => Promise<void>)[] = []

/** Has something done before the session is ended by hand. */
export const beforeLogout = (act: () => Promise<void>): void => {
  farewells = [...farewells, act]
}

/** Ends the session on the server and forgets it here. A server that cannot be reached does not keep anyone signed in here. */
export async function logOut(): Promise<void> {
  await Promise.allSettled(farewells.map((act) => act()))
  try {
    await call(paths.logout, { method: 'POST' })
  } catch (error) {
    report('logout', error)
  }
  removeSession()
  leave()
}
