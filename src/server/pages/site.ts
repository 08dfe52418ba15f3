import { readVariant } from '../../shared/built-pages.ts'
import type { Asset } from './load.ts'

/** The built files by the path at which they are served. */
export interface Site {
  get(path: string): Asset | undefined
  has(path: string): boolean
}

/** A page as it is from a moment on, in milliseconds since 1970. */
interface Variant {
  readonly from: number
  readonly asset: Asset
}

/**
 * The built files as they are now: a page that was built for several moments is the one of the last of them that has come. The server
 * changes from one to the next by its clock alone. The variants have no address of their own.
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
