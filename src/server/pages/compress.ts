import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Asset } from './load.ts'

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

const encoders = {
  br: (bytes: Uint8Array) =>
    toBrotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength } }),
  gzip: (bytes: Uint8Array) => toGzip(bytes, { level: 9 }),
}

const isCompressible = (asset: Asset): boolean => /^text|json|xml|manifest/.test(asset.type) && asset.bytes.byteLength > 512

/**
 * Compresses what gains by it, and keeps the results in `folder`, so that the next start only reads them. Assets are served as they
 * are until their turn has come. A folder that cannot be written costs time, nothing else.
 */
export async function compressSite(assets: Iterable<Asset>, folder: string): Promise<void> {
  const writable = await mkdir(folder, { recursive: true }).then(
    () => true,
    () => false,
  )
  const used = new Set<string>()
  for (const asset of assets) {
    if (!isCompressible(asset)) continue
    for (const [encoding, encode] of Object.entries(encoders) as ['br' | 'gzip', (typeof encoders)['br']][]) {
      const name = `${asset.etag.slice(1, -1)}.${encoding}`
      used.add(name)
      const file = path.join(folder, name)
      let bytes: Uint8Array | undefined = await readFile(file).catch(() => undefined)
      if (bytes === undefined) {
        bytes = await encode(asset.bytes)
        // written beside and renamed, so that a process that dies midway leaves no half file
        if (writable)
          await writeFile(`${file}.${process.pid}`, bytes)
            .then(() => rename(`${file}.${process.pid}`, file))
            .catch(() => undefined)
      }
      if (bytes.byteLength < asset.bytes.byteLength) asset.encodings.set(encoding, new Uint8Array(bytes))
    }
  }
  if (writable) for (const name of await readdir(folder)) if (!used.has(name)) await rm(path.join(folder, name), { force: true })
}
