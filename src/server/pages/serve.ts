import type { Context } from 'hono'
import type { Asset } from './load.ts'

/** The encoding to answer with: the best that the client takes and that is ready. */
function pick(asset: Asset, accept: string): 'br' | 'gzip' | undefined {
  const takes = (name: string): boolean => new RegExp(`(^|[\\s,])${name}(?!\\s*;\\s*q=0(\\.0*)?\\s*(,|$))`, 'i').test(accept)
  if (asset.encodings.has('br') && takes('br')) return 'br'
  if (asset.encodings.has('gzip') && takes('gzip')) return 'gzip'
  return undefined
}

/** Answers with a built file: compressed where the client takes that, 304 where it has it. */
export function serveAsset(context: Context, asset: Asset, status: 200 | 404 = 200): Response {
  const encoding = pick(asset, context.req.header('accept-encoding') ?? '')
  const etag = encoding === undefined ? asset.etag : `${asset.etag.slice(0, -1)}-${encoding}"`
  const headers: Record<string, string> = { ...asset.headers, ETag: etag, Vary: 'Accept-Encoding', 'Content-Type': asset.type }
  if (
    status === 200 &&
    context.req
      .header('if-none-match')
      ?.split(/\s*,\s*/)
      .some((tag) => tag.replace(/^W\//, '') === etag)
  )
    return new Response(null, { status: 304, headers })
  const bytes = encoding === undefined ? asset.bytes : (asset.encodings.get(encoding) ?? asset.bytes)
  if (encoding !== undefined) headers['Content-Encoding'] = encoding
  headers['Content-Length'] = String(bytes.byteLength)
  return new Response(context.req.method === 'HEAD' ? null : bytes, { status, headers })
}
