import type { Sessions } from '../storage/port.ts'
import { sameAddress } from './request-code.ts'

/** The sessions of the present admin alone: a change of `ADMIN_EMAIL` ends those of the one before, on every node that knows of it. */
export const adminSessions = (sessions: Sessions, adminEmail: string): Sessions => ({
  ...sessions,
  byCredential: async (credentialHash) => {
    const session = await sessions.byCredential(credentialHash)
    return session !== undefined && sameAddress(session.email, adminEmail) ? session : undefined
  },
})
