import { paths } from '../../api/paths.ts'
import { call, type Refusal, report } from './call.ts'
import { forgetSession, leaveNotice } from './kept.ts'
import { home } from './place.ts'

export const signInPath = '/app'

let leaving = false

const leave = (): void => {
  if (leaving) return
  leaving = true
  location.replace(signInPath)
}

/**
 * The session is over: forgets what this browser kept of it and goes to the sign-in screen, which is told the server's words and
 * where to go on, unless nobody had signed in at all.
 */
export function close(why: Refusal | undefined): void {
  const here = `${location.pathname}${location.search}`
  if (why?.code === 'SESSION_EXPIRED' || here !== home)
    leaveNotice({ say: why?.code === 'SESSION_EXPIRED' ? why.message : '', back: here })
  forgetSession()
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
  forgetSession()
  leave()
}
