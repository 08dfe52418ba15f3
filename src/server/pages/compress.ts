import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Asset } from './load.ts'

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

type Encoding = 'br' | 'gzip'

/** Brotli's qualities: all pages take 0.1 s of CPU at 5 and 5 s at 11, which saves 12 % of the bytes. */
const quick = 5
const best = 11

const encode = (encoding: Encoding, bytes: Uint8Array, quality: number): Promise<Uint8Array> =>
  encoding === 'gzip'
    ? toGzip(bytes, { level: 9 })
    : toBrotli(bytes, {
        params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength },
      })

const encodings: readonly Encoding[] = ['br', 'gzip']

const isCompressible = (asset: Asset): boolean => /^text|json|xml|manifest/.test(asset.type) && asset.bytes.byteLength > 512

/** The name of a compressed form: it follows from the bytes, so a file is never stale. */
const fileName = (asset: Asset, encoding: Encoding): string => `${asset.etag.slice(1, -1)}.${encoding}`

function use(asset: Asset, encoding: Encoding, bytes: Uint8Array): void {
  if (bytes.byteLength < asset.bytes.byteLength) asset.encodings.set(encoding, new Uint8Array(bytes))
}

/** Writes beside and renames, so that a process that dies midway leaves no half file. */
async function store(folder: string, name: string, bytes: Uint8Array): Promise<void> {
  const file = path.join(folder, name)
  await writeFile(`${file}.${process.pid}`, bytes)
  await rename(`${file}.${process.pid}`, file)
}

/**
 * Compresses at the best quality into `folder`: what the build does with the files that hold no setting.
 * @throws when the folder cannot be written
 */
export async function precompress(assets: Iterable<Asset>, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const asset of assets)
    if (isCompressible(asset))
      for (const encoding of encodings) await store(folder, fileName(asset, encoding), await encode(encoding, asset.bytes, best))
}

/**
 * Gives each asset its compressed forms: from the build's folder, from `cache`, or else by a quick compression now. Assets are served
 * uncompressed until then.
 * @returns the assets that got a quick compression only, to be handed to `refine`
 */
export async function compressSite(assets: Iterable<Asset>, built: string, cache: string): Promise<readonly Asset[]> {
  const rough: Asset[] = []
  const used = new Set<string>()
  for (const asset of assets) {
    if (!isCompressible(asset)) continue
    for (const encoding of encodings) {
      const name = fileName(asset, encoding)
      used.add(name)
      const ready =
        (await readFile(path.join(built, name)).catch(() => undefined)) ??
        (await readFile(path.join(cache, name)).catch(() => undefined))
      use(asset, encoding, ready ?? (await encode(encoding, asset.bytes, quick)))
      if (ready === undefined && encoding === 'br') rough.push(asset)
    }
  }
  for (const name of await readdir(cache).catch(() => [])) if (!used.has(name)) await rm(path.join(cache, name), { force: true })
  return rough
}

/**
 * Replaces quick compressions by the best, one at a time, from `delayMs` after the call; kept in `cache` for the next start. A cache
 * that cannot be written costs the same work at each start. Resolves early when `signal` aborts.
 */
export async function refine(rough: readonly Asset[], cache: string, delayMs: number, signal: AbortSignal): Promise<void> {
  await pause(delayMs, undefined, { signal, ref: false }).catch(() => undefined)
  if (rough.length > 0 && !signal.aborted) await mkdir(cache, { recursive: true }).catch(() => undefined)
  for (const asset of rough) {
    if (signal.aborted) return
    const bytes = await encode('br', asset.bytes, best)
    use(asset, 'br', bytes)
    await store(cache, fileName(asset, 'br'), bytes).catch(() => undefined)
    const zipped = asset.encodings.get('gzip')
    if (zipped !== undefined) await store(cache, fileName(asset, 'gzip'), zipped).catch(() => undefined)
  }
}
