import { hash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { publicUrlPlaceholder } from '../../shared/built-pages.ts'
import { pagePolicy, workerPolicy } from './content-policy.ts'
import { processorsPlaceholder } from './processors.ts'

/** The encodings in which files are compressed. */
export type Encoding = 'br' | 'gzip'

/** A built file as it is served. */
export interface Asset {
  /** Such as `/accelerator` or `/_assets/x.js`. */
  readonly path: string
  readonly type: string
  /** The uncompressed bytes: see `bytesOf`. Undefined once the file is compressed. */
  bytes: Uint8Array<ArrayBuffer> | undefined
  /** The number of uncompressed bytes. */
  readonly size: number
  readonly etag: string
  readonly headers: Readonly<Record<string, string>>
  /** The encodings that were requested so far; undefined for one that is not smaller. */
  readonly encodings: Map<Encoding, Uint8Array<ArrayBuffer> | undefined>
}

/** The uncompressed bytes of a file. Nearly all clients accept compressed files, so that a file that is compressed is decompressed at each call. */
export const bytesOf = ({ bytes, encodings }: Asset): Uint8Array<ArrayBuffer> =>
  bytes ?? new Uint8Array(brotliDecompressSync(encodings.get('br') ?? new Uint8Array()))

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
}

/**
 * The frame with the map, which a visitor's click loads on the contact page. It does not send the header that `Cross-Origin-Embedder-Policy` requires of
 * frames.
 */
const mapFrame = 'https://www.openstreetmap.org'
const mapPage = '/contact'

/** The desk goes from page to page without loading one; its editor shows a page of the site beside its form. */
const deskPages = '/app/'

const framesOf = (url: string): readonly string[] => (url === mapPage ? [mapFrame] : url.startsWith(deskPages) ? ["'self'"] : [])

const privacyPage = /^(?:\/([a-z]{2,3}(?:-\w+)?))?\/privacy$/

/** The path at which a file is served: `/accelerator` for `accelerator/index.html`. */
const pathOf = (file: string): string =>
  `/${file.split(path.sep).join('/')}`.replace(/\/index\.html$/, '').replace(/\.html$/, '') || '/'

const makeEtag = (bytes: Uint8Array): string => `"${hash('sha256', bytes, 'base64url').slice(0, 22)}"`

function headersFor(url: string, extension: string, text: string | undefined): Record<string, string> {
  const headers: Record<string, string> = {}
  if (extension === '.html' && text !== undefined) {
    headers['Content-Security-Policy'] = pagePolicy(text, framesOf(url))
    if (url === mapPage) headers['Cross-Origin-Embedder-Policy'] = 'unsafe-none'
    headers['Cache-Control'] = url.startsWith('/app') || url === '/admin' ? 'no-store' : 'public, max-age=0, must-revalidate'
  } else if (url === '/sw.js') {
    headers['Content-Security-Policy'] = workerPolicy
    headers['Cache-Control'] = 'no-cache'
  } else headers['Cache-Control'] = url.startsWith('/_assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600'
  if (extension === '.png' || extension === '.svg' || extension === '.ico')
    headers['Cross-Origin-Resource-Policy'] = 'cross-origin'
  return headers
}

/**
 * Reads the built site into memory, and replaces the placeholders by the public address. It blocks the event loop, because it runs while the server starts.
 * @param processors replaces its placeholder on the privacy page of a language
 * @throws when the folder cannot be read
 */
export function loadSite(
  folder: string,
  publicUrl: string,
  processors: (language: string | undefined) => string = () => processorsPlaceholder,
): ReadonlyMap<string, Asset> {
  const assets = new Map<string, Asset>()
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const file = path.join(entry.parentPath, entry.name)
    const extension = path.extname(file)
    const type = types[extension] ?? 'application/octet-stream'
    const url = pathOf(path.relative(folder, file))
    let bytes: Uint8Array<ArrayBuffer> = readFileSync(file)
    let text: string | undefined
    if (extension === '.html' || (bytes as Buffer).includes(publicUrlPlaceholder)) {
      text = new TextDecoder().decode(bytes).replaceAll(publicUrlPlaceholder, publicUrl)
      const privacy = privacyPage.exec(url)
      if (privacy) text = text.replaceAll(processorsPlaceholder, () => processors(privacy[1]))
      bytes = new TextEncoder().encode(text)
    }
    assets.set(url, {
      path: url,
      type,
      bytes,
      size: bytes.byteLength,
      etag: makeEtag(bytes),
      headers: headersFor(url, extension, text),
      encodings: new Map(),
    })
  }
  return assets
}
