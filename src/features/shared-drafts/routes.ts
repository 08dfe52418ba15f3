import type { Context } from 'hono'
import type { KeyedHash } from '../../server/crypto/hashes.ts'
import type { Limits } from '../../server/database/limits.ts'
import type { Space } from '../../server/disk/space.ts'
import { readObject, shortBytes } from '../../server/http/body.ts'
import { enforce } from '../../server/http/limits.ts'
import { Routes, type Web } from '../../server/http/routes.ts'
import { limitKey } from '../../server/networks.ts'
import { day, second } from '../../shared/dates.ts'
import { AppError } from '../../shared/errors.ts'
import { type SharedDraftResponse, sharedDraftPath } from './api.ts'
import type { SharedDrafts } from './store.ts'

interface SharedDraftParts {
  readonly sharedDrafts: SharedDrafts
  readonly limits: Limits
  readonly keyedHash: KeyedHash
  readonly space: Space
  now(): Date
}

const maxSealedBytes = 256 * 1024

/** 64 KB a second for each network, in blocks of 4 KB. A call counts as one block at least. */
const blockBytes = 4 * 1024
const blocks = { count: 160, periodMs: 10 * second }

const refused = (message: string, status?: number): AppError => new AppError('FORM_VALIDATION_FAILED', { message, status })

/** The id and the revision in a body. @throws AppError 400 when one is invalid */
function readVersion({ id, revision }: Readonly<Record<string, unknown>>): {
  readonly id: string
  readonly revision: number
} {
  if (typeof id !== 'string' || !/^[\w-]{22}$/.test(id)) throw refused('This is not the id of a shared draft.')
  if (typeof revision !== 'number' || !Number.isInteger(revision) || revision < 0 || revision > 2 ** 31 - 2)
    throw refused('This is not a revision.')
  return { id, revision }
}

/** @throws AppError 400 for what is not base64url, 413 for what is too long */
function readSealed(sealed: unknown): Uint8Array {
  if (typeof sealed !== 'string' || !/^[\w-]+$/.test(sealed)) throw refused('This is not an encrypted draft.')
  const bytes = Buffer.from(sealed, 'base64url')
  if (bytes.byteLength > maxSealedBytes) throw refused('These answers are too long to be shared by a link.', 413)
  return new Uint8Array(bytes)
}

const nothing = (): AppError => new AppError('RECORD_NOT_FOUND', { message: 'The draft of this link does not exist any more.' })

const full = (): AppError =>
  new AppError('TOO_MANY_REQUESTS', {
    status: 503,
    message: 'There is no space for this draft on our side now. It is still on this device. Please try again tomorrow.',
    retryAfterS: day / second,
  })

/** The routes for shared drafts. Anyone who knows a draft's id can read, save and delete it. The server has no key: it sees only its size and its times. */
export function sharedDraftRoutes({ sharedDrafts, limits, keyedHash, space, now }: SharedDraftParts): Routes {
  /** Counts a call before its body is read; a body without a length counts as the longest. */
  const readBody = async (
    context: Context<Web>,
    network: string,
    maxBytes = shortBytes,
  ): Promise<Readonly<Record<string, unknown>>> => {
    context.header('Cache-Control', 'no-store')
    const bytes = Number(context.req.header('content-length') ?? 2 * maxSealedBytes)
    const cost = Math.min(Math.ceil(bytes / blockBytes) || 1, blocks.count)
    await enforce(limits, `drafts:${network}`, blocks, now(), undefined, cost)
    return readObject(context, maxBytes)
  }
  const networkOf = (context: Context<Web>): string => limitKey(context.get('client'), 48)

  return new Routes('public')
    .post(sharedDraftPath, async (context) => {
      const { id, revision } = readVersion({ revision: 0, ...(await readBody(context, networkOf(context))) })
      const draft = await sharedDrafts.get(id, revision)
      if (draft === undefined) throw nothing()
      const sealed = draft.revision === revision ? undefined : Buffer.from(draft.sealed).toString('base64url')
      return context.json({ success: true, revision: draft.revision, ...(sealed && { sealed }) } satisfies SharedDraftResponse)
    })
    .put(sharedDraftPath, async (context) => {
      const network = networkOf(context)
      const body = await readBody(context, network, 2 * maxSealedBytes)
      const { id, revision } = readVersion(body)
      // The draft replaces the one before, and has a limit of its own.
      await space.reserve(context.get('client'), { text: 0, files: 0 })
      const outcome = await sharedDrafts.put(id, readSealed(body.sealed), revision, keyedHash('shared draft', network), now())
      if (outcome === 'missing') throw nothing()
      if (outcome === 'stale') throw new AppError('CONFLICT', { message: 'Another device has saved this draft.' })
      if (outcome === 'full') throw full()
      return context.json({ success: true, revision: revision + 1 } satisfies SharedDraftResponse)
    })
    .delete(sharedDraftPath, async (context) => {
      const { id } = readVersion({ revision: 0, ...(await readBody(context, networkOf(context))) })
      await sharedDrafts.remove(id)
      return context.json({ success: true })
    })
}
