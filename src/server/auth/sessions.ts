import type { WhoReply } from '../../api/replies.ts'
import type { FindSession } from '../http/guards.ts'
import type { Sessions } from '../storage/auth-port.ts'
import { sameAddress } from './passcodes.ts'

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
