/** The path of a page as it is from a moment on (milliseconds since 1970): `/accelerator/from/1765823400000`. It is never an address of ours. */
export const variantPath = (path: string, from: number): string => `${path}/from/${from}`

/** The page and the moment that such a path names; undefined for other paths. */
export function readVariant(path: string): { readonly page: string; readonly from: number } | undefined {
  const [, page, from] = /^(.*)\/from\/(\d+)$/.exec(path) ?? []
  return page === undefined ? undefined : { page, from: Number(from) }
}
