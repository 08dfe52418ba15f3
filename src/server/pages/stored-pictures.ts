import type { Context } from 'hono'
import { paths } from '../../api/paths.ts'
import { AppError } from '../../shared/errors.ts'
import type { Result } from '../../shared/result.ts'
import { storedNamesIn, storedSize } from '../../shared/stored-pictures.ts'
import { Routes } from '../http/routes.ts'
import type { Edits } from '../records/edits/edits.ts'
import { maxPictures } from '../records/edits/pictures.ts'

/** Stores a picture that was read. */
export async function storedUnder(edits: Edits, read: Result<string, string>, bytes: Uint8Array, now: Date) {
  if (!read.ok) return { fault: read.fault }
  if ((await edits.pictures.add(read.value, bytes, now)) === 'added') return { name: read.value }
  return { fault: `There are ${maxPictures.toLocaleString('en')} pictures. One that nothing names is removed after 30 days.` }
}

/** @throws AppError RECORD_NOT_FOUND when there is no such picture */
export function pictureResponse(context: Context, name: string, bytes: Uint8Array<ArrayBuffer> | undefined): Response {
  if (bytes === undefined) throw new AppError('RECORD_NOT_FOUND', { message: 'This picture does not exist.' })
  return context.body(bytes, 200, { 'Content-Type': name.endsWith('.webp') ? 'image/webp' : 'image/jpeg' })
}

/** Published pictures for everyone. An address has always the same bytes, so browsers ask once. */
export function pictureRoutes(edits: Edits): Routes {
  let live: { readonly revision: number; readonly names: ReadonlySet<string> } | undefined
  /** The names in the published texts, which are read once after a publish. */
  async function namesNow(): Promise<ReadonlySet<string>> {
    if (live?.revision !== (await edits.revision())) {
      const { revision, files } = await edits.published()
      live = { revision, names: new Set(Object.values(files).flatMap(storedNamesIn)) }
    }
    return live.names
  }
  return new Routes('public').get(paths.storedPicture, async (context) => {
    const name = context.req.param('name')
    // What only a draft names today may be published tomorrow.
    context.header('Cache-Control', 'no-store')
    const isLive = storedSize(name) !== undefined && (await namesNow()).has(name)
    const headers = { 'Cache-Control': 'public, max-age=31536000, immutable', ETag: `"${name}"` }
    if (isLive && context.req.header('if-none-match') === headers.ETag) return context.body(null, 304, headers)
    const response = pictureResponse(context, name, isLive ? await edits.pictures.get(name) : undefined)
    for (const [header, value] of Object.entries(headers)) response.headers.set(header, value)
    return response
  })
}
