import type { Context } from 'hono'
import type { VerifyResponse, WhoResponse } from '../../api/responses.ts'
import { after, day, hour } from '../../shared/dates.ts'
import { type FindSession, sessionCookie } from '../http/guards.ts'
import { setStrictCookie } from '../http/request.ts'
import type { Web } from '../http/routes.ts'
import type { Sessions } from '../records/access/port.ts'
import { sameAddress } from './passcodes.ts'
import { type Device, setDeviceCookie } from './requester.ts'
import { hashCredential, newCredential } from './secrets.ts'

/** The sessions of the current admin only: a change of `ADMIN_EMAIL` ends the sessions of the previous one, on every node that has the new value. */
export const adminSessions = (sessions: Sessions, adminEmail: string): Sessions => ({
  ...sessions,
  byCredential: async (credentialHash) => {
    const session = await sessions.byCredential(credentialHash)
    return session !== undefined && sameAddress(session.email, adminEmail) ? session : undefined
  },
})

/** Who is signed in, by the value of a cookie. Nobody is a normal response and not an error, which browsers would write to their console. */
export async function currentUser(
  credential: string | undefined,
  find: FindSession,
  users: Pick<Sessions, 'user'>,
  now: Date,
): Promise<WhoResponse> {
  const session = credential === undefined ? undefined : await find(credential)
  if (session === undefined) return { success: true, user: null, expired: false }
  if (session.expiresAt <= now) return { success: true, user: null, expired: true }
  const { createdAt } = session.helper === undefined ? await users.user(session.email, now) : session
  return {
    success: true,
    user: { id: session.userId, email: session.email, created_at: createdAt.toISOString() },
    expiresAt: session.expiresAt.toISOString(),
    ...(session.helper !== undefined && { helper: session.helper }),
  }
}

/** How long a session lasts (specification, section 9). */
const sessionLife = 24 * hour

/** How long a browser stays trusted after it signed in. */
const trustLife = 400 * day

/** How the admin signed in, in the words of the log and of the mail about a new browser. */
type SignInMethod = 'passcode' | 'sign-in link' | 'passkey'

/** A browser that signed in for the first time, for the mail to the admin. */
interface NewBrowser {
  readonly name: string
  readonly address: string
  readonly method: SignInMethod
  readonly at: Date
}

export interface SigningIn {
  readonly adminEmail: string
  readonly sessions: Sessions
  /** Whether the public address is https. */
  readonly secure: boolean
  now(): Date
  /** Mails the admin that a new browser signed in. Resolves when the mail is sent, or after a second; never rejects. */
  reportNewBrowser(browser: NewBrowser): Promise<void>
}

interface SignedIn {
  /** The value of the session cookie. */
  readonly credential: string
  /** The value of the cookie by which the browser is recognised later. */
  readonly device: string
  readonly response: VerifyResponse
}

/** The readable claims of the contract, section 5; `exp` in seconds. They are no credential. */
const claims = (userId: string, email: string, until: Date): string =>
  Buffer.from(JSON.stringify({ userId, email, exp: Math.floor(until.getTime() / 1000) })).toString('base64url')

/**
 * Begins a session for a browser that has proved to be the admin's. The browser gets a new device cookie, so that one that an attacker planted or
 * copied before is useless.
 */
export async function signIn(
  { adminEmail, sessions, now, reportNewBrowser }: SigningIn,
  device: Device,
  method: SignInMethod,
  address: string,
): Promise<SignedIn> {
  const at = now()
  const user = await sessions.user(adminEmail, at)
  const credential = newCredential()
  const cookie = newCredential()
  const expiresAt = after(at, sessionLife)
  await sessions.begin({
    session: {
      credentialHash: hashCredential(credential),
      userId: user.id,
      email: user.email,
      createdAt: at,
      expiresAt,
      browser: hashCredential(cookie),
    },
    name: device.name,
    trustedUntil: after(at, trustLife),
    replaces: device.trusted ? device.browser : undefined,
  })
  if (!device.trusted) await reportNewBrowser({ name: device.name, address, method, at })
  return {
    credential,
    device: cookie,
    response: {
      success: true,
      user: { id: user.id, email: user.email, created_at: user.createdAt.toISOString() },
      token: claims(user.id, user.email, expiresAt),
      expiresAt: expiresAt.toISOString(),
    },
  }
}

/** Sets the cookies of a session. The session cookie outlives the session by a day, so that a response can say that the session has expired. */
export function setSessionCookies(context: Context<Web>, { credential, device }: SignedIn, secure: boolean): void {
  setStrictCookie(context, sessionCookie, credential, (2 * sessionLife) / 1000, secure)
  setDeviceCookie(context, device, trustLife, secure)
}
