import { readVariant } from '../../shared/built-pages.ts'
import type { Asset } from './load.ts'

/** The built files by the path at which they are served. */
export interface Site {
  get(path: string): Asset | undefined
  has(path: string): boolean
}

/** A variant of a page that is served from a time on, in milliseconds since 1970. */
interface Variant {
  readonly from: number
  readonly asset: Asset
}

/**
 * The current files. A page that was built in variants for several times is served as the latest variant whose time has come. The variants have no path of
 * their own.
 */
export function siteNow(files: ReadonlyMap<string, Asset>, now: () => Date): Site {
  const variants = new Map<string, Variant[]>()
  for (const [path, asset] of files) {
    const variant = readVariant(path)
    if (variant === undefined) continue
    const { page, from } = variant
    variants.set(page, [...(variants.get(page) ?? []), { from, asset }])
  }
  for (const list of variants.values()) list.sort((a, b) => b.from - a.from)

  const get = (path: string): Asset | undefined => {
    const list = variants.get(path)
    if (list !== undefined) {
      const at = now().getTime()
      return list.find(({ from }) => from <= at)?.asset ?? files.get(path)
    }
    return readVariant(path) === undefined ? files.get(path) : undefined
  }
  return { get, has: (path) => get(path) !== undefined }
}
