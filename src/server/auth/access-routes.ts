import type { Context } from 'hono'
import type { AccessReply } from '../../api/access.ts'
import { paths, patterns } from '../../api/paths.ts'
import { after, hour } from '../../shared/dates.ts'
import { AppError } from '../../shared/errors.ts'
import type { Web } from '../http/routes.ts'
import { Routes } from '../http/routes.ts'
import type { Passkeys, Session, Sessions } from '../storage/auth-port.ts'
import type { RefusalCount } from './refusals.ts'

/** More refused sign-ins in an hour than this are reported at the desk. */
const manyRefusals = 20

/** What the list of browsers and passkeys is made of. */
export interface Access {
  readonly adminEmail: string
  readonly sessions: Sessions
  readonly passkeys: Passkeys
  readonly refusals: RefusalCount
  now(): Date
}

/** The name of a hash in the API: enough of it to be unique, too little to be the hash. */
const shortOf = (hash: string): string => hash.slice(0, 16)

/** The browsers that may sign in easily, and the session of each. A session of an earlier version has no browser. */
async function accessOf({ adminEmail, sessions, passkeys, refusals, now }: Access, own: Session): Promise<AccessReply> {
  const [open, trusted, keys, refused] = await Promise.all([
    sessions.list(adminEmail, now()),
    sessions.browsers(adminEmail, now()),
    passkeys.list(adminEmail),
    refusals.since(after(now(), -hour)),
  ])
  const ofBrowsers = trusted.map((browser) => {
    const session = open.find((candidate) => candidate.browser === browser.hash)
    return {
      id: shortOf(browser.hash),
      name: browser.name,
      first_signed_in_at: browser.createdAt?.toISOString() ?? null,
      signed_in_at: browser.signedInAt?.toISOString() ?? null,
      session_until: session?.expiresAt.toISOString() ?? null,
      current: own.browser === browser.hash,
    }
  })
  const without = open.filter(({ browser }) => !trusted.some(({ hash }) => hash === browser))
  const ofSessions = without.map((session) => ({
    id: shortOf(session.credentialHash),
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
  const missing = (): AppError => new AppError('RECORD_NOT_FOUND', { message: 'There is no such browser.' })
  const idOf = (context: Context<Web>): string => context.req.param('id') ?? ''
  return new Routes('admin')
    .get(paths.access, async (context) => context.json(await accessOf(parts, context.get('session'))))
    .delete(paths.access, async (context) => {
      await sessions.endAll()
      context.get('log').warn({ operation: 'end all sessions' }, 'all sessions ended')
      return context.json({ success: true })
    })
    .delete(patterns.session, async (context) => {
      const ended = (await sessions.list(adminEmail, now())).filter(
        ({ browser, credentialHash }) => shortOf(browser ?? credentialHash) === idOf(context),
      )
      if (ended.length === 0) throw missing()
      for (const { credentialHash } of ended) await sessions.end(credentialHash)
      return context.json({ success: true })
    })
    .delete(patterns.browser, async (context) => {
      const browser = (await sessions.browsers(adminEmail, now())).find(({ hash }) => shortOf(hash) === idOf(context))
      if (browser === undefined) throw missing()
      await sessions.forget(browser.hash)
      return context.json({ success: true })
    })
}
