import { randomBytes } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import { sha256 } from '../../server/crypto/hashes.ts'
import type { Limits } from '../../server/database/limits.ts'
import { readObject, shortBytes } from '../../server/http/body.ts'
import { invalid } from '../../server/http/faults.ts'
import { sessionCookie } from '../../server/http/guards.ts'
import { enforce } from '../../server/http/limits.ts'
import { readCookie } from '../../server/http/request.ts'
import { Routes, succeeded, type Web } from '../../server/http/routes.ts'
import { limitKey } from '../../server/networks.ts'
import type { Rate } from '../../shared/durations.ts'
import { AppError } from '../../shared/errors.ts'
import { newId } from '../../shared/ids.ts'
import { maxTokens, scriptRoutes } from './api.ts'
import type { ScriptTokens } from './store.ts'

export interface Scripts {
  readonly scriptTokens: ScriptTokens
  readonly limits: Limits
  readonly adminEmail: string
  /** How often a client may send wrong tokens. */
  readonly wrongTokens: Rate
  /** Whether the public address is https. */
  readonly secure: boolean
  now(): Date
}

/** What a name may be long. */
const maxName = 60

/** Reads the name of a token. @throws AppError FORM_VALIDATION_FAILED */
function readName(value: unknown): string {
  const name = typeof value === 'string' ? value.replace(/\s+/g, ' ').trim() : ''
  if (name === '') throw invalid('name', 'A name is required')
  if ([...name].length > maxName) throw invalid('name', `The name can have ${maxName} characters at most`)
  return name
}

/**
 * Requires a token in the `Authorization` header, or else what `admin` requires. A browser with a session may send such a header for a proxy before us.
 * @throws AppError UNAUTHORIZED_ACCESS, TOO_MANY_REQUESTS
 */
export const scriptGuard =
  (
    { scriptTokens, limits, adminEmail, wrongTokens, secure, now }: Scripts,
    admin: MiddlewareHandler<Web>,
  ): MiddlewareHandler<Web> =>
  async (context, next) => {
    const token = /^Bearer (\S+)$/i.exec(context.req.header('authorization') ?? '')?.[1]
    if (token === undefined) return admin(context, next)
    const stored = await scriptTokens.find(adminEmail, sha256(token))
    if (stored === undefined) {
      if (readCookie(context, sessionCookie, secure) !== undefined) return admin(context, next)
      await enforce(limits, `script:client:${limitKey(context.get('client'))}`, wrongTokens, now())
      context.get('log').warn({ operation: 'script token' }, 'token refused')
      throw new AppError('UNAUTHORIZED_ACCESS', { message: 'This token is wrong, or was ended.' })
    }
    context.set('script', stored.id)
    context.header('Cache-Control', 'no-store')
    // The time of the last use is not worth a failed answer.
    await scriptTokens.use(stored, now()).catch((err: unknown) => context.get('log').warn({ err }, 'use of a token not stored'))
    await next()
  }

/** The tokens at the desk: made, listed and ended. */
export function tokenRoutes({ scriptTokens, adminEmail, now }: Scripts): Routes {
  return new Routes('admin')
    .on(scriptRoutes.scripts, async () => ({
      tokens: (await scriptTokens.list(adminEmail)).map(({ id, name, createdAt, usedAt }) => ({
        ...{ id, name, created_at: createdAt.toISOString(), used_at: usedAt?.toISOString() ?? null },
      })),
    }))
    .on(scriptRoutes.makeToken, async (context) => {
      const name = readName((await readObject(context, shortBytes)).name)
      // With a beginning by which programs that look for leaked secrets recognise it.
      const token = `kolam_${randomBytes(32).toString('base64url')}`
      const at = now()
      const added = await scriptTokens.add(adminEmail, { id: newId(at), name, hash: sha256(token), createdAt: at }, maxTokens)
      if (!added) throw new AppError('CONFLICT', { message: `There are ${maxTokens} tokens already. End one first.` })
      context.get('log').warn({ operation: 'script token' }, 'token made')
      return { token }
    })
    .on(scriptRoutes.endToken, async (context) => {
      if (!(await scriptTokens.remove(adminEmail, context.req.param('id'))))
        throw new AppError('RECORD_NOT_FOUND', { message: 'This token is not in the list.' })
      context.get('log').warn({ operation: 'script token' }, 'token ended')
      return succeeded
    })
}
