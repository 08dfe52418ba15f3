import { readFileSync } from 'node:fs'
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { type BrotliOptions, brotliCompress, brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { type Asset, bytesOf, type Encoding } from './load.ts'

/** Brotli's qualities. A page takes 3 ms of CPU at 5, and 120 ms at 11, which saves 12 % of the bytes. */
const quickQuality = 5
const bestQuality = 11

const brotli = (bytes: Uint8Array, quality: number): BrotliOptions => ({
  params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength },
})

const compressBest = async (bytes: Uint8Array): Promise<Uint8Array> =>
  promisify(brotliCompress)(bytes, brotli(bytes, bestQuality))

const compressNow = (encoding: Encoding, bytes: Uint8Array): Uint8Array =>
  encoding === 'gzip' ? gzipSync(bytes, { level: 9 }) : brotliCompressSync(bytes, brotli(bytes, quickQuality))

const isCompressible = ({ type, size }: Asset): boolean => /^text|json|xml|manifest/.test(type) && size > 512

/** The name of a compressed file. It contains a hash of the bytes, so a file is never stale. */
const fileName = (asset: Asset, encoding: Encoding): string => `${asset.etag.slice(1, -1)}.${encoding}`

/** A compressed file; undefined when there is none, or an empty one: after a power failure, a file that was just written may have lost its content. */
function readCompressed(folders: readonly string[], asset: Asset, encoding: Encoding): Uint8Array | undefined {
  for (const folder of folders)
    try {
      const bytes = readFileSync(path.join(folder, fileName(asset, encoding)))
      if (bytes.byteLength > 0) return bytes
    } catch {
      // Most pages are in one of the folders only.
    }
  return undefined
}

const isStored = (folder: string, name: string): Promise<boolean> =>
  stat(path.join(folder, name)).then(
    ({ size }) => size > 0,
    () => false,
  )

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
    const bytes = bytesOf(asset)
    const best = readCompressed([previous], asset, 'br') ?? (await compressBest(bytes))
    await store(folder, fileName(asset, 'br'), best)
    await store(folder, fileName(asset, 'gzip'), readCompressed([previous], asset, 'gzip') ?? compressNow('gzip', bytes))
  }
}

function setEncoding(asset: Asset, encoding: Encoding, bytes: Uint8Array): void {
  asset.encodings.set(encoding, bytes.byteLength < asset.size ? new Uint8Array(bytes) : undefined)
  if (asset.encodings.get('br') !== undefined) asset.bytes = undefined
}

/**
 * The compressed bytes of an asset; undefined if they are not smaller. At its first request an asset is read from one of the folders, or else compressed
 * quickly. Once it is compressed, its uncompressed bytes are released.
 */
export function compressed(folders: readonly string[], asset: Asset, encoding: Encoding): Uint8Array<ArrayBuffer> | undefined {
  if (!asset.encodings.has(encoding) && isCompressible(asset))
    setEncoding(asset, encoding, readCompressed(folders, asset, encoding) ?? compressNow(encoding, bytesOf(asset)))
  return asset.encodings.get(encoding)
}

/**
 * Replaces quick compressions by the best ones, one at a time, beginning after `delayMs`, and stores them in `cache` for the next start. If the cache cannot
 * be written, the same work is done at each start. Resolves early when `signal` is aborted.
 */
export async function refine(
  assets: readonly Asset[],
  built: string,
  cache: string,
  delayMs: number,
  signal: AbortSignal,
): Promise<void> {
  await pause(delayMs, undefined, { signal, ref: false }).catch(() => undefined)
  if (signal.aborted) return
  await mkdir(cache, { recursive: true }).catch(() => undefined)
  for (const asset of assets.filter(isCompressible)) {
    if (signal.aborted) return
    const name = fileName(asset, 'br')
    if ((await isStored(built, name)) || (await isStored(cache, name))) continue
    const bytes = await compressBest(bytesOf(asset))
    if (bytes.byteLength < asset.size) setEncoding(asset, 'br', bytes)
    await store(cache, name, bytes).catch(() => undefined)
  }
  const used = new Set(assets.map((asset) => fileName(asset, 'br')))
  for (const name of await readdir(cache).catch(() => [])) if (!used.has(name)) await rm(path.join(cache, name), { force: true })
}
