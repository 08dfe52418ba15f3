import {
  maxSealedBytes,
  type SharedDraftResponse,
  type SharedDraftSavedResponse,
  sharedDraftPath,
} from '../../api/shared-draft.ts'
import { day, minute } from '../../shared/dates.ts'
import { AppError } from '../../shared/errors.ts'
import type { Rate } from '../config.ts'
import { readObject } from '../http/body.ts'
import { enforce } from '../http/limits.ts'
import { limitKey } from '../http/request.ts'
import { Routes } from '../http/routes.ts'
import type { Limits, SharedDrafts } from '../storage/port.ts'

/** The parts for shared drafts. */
export interface SharedDraftParts {
  readonly sharedDrafts: SharedDrafts
  readonly limits: Limits
  now(): Date
}

/** The limit of new drafts per client: many founders may share an address. */
const newDrafts: Rate = { count: 50, periodMs: day }

/** The limit of calls per client: a device calls about 20 times a minute while its form is filled in. */
const calls: Rate = { count: 1_200, periodMs: minute }

const refused = (message: string, status?: number): AppError => new AppError('FORM_VALIDATION_FAILED', { message, status })

/** @throws AppError 400 when the id is invalid */
function readId(id: unknown): string {
  if (typeof id !== 'string' || !/^[\w-]{22}$/.test(id)) throw refused('This is not the id of a shared draft.')
  return id
}

/** @throws AppError 400 when the revision is invalid */
function readRevision(revision: unknown): number {
  if (typeof revision !== 'number' || !Number.isInteger(revision) || revision < 0 || revision > 2 ** 31 - 2)
    throw refused('This is not a revision.')
  return revision
}

/** @throws AppError 400 for what is not base64url, 413 for more than `maxSealedBytes` bytes */
function readSealed(sealed: unknown): Uint8Array {
  if (typeof sealed !== 'string' || !/^[\w-]+$/.test(sealed)) throw refused('This is not an encrypted draft.')
  const bytes = Buffer.from(sealed, 'base64url')
  if (bytes.byteLength > maxSealedBytes) throw refused('These answers are too long to be shared by a link.', 413)
  return new Uint8Array(bytes)
}

/** The routes for shared drafts. Anyone who knows a draft's id can read, save and delete it. The server has no key: it sees only its size and its times. */
export function sharedDraftRoutes({ sharedDrafts, limits, now }: SharedDraftParts): Routes {
  const nothing = (): AppError => new AppError('RECORD_NOT_FOUND', { message: 'The draft of this link does not exist any more.' })
  const count = (client: string): Promise<number> => enforce(limits, `drafts:client:${limitKey(client)}`, calls, now())

  return new Routes('public')
    .post(sharedDraftPath, async (context) => {
      context.header('Cache-Control', 'no-store')
      await count(context.get('client'))
      const { id, revision } = await readObject(context)
      const draft = await sharedDrafts.get(readId(id))
      if (draft === undefined) throw nothing()
      const isKnown = draft.revision === revision
      return context.json({
        success: true,
        revision: draft.revision,
        ...(!isKnown && { sealed: Buffer.from(draft.sealed).toString('base64url') }),
      } satisfies SharedDraftResponse)
    })
    .put(sharedDraftPath, async (context) => {
      context.header('Cache-Control', 'no-store')
      const client = context.get('client')
      await count(client)
      const body = await readObject(context)
      const id = readId(body.id)
      const revision = readRevision(body.revision)
      const sealed = readSealed(body.sealed)
      if (revision === 0) await enforce(limits, `drafts:new:${limitKey(client)}`, newDrafts, now())
      const outcome = await sharedDrafts.put(id, sealed, revision, now())
      if (outcome === 'missing') throw nothing()
      if (outcome === 'stale') throw new AppError('CONFLICT', { message: 'Another device has saved this draft.' })
      if (outcome === 'full') throw new AppError('TOO_MANY_REQUESTS', { status: 503, retryAfterS: day / 1000 })
      return context.json({ success: true, revision: revision + 1 } satisfies SharedDraftSavedResponse)
    })
    .delete(sharedDraftPath, async (context) => {
      await count(context.get('client'))
      const { id } = await readObject(context)
      await sharedDrafts.remove(readId(id))
      return context.json({ success: true })
    })
}
