import type { Context } from 'hono'
import type { AccessResponse } from '../../api/access.ts'
import { routes } from '../../api/routes.ts'
import { after, hour } from '../../shared/dates.ts'
import { AppError } from '../../shared/errors.ts'
import type { Web } from '../http/routes.ts'
import { Routes, succeeded } from '../http/routes.ts'
import type { Passkeys, Session, Sessions } from '../records/access/port.ts'
import type { RefusalCount } from './refusals.ts'

/** The desk warns when more sign-ins than this were refused within an hour. */
const manyRefusals = 20

export interface Access {
  readonly adminEmail: string
  readonly sessions: Sessions
  readonly passkeys: Passkeys
  readonly refusals: RefusalCount
  now(): Date
}

/** The id of a hash in the API: long enough to be unique, too short to reveal the hash. */
const shortId = (hash: string): string => hash.slice(0, 16)

/** The trusted browsers with the session of each. A session that an earlier version of the server began has no browser. */
async function accessOf({ adminEmail, sessions, passkeys, refusals, now }: Access, own: Session): Promise<AccessResponse> {
  const [open, trusted, keys, refused] = await Promise.all([
    sessions.list(adminEmail, now()),
    sessions.browsers(adminEmail, now()),
    passkeys.list(adminEmail),
    refusals.since(after(now(), -hour)),
  ])
  const ofBrowsers = trusted.map((browser) => {
    const session = open.find((candidate) => candidate.browser === browser.hash)
    return {
      id: shortId(browser.hash),
      name: browser.name,
      first_signed_in_at: browser.createdAt?.toISOString() ?? null,
      signed_in_at: browser.signedInAt?.toISOString() ?? null,
      session_until: session?.expiresAt.toISOString() ?? null,
      current: own.browser === browser.hash,
    }
  })
  const withoutBrowser = open.filter(({ browser }) => !trusted.some(({ hash }) => hash === browser))
  const ofSessions = withoutBrowser.map((session) => ({
    id: shortId(session.credentialHash),
    name: '',
    first_signed_in_at: null,
    signed_in_at: session.createdAt.toISOString(),
    session_until: session.expiresAt.toISOString(),
    current: own.credentialHash === session.credentialHash,
  }))
  const listed = keys.map(({ id, name, createdAt, usedAt }) => ({
    id,
    name,
    created_at: createdAt.toISOString(),
    used_at: usedAt?.toISOString() ?? null,
  }))
  return {
    success: true,
    browsers: [...ofBrowsers, ...ofSessions],
    passkeys: listed,
    refusals: refused,
    many_refusals: refused > manyRefusals,
  }
}

/** The sessions and trusted browsers at the desk. */
export function accessRoutes(parts: Access): Routes {
  const { adminEmail, sessions, now } = parts
  const missing = (): AppError => new AppError('RECORD_NOT_FOUND', { message: 'This browser is not in the list.' })
  const idOf = (context: Context<Web>): string => context.req.param('id') ?? ''
  return new Routes('admin')
    .on(routes.access, (context) => accessOf(parts, context.get('session')))
    .on(routes.endAccess, async (context) => {
      await sessions.endAll()
      context.get('log').warn({ operation: 'end all sessions' }, 'all sessions ended')
      return succeeded
    })
    .on(routes.endSession, async (context) => {
      const ended = (await sessions.list(adminEmail, now())).filter(
        ({ browser, credentialHash }) => shortId(browser ?? credentialHash) === idOf(context),
      )
      if (ended.length === 0) throw missing()
      for (const { credentialHash } of ended) await sessions.end(credentialHash)
      return succeeded
    })
    .on(routes.endBrowser, async (context) => {
      const browser = (await sessions.browsers(adminEmail, now())).find(({ hash }) => shortId(hash) === idOf(context))
      if (browser === undefined) throw missing()
      await sessions.forget(browser.hash)
      return succeeded
    })
}
