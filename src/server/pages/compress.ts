import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { type Asset, bytesOf } from './load.ts'

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

type Encoding = 'br' | 'gzip'

/** Brotli's qualities. All pages take 0.1 s of CPU at 5, and 5 s at 11, which saves 12 % of the bytes. */
const quickQuality = 5
const bestQuality = 11

const encode = (encoding: Encoding, bytes: Uint8Array, quality: number): Promise<Uint8Array> =>
  encoding === 'gzip'
    ? toGzip(bytes, { level: 9 })
    : toBrotli(bytes, {
        params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength },
      })

const encodings: readonly Encoding[] = ['br', 'gzip']

const isCompressible = (asset: Asset): boolean => /^text|json|xml|manifest/.test(asset.type) && bytesOf(asset).byteLength > 512

/** The name of a compressed file. It contains a hash of the bytes, so a file is never stale. */
const fileName = (asset: Asset, encoding: Encoding): string => `${asset.etag.slice(1, -1)}.${encoding}`

function setEncoding(asset: Asset, encoding: Encoding, bytes: Uint8Array): void {
  if (bytes.byteLength < bytesOf(asset).byteLength) asset.encodings.set(encoding, new Uint8Array(bytes))
}

/** A compressed file; undefined when there is none, or an empty one: after a power failure, a file that was just written may have lost its content. */
async function readCompressed(folder: string, name: string): Promise<Uint8Array | undefined> {
  const bytes = await readFile(path.join(folder, name)).catch(() => undefined)
  return bytes?.byteLength ? bytes : undefined
}

/** Writes a file under another name and renames it, so that a crash leaves no incomplete file. */
async function store(folder: string, name: string, bytes: Uint8Array): Promise<void> {
  const file = path.join(folder, name)
  await writeFile(`${file}.${process.pid}`, bytes)
  await rename(`${file}.${process.pid}`, file)
}

/**
 * Compresses assets at the best quality into `folder`. The build calls it for files that contain no setting. Takes the files of the previous build from
 * `previous`, because most are the same and compressing all takes 7 s of CPU.
 * @throws when the folder cannot be written
 */
export async function precompress(assets: Iterable<Asset>, folder: string, previous: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const asset of assets) {
    if (!isCompressible(asset)) continue
    for (const encoding of encodings) {
      const name = fileName(asset, encoding)
      const ready = await readCompressed(previous, name)
      await store(folder, name, ready ?? (await encode(encoding, bytesOf(asset), bestQuality)))
    }
  }
}

/**
 * Adds the compressed encodings to each asset: from the build's folder, from `cache`, or else by quick compression now. Assets are served uncompressed
 * until then; afterwards their uncompressed bytes are released.
 * @returns the assets that are only quickly compressed, for `refine`
 */
export async function compressSite(assets: Iterable<Asset>, built: string, cache: string): Promise<readonly Asset[]> {
  const quick: Asset[] = []
  const used = new Set<string>()
  for (const asset of assets) {
    if (!isCompressible(asset)) continue
    for (const encoding of encodings) {
      const name = fileName(asset, encoding)
      used.add(name)
      const ready = (await readCompressed(built, name)) ?? (await readCompressed(cache, name))
      setEncoding(asset, encoding, ready ?? (await encode(encoding, bytesOf(asset), quickQuality)))
      if (ready === undefined && encoding === 'br') quick.push(asset)
    }
    if (asset.encodings.has('br')) asset.bytes = undefined
  }
  for (const name of await readdir(cache).catch(() => [])) if (!used.has(name)) await rm(path.join(cache, name), { force: true })
  return quick
}

/**
 * Replaces quick compressions by the best ones, one at a time, beginning after `delayMs`, and stores them in `cache` for the next start. If the cache cannot
 * be written, the same work is done at each start. Resolves early when `signal` is aborted.
 */
export async function refine(quick: readonly Asset[], cache: string, delayMs: number, signal: AbortSignal): Promise<void> {
  await pause(delayMs, undefined, { signal, ref: false }).catch(() => undefined)
  if (quick.length > 0 && !signal.aborted) await mkdir(cache, { recursive: true }).catch(() => undefined)
  for (const asset of quick) {
    if (signal.aborted) return
    const bytes = await encode('br', bytesOf(asset), bestQuality)
    setEncoding(asset, 'br', bytes)
    await store(cache, fileName(asset, 'br'), bytes).catch(() => undefined)
    const zipped = asset.encodings.get('gzip')
    if (zipped !== undefined) await store(cache, fileName(asset, 'gzip'), zipped).catch(() => undefined)
  }
}
