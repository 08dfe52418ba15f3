import { paths } from '../../api/paths.ts'
import { type Headers, securityHeaders } from '../http/security-headers.ts'
import type { Asset } from './load.ts'
import type { Site } from './site.ts'

/** The answer with a built file, ready to be written. */
export interface PageReply {
  readonly status: 200 | 301 | 304 | 404
  /** Names in lower case and values, in turns. */
  readonly headers: readonly string[]
  readonly body: Buffer<ArrayBuffer> | undefined
}

/** What an answer depends on besides the path. */
interface Conditions {
  readonly acceptEncoding: string | undefined
  readonly ifNoneMatch: string | undefined
}

type Encoding = 'br' | 'gzip' | 'identity'

/** The answers with one form of an asset. */
interface Prepared {
  readonly bytes: Uint8Array
  readonly etag: string
  readonly ok: PageReply
  readonly unchanged: PageReply
  readonly missing: PageReply
}

const inTurns = (headers: Headers): readonly string[] =>
  Object.entries(headers)
    .sort(([first], [second]) => (first < second ? -1 : 1))
    .flat()

const lowerCase = (headers: Headers): Headers =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))

/** Prepares the answers with an asset in one encoding. */
function prepare(asset: Asset, encoding: Encoding, bytes: Uint8Array<ArrayBuffer>, security: Headers): Prepared {
  const etag = encoding === 'identity' ? asset.etag : `${asset.etag.slice(0, -1)}-${encoding}"`
  const own = { ...security, ...lowerCase(asset.headers), 'content-type': asset.type, etag, vary: 'Accept-Encoding' }
  const headers = inTurns({
    ...own,
    'content-length': String(bytes.byteLength),
    ...(encoding !== 'identity' && { 'content-encoding': encoding }),
  })
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return {
    bytes,
    etag,
    ok: { status: 200, headers, body },
    unchanged: { status: 304, headers: inTurns(own), body: undefined },
    missing: { status: 404, headers, body },
  }
}

const accepts = (header: string, encoding: string): boolean =>
  new RegExp(`(^|,)\\s*${encoding}\\s*(;(?!\\s*q=0(\\.0*)?\\s*(,|$))|,|$)`, 'i').test(header)

/** Browsers send a handful of different headers; a client that sends others each time must not fill the memory. */
const mostHeaders = 200

/** Reads `Accept-Encoding`: the encodings that it allows, the best first. */
function encodingReader(): (header: string | undefined) => readonly Encoding[] {
  const read = new Map<string, readonly Encoding[]>()
  return (header = '') => {
    const before = read.get(header)
    if (before !== undefined) return before
    const encodings = (['br', 'gzip'] as const).filter((encoding) => accepts(header, encoding))
    const all = [...encodings, 'identity'] as const
    if (read.size < mostHeaders) read.set(header, all)
    return all
  }
}

const matches = (ifNoneMatch: string, etag: string): boolean =>
  ifNoneMatch === etag || ifNoneMatch.split(/\s*,\s*/).some((tag) => tag.replace(/^W\//, '') === etag)

/** What is at a path; undefined where nothing is. */
export function assetAt(site: Site, path: string): Asset | undefined {
  // what is found by another name than its own is no page: 404.html is only ever an answer to what is not there
  if (path === '/404' || path === '/blog/not-found') return undefined
  return site.get(path) ?? (path.startsWith('/app/dashboard/') ? site.get('/app/dashboard') : undefined)
}

/** The page that answers a form without script, which shows what the request names. */
export const isSubmitted = (path: string): boolean => path.endsWith('/submitted')

/** Answers with built files, without another part of the server. */
export interface PageReplies {
  /** The answer to a path, which may have a query; undefined where no built file answers by itself. */
  find(address: string, conditions: Conditions): PageReply | undefined
  /** The answer to a path at which there is nothing; undefined without such a page. */
  missing(path: string, conditions: Conditions): PageReply | undefined
}

/**
 * The answers with the built files. Each is prepared once for each encoding, when it is first asked for, and again when a better
 * compression has replaced its bytes.
 * @param secure whether the public address is https
 */
export function pageReplies(site: Site, secure: boolean): PageReplies {
  const security = securityHeaders(secure)
  const encodingsOf = encodingReader()
  const prepared = new Map<string, Prepared>()

  const preparedOf = (asset: Asset, acceptEncoding: string | undefined): Prepared => {
    const encodings = encodingsOf(acceptEncoding)
    const encoding = encodings.find((allowed) => allowed === 'identity' || asset.encodings.has(allowed)) ?? 'identity'
    const bytes = encoding === 'identity' ? asset.bytes : (asset.encodings.get(encoding) ?? asset.bytes)
    const name = `${encoding} ${asset.path}`
    const before = prepared.get(name)
    if (before?.bytes === bytes) return before
    const now = prepare(asset, encoding, bytes, security)
    prepared.set(name, now)
    return now
  }

  return {
    find(address, { acceptEncoding, ifNoneMatch }) {
      const query = address.indexOf('?')
      const path = query < 0 ? address : address.slice(0, query)
      const asset = assetAt(site, path)
      if (asset === undefined) {
        const plain = path.replace(/\/+$/, '')
        if (plain === path || plain === '' || !site.has(plain)) return undefined
        const location = query < 0 ? plain : plain + address.slice(query)
        return { status: 301, headers: inTurns({ ...security, location, 'content-length': '0' }), body: undefined }
      }
      // routes draw these with what their request names
      if (isSubmitted(path) || path === paths.my || path === paths.opens || path === paths.loginLink) return undefined
      const forms = preparedOf(asset, acceptEncoding)
      return ifNoneMatch !== undefined && matches(ifNoneMatch, forms.etag) ? forms.unchanged : forms.ok
    },
    missing(path, { acceptEncoding }) {
      const page = (path.startsWith('/blog/') ? site.get('/blog/not-found') : undefined) ?? site.get('/404')
      return page && preparedOf(page, acceptEncoding).missing
    },
  }
}
