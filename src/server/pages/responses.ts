import { paths } from '../../api/paths.ts'
import { type Headers, securityHeaders } from '../http/security-headers.ts'
import { type Asset, bytesOf, type Encoding } from './load.ts'
import type { Site } from './site.ts'

/** A prepared response with a built file. */
export interface PageResponse {
  readonly status: 200 | 301 | 304 | 404
  /** A flat list: name in lower case, value, name, value … */
  readonly headers: readonly string[]
  readonly body: Buffer<ArrayBuffer> | undefined
}

/** What a response depends on besides the path. */
interface Conditions {
  readonly acceptEncoding: string | undefined
  readonly ifNoneMatch: string | undefined
}

type Coding = Encoding | 'identity'

/** The prepared responses with one encoding of an asset. */
interface Prepared {
  readonly bytes: Uint8Array
  readonly etag: string
  readonly ok: PageResponse
  readonly unchanged: PageResponse
  readonly missing: PageResponse
}

const flatList = (headers: Headers): readonly string[] =>
  Object.entries(headers)
    .sort(([first], [second]) => (first < second ? -1 : 1))
    .flat()

const lowerCase = (headers: Headers): Headers =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))

/** Prepares the responses with an asset in one encoding. */
function prepare(asset: Asset, encoding: Coding, bytes: Uint8Array<ArrayBuffer>, security: Headers): Prepared {
  const etag = encoding === 'identity' ? asset.etag : `${asset.etag.slice(0, -1)}-${encoding}"`
  const own = { ...security, ...lowerCase(asset.headers), 'content-type': asset.type, etag, vary: 'Accept-Encoding' }
  const headers = flatList({
    ...own,
    'content-length': String(bytes.byteLength),
    ...(encoding !== 'identity' && { 'content-encoding': encoding }),
  })
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return {
    bytes,
    etag,
    ok: { status: 200, headers, body },
    unchanged: { status: 304, headers: flatList(own), body: undefined },
    missing: { status: 404, headers, body },
  }
}

const accepts = (header: string, encoding: string): boolean =>
  new RegExp(`(^|,)\\s*${encoding}\\s*(;(?!\\s*q=0(\\.0*)?\\s*(,|$))|,|$)`, 'i').test(header)

/** The limit of cached headers. Browsers send few different ones; a client that sends a new one each time must not fill the memory. */
const maxCachedHeaders = 200

/** Makes a function that reads `Accept-Encoding`: the allowed encodings, best first. */
function encodingReader(): (header: string | undefined) => readonly Coding[] {
  const cache = new Map<string, readonly Coding[]>()
  return (header = '') => {
    const cached = cache.get(header)
    if (cached !== undefined) return cached
    const encodings = (['br', 'gzip'] as const).filter((encoding) => accepts(header, encoding))
    const all = [...encodings, 'identity'] as const
    if (cache.size < maxCachedHeaders) cache.set(header, all)
    return all
  }
}

/** The length of `If-None-Match` that is read: browsers send one tag. */
const maxTags = 1000

const matches = (ifNoneMatch: string, etag: string): boolean =>
  ifNoneMatch === etag ||
  ifNoneMatch
    .slice(0, maxTags)
    .split(',')
    .some((tag) => tag.trim().replace(/^W\//, '') === etag)

/** The frame of the page for a post that was refused before its answers were read. */
export const refusedPath = '/refused'

/** Pages without their own address, in any language: they are only served as the response to a request for something else. */
const withoutAddress = /^(?:\/[a-z]{2,3}(?:-\w+)?)?\/(?:404|refused)$|^\/blog\/not-found$/

/** The asset at a path; undefined when there is none. */
export function assetAt(site: Site, path: string): Asset | undefined {
  if (withoutAddress.test(path)) return undefined
  const desk = /^(?:\/app\/dashboard|\/app\/cohorts|\/app\/pack)(?=\/)/.exec(path)?.[0]
  return site.get(path) ?? (desk === undefined ? undefined : site.get(desk))
}

/** Whether a path is a success page after a post without script. It depends on the query. */
export const isSubmitted = (path: string): boolean => path.endsWith('/submitted')

/** The built pages whose content routes of the core replace. */
const ownPages: readonly string[] = [paths.my, paths.loginLink]

export interface PageResponses {
  /** The response for a path, which may have a query; undefined when no built file alone is the response. */
  find(address: string, conditions: Conditions): PageResponse | undefined
  /** The response for a path at which there is nothing; undefined when the site has no page for that. */
  missing(path: string, conditions: Conditions): PageResponse | undefined
}

/**
 * The responses with the built files. Each is prepared once per encoding, at its first request, and again when a better compression has replaced its bytes.
 * Uncompressed bytes that are not in memory are decompressed for each response.
 * @param secure whether the public address is https
 * @param ofFeatures the built pages whose content routes of features replace
 */
export function pageResponses(site: Site, secure: boolean, ofFeatures: readonly string[]): PageResponses {
  const rendered = new Set([...ownPages, ...ofFeatures])
  const security = securityHeaders(secure)
  const encodingsOf = encodingReader()
  const prepared = new Map<string, Prepared>()

  const preparedOf = (asset: Asset, acceptEncoding: string | undefined): Prepared => {
    const encodings = encodingsOf(acceptEncoding)
    const bytesIn = (encoding: Coding) => (encoding === 'identity' ? asset.bytes : site.compressed?.(asset, encoding))
    const encoding = encodings.find((allowed) => bytesIn(allowed) !== undefined) ?? 'identity'
    const bytes = bytesIn(encoding)
    if (bytes === undefined) return prepare(asset, 'identity', bytesOf(asset), security)
    const name = `${encoding} ${asset.path}`
    const cached = prepared.get(name)
    if (cached?.bytes === bytes) return cached
    const responses = prepare(asset, encoding, bytes, security)
    prepared.set(name, responses)
    return responses
  }

  return {
    find(address, { acceptEncoding, ifNoneMatch }) {
      const query = address.indexOf('?')
      const path = query < 0 ? address : address.slice(0, query)
      const asset = assetAt(site, path)
      if (asset === undefined) {
        // No built file differs from another one by case; a secret in a path is the name of no file.
        const plain = path.replace(/(?<!\/)\/+$/, '').toLowerCase()
        if (plain === path || plain === '' || assetAt(site, plain) === undefined) return undefined
        const location = query < 0 ? plain : plain + address.slice(query)
        return { status: 301, headers: flatList({ ...security, location, 'content-length': '0' }), body: undefined }
      }
      // Routes render these for each request.
      if (isSubmitted(path) || rendered.has(path)) return undefined
      const { etag, unchanged, ok } = preparedOf(asset, acceptEncoding)
      return ifNoneMatch !== undefined && matches(ifNoneMatch, etag) ? unchanged : ok
    },
    missing(path, { acceptEncoding }) {
      const [, first = ''] = path.split('/')
      const page = site.get(first === 'blog' ? '/blog/not-found' : `/${first}/404`) ?? site.get('/404')
      return page && preparedOf(page, acceptEncoding).missing
    },
  }
}
