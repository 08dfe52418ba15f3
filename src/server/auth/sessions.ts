import type { Context } from 'hono'
import type { VerifyReply, WhoReply } from '../../api/replies.ts'
import { after, day, hour } from '../../shared/dates.ts'
import { type FindSession, sessionCookie } from '../http/guards.ts'
import { keepCookie } from '../http/request.ts'
import type { Web } from '../http/routes.ts'
import type { Sessions } from '../storage/auth-port.ts'
import { sameAddress } from './passcodes.ts'
import { type Device, keepDevice } from './requester.ts'
import { hashCredential, newCredential } from './secrets.ts'

/** The sessions of the present admin alone: a change of `ADMIN_EMAIL` ends those of the one before, on every node that knows of it. */
export const adminSessions = (sessions: Sessions, adminEmail: string): Sessions => ({
  ...sessions,
  byCredential: async (credentialHash) => {
    const session = await sessions.byCredential(credentialHash)
    return session !== undefined && sameAddress(session.email, adminEmail) ? session : undefined
  },
})

/**
 * Who a cookie's value is: nobody is an answer here and no failure, so that a page can ask without a browser writing an error to its console.
 */
export async function currentUser(
  credential: string | undefined,
  find: FindSession,
  users: Pick<Sessions, 'user'>,
  now: Date,
): Promise<WhoReply> {
  const session = credential === undefined ? undefined : await find(credential)
  if (session === undefined) return { success: true, user: null, expired: false }
  if (session.expiresAt <= now) return { success: true, user: null, expired: true }
  const { createdAt } = await users.user(session.email, now)
  return {
    success: true,
    user: { id: session.userId, email: session.email, created_at: createdAt.toISOString() },
    expiresAt: session.expiresAt.toISOString(),
  }
}

/** How long a session lasts (specification, section 9). */
const sessionLife = 24 * hour

/** How long a browser that signed in is known as one. */
const trustLife = 400 * day

/** How the admin signed in, as the log and the mail about a new browser name it. */
type SignInMethod = 'passcode' | 'sign-in link' | 'passkey'

/** A browser that signed in for the first time, for the mail to the admin. */
interface NewBrowser {
  readonly name: string
  readonly address: string
  readonly method: SignInMethod
  readonly at: Date
}

/** What beginning a session needs. */
export interface SigningIn {
  readonly adminEmail: string
  readonly sessions: Sessions
  /** Whether the public address is https. */
  readonly secure: boolean
  now(): Date
  /** Mails the admin that a new browser signed in. Resolves when it was sent or a second has passed; never rejects. */
  reportNewBrowser(browser: NewBrowser): Promise<void>
}

interface SignedIn {
  /** For the session cookie, and for the cookie by which the browser is known later. */
  readonly credential: string
  readonly device: string
  readonly reply: VerifyReply
}

/** The readable claims: who, and until when, in seconds. They open nothing. */
const claims = (userId: string, email: string, until: Date): string =>
  Buffer.from(JSON.stringify({ userId, email, exp: Math.floor(until.getTime() / 1000) })).toString('base64url')

/**
 * Begins a session for a browser that has shown that it is the admin's. Its own cookie is replaced, so that nobody can plant one beforehand and a
 * copy of the old one is worth nothing.
 */
export async function signIn(
  { adminEmail, sessions, now, reportNewBrowser }: SigningIn,
  device: Device,
  method: SignInMethod,
  address: string,
): Promise<SignedIn> {
  const at = now()
  const user = await sessions.user(adminEmail, at)
  const [credential, cookie] = [newCredential(), newCredential()]
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
    reply: {
      success: true,
      user: { id: user.id, email: user.email, created_at: user.createdAt.toISOString() },
      token: claims(user.id, user.email, expiresAt),
      expiresAt: expiresAt.toISOString(),
    },
  }
}

/** Gives the browser the cookies of a session. The session's outlives it for a day, so that the answer can say that it has expired. */
export function keepSession(context: Context<Web>, { credential, device }: SignedIn, secure: boolean): void {
  keepCookie(context, sessionCookie, credential, (2 * sessionLife) / 1000, secure)
  keepDevice(context, device, trustLife, secure)
}
